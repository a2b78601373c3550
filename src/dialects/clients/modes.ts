import type { ApprovalMode, Remedy, Unresolved } from '../../model/index.js';
import type { SyntaxNode } from '../../syntax/node.js';
import type { Client } from './client.js';
import { isMetBy } from './openings.js';
import type { Asks, ModeProfile } from './profile.js';
import { CLIENT_SANDBOX, type ClientSandbox } from './sandbox.js';
import { firstAt, nodeAt } from './settings.js';

/** What a computed mode may be. */
export interface ComputedMode {
  /** Its value where nothing is set; undefined if it is not known. */
  readonly byDefault: unknown;
  /** The setting that alone decides it, with the values that it may choose. */
  readonly setting?: { readonly name: string; readonly values: readonly unknown[] };
}

/** The mode of approval that a document states; undefined where it states none. `computedAs`: what a computed node may be. */
export function readMode(
  root: SyntaxNode,
  { profile, layers, sandbox }: Client,
  unresolved: Unresolved[],
  computedAs?: (node: SyntaxNode) => ComputedMode,
): ApprovalMode | undefined {
  for (const mode of profile.modes ?? []) {
    const node = firstAt(root, mode.at);
    const { form = 'text' } = mode;
    const stated = modeValue(node, form);
    const { byDefault, setting: chooser } =
      (node && stated === undefined && computedAs?.(node)) || NOT_COMPUTED;
    const opens = (one: unknown): one is string =>
      typeof one === 'string' && ownValue(mode.asks, one) === 'nobody';
    // What a setting or a caller can change is a mode only where its default, or what the setting chooses, lets everything run.
    const isOpen = opens(byDefault);
    const opened = isOpen ? undefined : chooser?.values.find(opens);
    const isKnown = isOpen || (opened !== undefined && typeof byDefault === 'string');
    const value = stated ?? (isKnown ? String(byDefault) : undefined);
    if (!node || value === undefined || mode.hiddenBy?.some((path) => nodeAt(root, path))) continue;
    if (mode.unless?.some((one) => isMetBy(root, one))) continue;
    const at = node.at();
    const key = mode.setting ?? String(node.key);
    const { off, switches } = mode;
    const offSwitch = ownValue(off, value);
    const isOff = offSwitch && layers.some((layer) => nodeAt(layer, offSwitch)?.scalar === switches);
    if (isOff && mode.namesSwitch)
      return {
        stated: `${value}, taken away by ${offSwitch.at(-1)}`,
        at,
        asks: 'human',
        remedy: { text: mode.edit },
      };
    const asks = isOff ? 'human' : (ownValue(mode.asks, value) ?? mode.otherwise);
    if (asks === undefined) {
      if (form === 'text') unresolved.push({ what: key, why: 'its value is not documented', at });
      continue;
    }
    const setting = `${key}: ${value}${isKnown ? ', by default' : ''}`;
    return {
      ...(form === 'text' ? { stated: value, setting } : { stated: setting }),
      at,
      asks,
      remedy: remedyOf(mode, asks, node),
      ...(chooser &&
        opened !== undefined && { opensIf: { set: chooser.name, setting: `${key}: ${opened}` } }),
      ...(sandbox && !(asks === 'nobody' && isLeft(sandbox)) && { containedBy: CLIENT_SANDBOX }),
    };
  }
  return undefined;
}

const NOT_COMPUTED: ComputedMode = { byDefault: undefined };

/** Whether a command may run outside of a sandbox where no approval is required. */
const isLeft = ({ mayLeave, outside }: ClientSandbox): boolean => mayLeave || outside.length > 0;

/** The value of a mode: a text, or the word for a switch. */
function modeValue(node: SyntaxNode | undefined, form: ModeProfile['form']): string | undefined {
  const { scalar } = node ?? {};
  return typeof scalar === (form === 'switch' ? 'boolean' : 'string') ? String(scalar) : undefined;
}

const ownValue = <T>(table: Readonly<Record<string, T>> | undefined, key: string): T | undefined =>
  table && Object.hasOwn(table, key) ? table[key] : undefined;

/** What brings the approval back. */
function remedyOf({ edit, reset }: ModeProfile, asks: Asks, node: SyntaxNode): Remedy {
  if (asks !== reset?.of) return { text: edit.replaceAll('{path}', node.path()) };
  const { to, edit: text = edit } = reset;
  const editor = () => node.at().edit?.();
  const repair =
    to === undefined
      ? { title: `Remove \`${String(node.key)}\``, edits: () => editor()?.remove() }
      : { title: `Set the mode to \`${to}\``, edits: () => editor()?.replace(to) };
  return { text: text.replaceAll('{path}', node.path()), repair };
}
