import { PLACED_CLIENTS, regionOfModel, regionOfPlace } from '../../facts/regions-hosts.js';
import type { RunsIn } from '../../model/index.js';
import type { Call, CodeSyntaxNode } from '../../program/index.js';
import { stringOf } from '../agents/tool.js';
import { isOf } from './client-search.js';
import { memberOf } from './model-clients.js';

/** Options with the id of a model. */
const IDS = ['model', 'model_id', 'modelId', 'model_name'] as const;

/**
 * Where a model runs, by the call that makes or calls it, and by what that is given or made from: the id of the model,
 * or a place (`createVertex({ location: 'global' })`). Undefined where nothing says so.
 */
export function regionOfCall({ call }: CodeSyntaxNode): RunsIn | undefined {
  if (!call) return undefined;
  const given = call.options.keys().flatMap((key) => call.options.get(key)?.call ?? []);
  const around = [call.target.call, ...call.receivers.map((one) => one.call), ...given];
  return idIn(call) ?? [call, ...around].map((one) => one && placeIn(one)).find((one) => one !== undefined);
}

function idIn({ origin, positional, options }: Call): RunsIn | undefined {
  if (origin?.file !== undefined) return undefined;
  const stated = [positional[0], ...IDS.map((name) => memberOf(options, name))];
  for (const node of stated) {
    const text = stringOf(node);
    const found = text === undefined ? undefined : regionOfModel(text);
    if (node && found) return { ...found, by: text ?? '', at: node.written() };
  }
  return undefined;
}

function placeIn({ origin, options }: Call): RunsIn | undefined {
  if (!origin || origin.file !== undefined) return undefined;
  const names = [origin.module, `${origin.module}.${origin.dotted}`];
  const client = PLACED_CLIENTS.find((one) => names.some((name) => isOf(one, name)));
  for (const option of client?.options ?? []) {
    const node = memberOf(options, option);
    const text = stringOf(node);
    const found = client && text !== undefined ? regionOfPlace(text, client) : undefined;
    if (node && found) return { ...found, by: `${option}: ${text}`, at: node.written() };
  }
  return undefined;
}
