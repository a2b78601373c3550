import type { ControlClaims, Effect, Place, ServerClaim, ToolClaim } from '../../model/index.js';

/** The place of a key path inside `controls`; every one the same for an attestation of the configuration. */
export type PlaceOf = (path: readonly (string | number)[]) => Place;

const EFFECTS: readonly string[] = ['read', 'change', 'destructive', 'outward'];

/**
 * Reads `controls` from its plain value. Parts of another shape than the schema's are left out:
 * the schema reports them. Source: design, section 4.
 */
export function readClaims(value: unknown, placeOf: PlaceOf): ControlClaims {
  const controls = record(value);
  const sink = text(record(controls.tracing).sink);
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
  if (effect !== undefined && EFFECTS.includes(effect)) {
    read.effect = { effect: effect as Effect, at: placeOf(['tools', key, 'effect']) };
    if (because) read.effect.because = because;
  }
  if (claim.approval === false) read.refused = placeOf(['tools', key, 'approval']);
  if (by !== undefined) {
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
      if (typeof name !== 'string') continue;
      names.push({ name, at: placeOf(['mcp_servers', key, 'allowed_tools', index]) });
    }
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
  const region = text(claim.region);
  const how = text(claim.how);
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
const names = (value: unknown): string[] =>
  (list(value) ?? []).filter((name): name is string => typeof name === 'string' && name !== '');
