import {
  type AgentSystem,
  type ClaimTarget,
  codeSpan,
  type EditableNode,
  type EditRemedy,
  type PlainMembers,
  type PlainValue,
  type RuleContext,
  placeSpan,
} from '../model/index.js';
import { isMembers } from '../syntax/edit/change.js';
import { jsonOf } from '../syntax/edit/json.js';
import { yamlFlow, yamlKey } from '../syntax/edit/yaml-text.js';

/** What a claim needs to know beside the system. */
export type ClaimContext = Pick<RuleContext, 'claims'>;

/**
 * How a control is claimed: in an agent config itself, else as an item under `attestations` of the configuration nearest to the
 * file, which is made at the root where there is none. The text can be pasted into the file that it names. `what`
 * completes the title of the edit: `a person approves \`x\``.
 */
export function claimRemedy(
  { controls: own, file }: AgentSystem,
  { claims }: ClaimContext,
  controls: PlainMembers,
  what: string,
): EditRemedy {
  const title = `Claim: ${what}`;
  if (own)
    return {
      text: statements({ file, node: own }, { controls }),
      repair: { title, edits: () => own.edit()?.merge({ controls }) },
    };
  const project = claims?.();
  const entry = project?.entry(controls) ?? { files: file, controls, reason: '' };
  return {
    text: attestationText(project?.target ?? { file: CONFIGURATION }, entry),
    repair: { title, edits: () => project?.attest(controls) },
  };
}

/** The configuration of a project that has none yet. */
const CONFIGURATION = 'agent-lint.config.yaml';

/** One item of the list, which can be pasted beside others. */
function attestationText({ file }: ClaimTarget, entry: PlainMembers): string {
  const list = [...membersAt(file), 'attestations'].join('.');
  const item = isJson(file) ? jsonOf(entry) : `- ${yamlFlow(entry)}`;
  return `Claim it in ${placeSpan(file)} under ${codeSpan(list)}, with your own \`reason\`: ${codeSpan(item)}.`;
}

/** The sentence that adds members to a file: below those of their keys that are there already. */
function statements({ file, node }: ClaimTarget, members: PlainMembers): string {
  return additions(node, members, membersAt(file))
    .map(({ under, key, value, isThere }) => {
      const written = isJson(file) ? jsonOf(value) : yamlFlow(value);
      if (isThere)
        return `Claim it in ${placeSpan(file)}: set ${codeSpan([...under, key].join('.'))} to ${codeSpan(written)}.`;
      const member = isJson(file) ? `${JSON.stringify(key)}: ${written}` : `${yamlKey(key)}: ${written}`;
      return under.length === 0
        ? `Claim it in ${placeSpan(file)}: ${codeSpan(member)}.`
        : `Claim it under ${codeSpan(under.join('.'))} in ${placeSpan(file)}: ${codeSpan(member)}.`;
    })
    .join(' ');
}

interface Addition {
  under: readonly string[];
  key: string;
  value: PlainValue;
  /** Another value is there, which this one replaces. */
  isThere: boolean;
}

function additions(
  node: EditableNode | undefined,
  members: PlainMembers,
  under: readonly string[],
): Addition[] {
  return Object.entries(members).flatMap(([key, value]): Addition[] => {
    const there = node?.get(key);
    if (there?.kind === 'object' && isMembers(value)) return additions(there, value, [...under, key]);
    return [{ under, key, value, isThere: there !== undefined }];
  });
}

/** The key of a file that holds our configuration. */
const membersAt = (file: string) => (/(?:^|\/)package\.json$/.test(file) ? ['agent-lint'] : []);

const isJson = (file: string) => /\.jsonc?$/.test(file);

/** A sentence as the end of another one: `If a person approves it, claim it in ...`. */
export const asClause = (sentence: string): string => sentence.charAt(0).toLowerCase() + sentence.slice(1);

/** Where the effect of a tool is declared, as the end of a sentence. */
export function effectPlace({ controls }: AgentSystem, { claims }: ClaimContext): string {
  if (controls) return 'under `controls.tools`';
  return `under \`tools\` in ${placeSpan(claims?.()?.target.file ?? CONFIGURATION)}`;
}
