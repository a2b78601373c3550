import type { Opening } from '../../model/index.js';
import type { SyntaxNode } from '../../syntax/node.js';
import { stringOf } from '../agents/tool.js';
import type { OpeningProfile, SettingCondition, SettingProfile } from './profile.js';
import { nodeAt, nodesAt, textsOf } from './settings.js';

/** Entries of one list that are reported one by one. */
const MOST_ENTRIES = 200;

/** What the settings of a document open, as the profile of their client says. */
export function openingsIn(root: SyntaxNode, profiles: readonly OpeningProfile[]): Opening[] {
  return profiles.flatMap((profile): Opening[] => {
    const { unlessSome } = profile;
    if (unlessSome && nodesAt(root, unlessSome.at).some((node) => isSuch(node, unlessSome))) return [];
    const each = (node: SyntaxNode) => (node.kind === 'array' ? node.items().slice(0, MOST_ENTRIES) : [node]);
    return settingsAs(root, profile, each).map((node) => openingOf(node, profile));
  });
}

/** The settings of a document that are as a profile says. `each`: what counts by itself at its path. */
export function settingsAs(
  root: SyntaxNode,
  profile: SettingProfile,
  each: (node: SyntaxNode) => readonly SyntaxNode[],
): SyntaxNode[] {
  const { at, when = [], unless = [] } = profile;
  if (!when.every((one) => isMetBy(root, one)) || unless.some((one) => isMetBy(root, one))) return [];
  return nodesAt(root, at).flatMap((node) => each(node).filter((one) => isAs(one, profile)));
}

/** Whether a setting has one of the values, or any value where none is named. */
export function isMetBy(root: SyntaxNode, { at, values, pattern }: SettingCondition): boolean {
  return nodesAt(root, at).some((node) =>
    (node.kind === 'array' ? node.items() : [node]).some(
      ({ scalar, kind }) =>
        values?.some((value) => value === scalar) ??
        pattern?.test(typeof scalar === 'string' ? scalar : '') ??
        kind !== 'null',
    ),
  );
}

function isAs(node: SyntaxNode, { key, values, pattern, has, lacks }: SettingProfile): boolean {
  if (key && !key.test(String(node.key))) return false;
  const { scalar } = node;
  if (values && !values.some((value) => value === scalar)) return false;
  return (!pattern || pattern.test(stringOf(node) ?? '')) && isSuch(node, { has, lacks });
}

/** Whether a node has the keys that it must have, and lacks others. */
const isSuch = (
  node: SyntaxNode,
  { has = [], lacks = [] }: { [Key in 'has' | 'lacks']?: SettingProfile[Key] | undefined },
): boolean =>
  has.every((one) => isMetBy(node, one)) &&
  lacks.every(({ at, pattern, values }) => {
    const stated = nodeAt(node, at);
    if (stated === undefined) return true;
    if (values) return !textsOf(stated).some((text) => values.includes(text));
    return pattern !== undefined && !pattern.test(stringOf(stated) ?? '');
  });

function openingOf(
  node: SyntaxNode,
  { kind, says, edit, level, named, placed, isNameOnly }: OpeningProfile,
): Opening {
  const at = ((placed && nodeAt(node, placed)) ?? node).at();
  const shown = named ?? placed;
  const { scalar } = shown ? (nodeAt(node, shown) ?? node) : node;
  const value = scalar === undefined || scalar === null ? undefined : String(scalar);
  const filled = (text: string) => text.replaceAll('{value}', value ?? '').replaceAll('{path}', at.path);
  return {
    kind,
    stated: value === undefined || isNameOnly ? at.path : `${at.path}: ${value}`,
    says: filled(says),
    edit: filled(edit),
    ...(level && { level }),
    at,
  };
}
