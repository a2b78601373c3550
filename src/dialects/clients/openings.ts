import type { Opening } from '../../model/index.js';
import type { SyntaxNode } from '../../syntax/node.js';
import { stringOf } from '../agents/tool.js';
import type { Lacking, OpeningProfile, SettingCondition } from './profile.js';
import { nodeAt, nodesAt, textsOf } from './settings.js';

/** Entries of one list that are reported one by one. */
const MOST_ENTRIES = 200;

/** What the settings of a document open, as the profile of their client says. */
export function openingsIn(root: SyntaxNode, profiles: readonly OpeningProfile[]): Opening[] {
  return profiles.flatMap((profile): Opening[] => {
    const { when = [], unless = [], unlessSome } = profile;
    if (unlessSome && nodesAt(root, unlessSome.at).some((node) => isSuch(node, unlessSome))) return [];
    if (!when.every((one) => isMetBy(root, one)) || unless.some((one) => isMetBy(root, one))) return [];
    return nodesAt(root, profile.at).flatMap((node): Opening[] =>
      (node.kind === 'array' ? node.items().slice(0, MOST_ENTRIES) : [node]).flatMap((one) =>
        opens(one, profile) ? openingOf(one, profile) : [],
      ),
    );
  });
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

function opens(node: SyntaxNode, { key, values, pattern, has = [], lacks = [] }: OpeningProfile): boolean {
  if (key && !key.test(String(node.key))) return false;
  const { scalar } = node;
  if (values && !values.some((value) => value === scalar)) return false;
  if (pattern && !(typeof scalar === 'string' && pattern.test(scalar))) return false;
  return isSuch(node, { has, lacks });
}

/** Whether a node has the keys that it must have, and lacks others. */
const isSuch = (
  node: SyntaxNode,
  { has, lacks }: { has: readonly SettingCondition[]; lacks: readonly Lacking[] },
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
