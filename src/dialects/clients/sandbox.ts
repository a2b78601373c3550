import type { Containment, Tool } from '../../model/index.js';
import type { SyntaxNode } from '../../syntax/node.js';
import { textsIn } from '../agents/tool.js';
import { readCommand } from '../commands/commands.js';
import { commandOf } from '../permissions/permission-rules.js';
import type { SandboxProfile } from './profile.js';
import { firstAt, nodeAt } from './settings.js';

/** The sandbox of a client, as far as its documents say what it contains. */
export interface ClientSandbox {
  /** Beginnings of commands that run outside of it, and that do more than read. */
  outside: readonly string[];
  /** Commands inside reach hosts without approval. */
  reachesHosts: boolean;
  /** The model may run a command outside where no approval is required. */
  mayLeave: boolean;
}

/** What limits commands in the sandbox of a client. */
export const CLIENT_SANDBOX: Containment = { by: 'sandbox', of: 'client' };

/** Reads the sandbox, the nearest document first, whose switch decides; undefined where it is off. */
export function readSandbox(
  layers: readonly SyntaxNode[],
  { at, off, on, leave, outside, hosts }: SandboxProfile,
): ClientSandbox | undefined {
  const all = layers.flatMap((layer) => firstAt(layer, at) ?? []);
  const isOn = all.map((one) => switchOf(one, off, on)).find((one) => one !== undefined);
  if (isOn !== true) return undefined;
  const excluded = outside === undefined ? [] : all.flatMap((one) => textsIn(one.get(outside)));
  return {
    outside: excluded.map(({ value }) => commandOf(value).command.replace(/^\*$/, '')).filter(doesMore),
    mayLeave: leave !== undefined && !all.some((one) => one.get(leave)?.scalar === false),
    reachesHosts: hosts !== undefined && all.some((one) => textsIn(nodeAt(one, hosts)).length > 0),
  };
}

/** Whether a document switches the sandbox on: by `enabled`, or by a value that is none of those that switch it off. */
function switchOf(
  node: SyntaxNode,
  off: readonly string[] | undefined,
  on: readonly string[] | undefined,
): boolean | undefined {
  if (node.kind === 'object' || off === undefined) {
    const enabled = node.get('enabled');
    return enabled && enabled.scalar === true;
  }
  const { scalar } = node;
  return scalar === true || (typeof scalar === 'string' && (on?.includes(scalar) ?? !off.includes(scalar)));
}

/** A star alone is every command. */
const doesMore = (command: string) =>
  command === '' || !['read', 'change'].includes(readCommand(command)?.effect ?? 'read');

/**
 * What limits a tool that an entry lets run: the sandbox, if it is a command that runs inside. A command that is called
 * to reach others (`git push`) is not limited where hosts are open. `start`: the beginning of the commands.
 */
export function containmentIn(
  sandbox: ClientSandbox | undefined,
  { kind, effect, openEnded }: Tool,
  start: string,
): Containment | undefined {
  if (!sandbox || sandbox.mayLeave || kind !== 'shell') return undefined;
  if (effect.effect === 'outward' && !openEnded && sandbox.reachesHosts) return undefined;
  const isOutside = sandbox.outside.some((one) => begins(one, start) || begins(start, one));
  return isOutside ? undefined : CLIENT_SANDBOX;
}

/** Whether a command begins with the words of another one. */
const begins = (command: string, start: string) =>
  start === '' || (command.startsWith(start) && !/^[\w-]/.test(command.slice(start.length)));
