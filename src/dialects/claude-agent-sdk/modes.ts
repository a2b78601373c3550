import type { ApprovalMode } from '../../model/index.js';
import {
  type CodeSyntaxNode,
  dependsOn,
  shapeOf,
  type Traced,
  type Value,
  valueOfNode,
  valueWhere,
} from '../../program/index.js';
import type { SyntaxNode } from '../../syntax/node.js';
import type { ComputedMode } from '../clients/modes.js';
import {
  type Setting,
  settingOf,
  settingWithin,
  unsetValues,
  whenUnset,
} from '../frameworks/deciders/unset.js';
import { type FoundAgent, type VendorReading, textOf } from '../frameworks/framework.js';
import { modeOf, spelt } from './clients.js';

/** How much a mode asks, the least first. */
const ORDER: readonly ApprovalMode['asks'][] = [
  'nobody',
  'except-edits',
  'as-model-decides',
  'another-model',
  'human',
];

const asksLess = (one: ApprovalMode, other: ApprovalMode | undefined): boolean =>
  other === undefined || ORDER.indexOf(one.asks) < ORDER.indexOf(other.asks);

/**
 * The mode of a run that its program changes while it runs: the one that asks least. A change under a condition, or to a
 * mode that is computed, is listed.
 */
export function changedMode(
  stated: ApprovalMode | undefined,
  found: FoundAgent,
  reading: VendorReading,
): ApprovalMode | undefined {
  const method = spelt('setPermissionMode', found.rows.language);
  let mode = stated;
  for (const call of reading.callsOn(found, method)) {
    const given = modeGiven(call);
    const next = given && modeOf(textOf(given), given.written(), found.rows.language);
    // A mode that is not known may be any.
    if (given && !next && textOf(given) === undefined) noteOpen(found, method, given.written());
    if (!next || next.asks === 'human' || !asksLess(next, mode)) continue;
    if (call.call?.isConditional) noteOpen(found, method, call.written());
    else
      mode = {
        ...next,
        setting: `${method}: ${next.stated}`,
        remedy: {
          text: `Decide what may run without approval, and remove this call of \`${method}\`: the mode of the options then counts.`,
        },
      };
  }
  return mode;
}

/** Flags of the command line that set a mode: one that skips all approvals, and one with the mode as its value. */
const SKIP = 'dangerously-skip-permissions';
const MODE = 'permission-mode';

/** The flags that `flaggedMode` reads. */
export const MODE_FLAGS: readonly string[] = [SKIP, MODE];

/** The mode of a run with the flags that its options pass on to the command line. A flag applies if it asks less. */
export function flaggedMode(
  stated: ApprovalMode | undefined,
  flags: CodeSyntaxNode | undefined,
  { agent, rows: { language } }: FoundAgent,
): ApprovalMode | undefined {
  const option = spelt('extraArgs', language);
  const flag = MODE_FLAGS.find((one) => flags?.keys().includes(one));
  if (flag === undefined) return stated;
  const value = flag === SKIP ? 'bypassPermissions' : textOf(flags?.get(flag));
  const next = modeOf(value, flags?.get(flag)?.at('key') ?? agent.at, language);
  if (!next || next.asks === 'human' || !asksLess(next, stated)) return stated;
  const text = `Decide what may run without approval, and remove \`${flag}\` from \`${option}\`: the mode of the options then counts.`;
  return { ...next, setting: `${option}: ${flag}`, remedy: { text } };
}

const modeGiven = ({ call }: CodeSyntaxNode): CodeSyntaxNode | undefined =>
  call?.positional[0] ?? call?.named.get('mode');

function noteOpen({ agent, unresolved }: FoundAgent, method: string, at: ApprovalMode['at']): void {
  unresolved.push({
    what: `the mode of \`${agent.name}\``,
    why: `\`${method}\` may change it while it runs, to one that requires less approval`,
    at,
  });
}

/** What a computed mode may be: where no setting is set, and no caller passes anything; and by the setting that decides it. */
export function computedMode(node: SyntaxNode): ComputedMode {
  const { may = [] } = node as CodeSyntaxNode;
  const mode = valueOfNode(node as CodeSyntaxNode);
  const setting = whenUnset(mode) && settingAlone(mode);
  return {
    // The callers of functions pass nothing either.
    byDefault: valueWhere(mode, unsetValues(mode, true))?.value,
    ...(setting && { setting: { name: setting.name, values: may.map(({ scalar }) => scalar) } }),
  };
}

/** The setting by which alone a value is computed. */
function settingAlone(value: Value): Setting | undefined {
  const isOther = (one: Traced): boolean | undefined => {
    if (settingOf(one)) return false;
    const shape = shapeOf(one);
    if (shape.kind === 'either' && shape.members.length === 0) return true;
    return shape.kind === 'parameter' || shape.kind === 'name' || shape.kind === 'self' || undefined;
  };
  return dependsOn(value, isOther) === false ? settingWithin(value) : undefined;
}
