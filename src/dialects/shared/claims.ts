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
  return {
    tools: Object.entries(record(controls.tools)).map(([key, tool]) => readToolClaim(key, tool, placeOf)),
    servers: Object.entries(record(controls.mcp_servers)).map(([key, server]) =>
      readServerClaim(key, server, placeOf),
    ),
    ...(sink === undefined ? {} : { tracing: { sink, at: placeOf(['tracing', 'sink']) } }),
    ...(input.length === 0 ? {} : { input: { names: input, at: placeOf(['guardrails', 'input']) } }),
    ...(output.length === 0 ? {} : { output: { names: output, at: placeOf(['guardrails', 'output']) } }),
    ...ownControl('residency', controls, placeOf),
    ...ownControl('retention', controls, placeOf),
  };
}

function readToolClaim(key: string, value: unknown, placeOf: PlaceOf): ToolClaim {
  const claim = record(value);
  const effect = text(claim.effect);
  const because = text(claim.because);
  const approval = record(claim.approval);
  const by = text(approval.by);
  const how = text(approval.how);
  return {
    key,
    at: placeOf(['tools', key]),
    ...(effect !== undefined && EFFECTS.includes(effect)
      ? {
          effect: {
            effect: effect as Effect,
            ...(because ? { because } : {}),
            at: placeOf(['tools', key, 'effect']),
          },
        }
      : {}),
    ...(by === undefined
      ? {}
      : { approval: { by, ...(how ? { how } : {}), at: placeOf(['tools', key, 'approval', 'by']) } }),
  };
}

function readServerClaim(key: string, value: unknown, placeOf: PlaceOf): ServerClaim {
  const claim = record(value);
  const at = placeOf(['mcp_servers', key]);
  const allowed = list(claim.allowed_tools);
  const scopes = list(claim.scopes) ?? [];
  return {
    key,
    at,
    ...(allowed === undefined
      ? {}
      : {
          allowedTools: {
            names: placed(allowed, ['mcp_servers', key, 'allowed_tools'], placeOf).map(({ value, at }) => ({
              name: value,
              at,
            })),
            at: placeOf(['mcp_servers', key, 'allowed_tools']),
          },
        }),
    scopes: placed(scopes, ['mcp_servers', key, 'scopes'], placeOf),
  };
}

function placed(
  values: readonly unknown[],
  path: readonly string[],
  placeOf: PlaceOf,
): { value: string; at: Place }[] {
  return values.flatMap((value, index) =>
    typeof value === 'string' ? [{ value, at: placeOf([...path, index]) }] : [],
  );
}

function ownControl<K extends 'residency' | 'retention'>(
  key: K,
  controls: Record<string, unknown>,
  placeOf: PlaceOf,
): Partial<Pick<ControlClaims, K>> {
  const claim = record(controls[key]);
  const region = text(claim.region);
  const how = text(claim.how);
  if (region === undefined && how === undefined) return {};
  return { [key]: { ...(region ? { region } : {}), ...(how ? { how } : {}), at: placeOf([key]) } } as Partial<
    Pick<ControlClaims, K>
  >;
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
