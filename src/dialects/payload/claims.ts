import {
  type ControlClaims,
  type Effect,
  isUnfilled,
  type Place,
  type ServerClaim,
  type ToolClaim,
} from '../../model/index.js';

/** The place of a key path inside `controls`; every one the same for an attestation of the configuration. */
export type PlaceOf = (path: readonly (string | number)[]) => Place;

const EFFECTS: readonly string[] = ['read', 'change', 'destructive', 'outward'];

/**
 * Reads `controls` from its plain value. Parts of another shape than the schema's are left out:
 * the schema reports them. What nobody filled in (`...`, `<name>`) claims nothing. Source: design, section 4.
 */
export function readClaims(value: unknown, placeOf: PlaceOf): ControlClaims {
  const controls = record(value);
  const sink = filled(record(controls.tracing).sink);
  const input = names(record(controls.guardrails).input);
  const output = names(record(controls.guardrails).output);
  const claims: ControlClaims = {
    tools: Object.entries(record(controls.tools)).map(([key, tool]) => readToolClaim(key, tool, placeOf)),
    servers: Object.entries(record(controls.mcp_servers)).map(([key, server]) =>
      readServerClaim(key, server, placeOf),
    ),
  };
  if (sink !== undefined) claims.tracing = { sink, at: placeOf(['tracing', 'sink']) };
  if (input.length > 0) claims.input = { names: input, at: placeOf(['guardrails', 'input']) };
  if (output.length > 0) claims.output = { names: output, at: placeOf(['guardrails', 'output']) };
  const residency = ownControl('residency', controls, placeOf);
  if (residency) claims.residency = residency;
  const retention = ownControl('retention', controls, placeOf);
  if (retention) claims.retention = retention;
  return claims;
}

function readToolClaim(key: string, value: unknown, placeOf: PlaceOf): ToolClaim {
  const claim = record(value);
  const effect = text(claim.effect);
  const because = text(claim.because);
  const approval = record(claim.approval);
  const by = text(approval.by);
  const how = text(approval.how);
  const read: ToolClaim = { key, at: placeOf(['tools', key]) };
  const isReasoned = because === undefined || !isUnfilled(because);
  if (effect !== undefined && EFFECTS.includes(effect) && isReasoned) {
    read.effect = { effect: effect as Effect, at: placeOf(['tools', key, 'effect']) };
    if (because) read.effect.because = because;
  }
  if (claim.approval === false) read.refused = placeOf(['tools', key, 'approval']);
  if (by !== undefined && !isUnfilled(by) && (how === undefined || !isUnfilled(how))) {
    read.approval = { by, at: placeOf(['tools', key, 'approval', 'by']) };
    if (how) read.approval.how = how;
  }
  return read;
}

function readServerClaim(key: string, value: unknown, placeOf: PlaceOf): ServerClaim {
  const claim = record(value);
  const read: ServerClaim = { key, at: placeOf(['mcp_servers', key]), scopes: [] };
  const allowed = list(claim.allowed_tools);
  if (allowed) {
    const names: { name: string; at: Place }[] = [];
    for (const [index, name] of allowed.entries()) {
      if (typeof name !== 'string' || isUnfilled(name)) continue;
      names.push({ name, at: placeOf(['mcp_servers', key, 'allowed_tools', index]) });
    }
    if (names.length > 0 || allowed.length === 0)
      read.allowedTools = { names, at: placeOf(['mcp_servers', key, 'allowed_tools']) };
  }
  for (const [index, scope] of (list(claim.scopes) ?? []).entries()) {
    if (typeof scope !== 'string') continue;
    read.scopes.push({ value: scope, at: placeOf(['mcp_servers', key, 'scopes', index]) });
  }
  return read;
}

function ownControl(
  key: 'residency' | 'retention',
  controls: Record<string, unknown>,
  placeOf: PlaceOf,
): ControlClaims['residency'] {
  const claim = record(controls[key]);
  const region = filled(claim.region);
  const how = filled(claim.how);
  if (region === undefined && how === undefined) return undefined;
  return { ...(region ? { region } : {}), ...(how ? { how } : {}), at: placeOf([key]) };
}

const record = (value: unknown): Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
    ? (value as Record<string, unknown>)
    : {};
const list = (value: unknown): unknown[] | undefined => (Array.isArray(value) ? value : undefined);
const text = (value: unknown): string | undefined =>
  typeof value === 'string' && value !== '' ? value : undefined;
/** A text that is filled in, not a placeholder. */
const filled = (value: unknown): string | undefined => {
  const found = text(value);
  return found === undefined || isUnfilled(found) ? undefined : found;
};
const names = (value: unknown): string[] =>
  (list(value) ?? []).filter((name): name is string => typeof name === 'string' && !isUnfilled(name));
