import type { ApprovalMode, Containment } from '../../model/index.js';
import type { SyntaxNode } from '../../syntax/node.js';
import type { ModeProfile, SandboxProfile } from './profile.js';
import { firstAt, nodeAt } from './settings.js';

/** The mode of approval that a document states; undefined where it states none. */
export function readMode(
  root: SyntaxNode,
  modes: readonly ModeProfile[],
  containedBy: Containment | undefined,
): ApprovalMode | undefined {
  for (const mode of modes) {
    const node = firstAt(root, mode.at);
    const value = modeValue(node, mode);
    if (!node || value === undefined || mode.hiddenBy?.some((path) => nodeAt(root, path))) continue;
    const asks = asksUnder(root, mode, value);
    if (asks === undefined) continue;
    const setting = `${node.key}: ${value}`;
    return {
      ...(mode.isSwitch ? { stated: setting } : { stated: value, setting }),
      at: node.at(),
      asks,
      edit: mode.edit,
      ...(containedBy && { containedBy }),
    };
  }
  return undefined;
}

/** The value of a mode: a text, or the word for a switch. */
function modeValue(node: SyntaxNode | undefined, { isSwitch }: ModeProfile): string | undefined {
  const { scalar } = node ?? {};
  return typeof scalar === (isSwitch ? 'boolean' : 'string') ? String(scalar) : undefined;
}

function asksUnder(root: SyntaxNode, mode: ModeProfile, value: string): ApprovalMode['asks'] | undefined {
  const off = own(mode.off, value);
  if (off && nodeAt(root, off.at)?.scalar === off.is) return 'human';
  return own(mode.asks, value) ?? mode.otherwise;
}

const own = <T>(table: Readonly<Record<string, T>> | undefined, key: string): T | undefined =>
  table && Object.hasOwn(table, key) ? table[key] : undefined;

/** Whether commands run in a sandbox: a switch, or the name of what holds them (docker, a command). */
export function isSandboxed(root: SyntaxNode, { at, off }: SandboxProfile): boolean {
  const sandbox = firstAt(root, at);
  if (sandbox?.kind === 'object') return sandbox.get('enabled')?.scalar === true;
  const { scalar } = sandbox ?? {};
  return scalar === true || (typeof scalar === 'string' && !off.includes(scalar));
}

/** What limits commands in the sandbox of a client. */
export const CLIENT_SANDBOX: Containment = { by: 'sandbox', of: 'client' };
