import type { AgentHazard, HazardKind, Severity } from '../../model/index.js';
import { redact } from '../../model/secrets.js';
import stated from './hazard-words.json' with { type: 'json' };

/** A hazard in words: what can happen and how we know, then what to change. */
export interface WordedHazard {
  severity: Severity;
  message: string;
  remediation: string;
}

interface Entry extends WordedHazard {
  /** What differs where something is so. */
  when?: Readonly<Record<string, Partial<WordedHazard>>>;
}

type Opens = Extract<HazardKind, { is: 'agentic-setting' }>['opens'];

/** `{name}`: a part of a file as it is shown; `{=name}`: as it is written. */
const WORDS = stated as Readonly<Record<Exclude<HazardKind['is'], 'agentic-setting'> | Opens, Entry>>;

const MOST_SHOWN = 80;

/** A part of a file, as a message names it. */
const shown = (text: string): string => {
  const plain = redact(text.replaceAll(/\s+/g, ' ').replaceAll('`', "'").trim());
  return `\`${plain.length > MOST_SHOWN ? `${plain.slice(0, MOST_SHOWN - 1)}…` : plain}\``;
};

/** Names in a sentence: "`a`, `b` and `c`". */
export function joined(names: readonly string[]): string {
  const all = names.map(shown);
  return all.length < 2 ? all.join('') : `${all.slice(0, -1).join(', ')} and ${all.at(-1) ?? ''}`;
}

const MOST_RIGHTS = 4;

/** What a token may write, in words. */
export const writeAccess = (rights: readonly string[]): string =>
  rights.includes('write-all')
    ? 'write access to everything (`write-all`)'
    : `write access to ${joined(rights.slice(0, MOST_RIGHTS))}`;

/** How grave a hazard is, and its words. */
export function wordsOf({ agent, of }: AgentHazard): WordedHazard {
  const parts: Readonly<Record<string, unknown>> = { ...of, who: agent, ...moreOf(of) };
  const { when = {}, ...words }: Entry = WORDS[of.is === 'agentic-setting' ? of.opens : of.is];
  for (const [fact, other] of Object.entries(when)) if (parts[fact] === true) Object.assign(words, other);
  const fill = (text: string): string =>
    text.replace(/\{(=?)(\w+)\}/g, (_, plain: string, name: string) => {
      const part = parts[name];
      if (Array.isArray(part)) return joined(part.map(String));
      return plain === '' ? shown(String(part)) : String(part);
    });
  return { ...words, message: fill(words.message), remediation: fill(words.remediation) };
}

/** What words say of a hazard beside its own parts. */
function moreOf(of: HazardKind): Readonly<Record<string, string | boolean>> {
  switch (of.is) {
    case 'text-in-options':
      return { isVariable: of.expression.startsWith('$') };
    case 'output-names':
      return { isBranch: of.what === 'branch' };
    case 'write-rights':
      return { isUnstated: of.rights.length === 0, access: writeAccess(of.rights) };
    case 'shared-session':
      return { option: `${of.input}: ${of.value}` };
    case 'agentic-setting':
      // The setting without the right to write.
      return { reading: of.setting.replace(/write.*$/s, of.setting.endsWith('-all') ? 'read-all' : 'read') };
    default:
      return {};
  }
}
