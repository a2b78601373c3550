import { codeSpan } from '../model/code-span.js';
import type { EffectSource } from '../model/effect.js';
import { placeWords } from '../model/place.js';
import type { Housekeeping } from '../model/tool.js';

type PlainSource = Exclude<EffectSource, { words: string } | { from: 'whole-body' }>['from'];

const PLAIN: Record<PlainSource, string> = {
  declared: 'declared',
  kind: 'its kind',
  annotations: 'its annotations',
  'agent-tools': 'the tools of its agent',
  nothing: 'nothing says what it does',
  'unknown-command': 'the command is not known',
  'part-of-body': 'its body is followed in part, because it takes too many steps',
};

/** Where an effect is known from, as a noun: `declared`, `its name: "refund"`, `the command \`git push\``. */
export function sourceWords(source: EffectSource): string {
  switch (source.from) {
    case 'name':
    case 'type':
    case 'description': {
      const { written } = source;
      const quoted = written === undefined ? `"${source.words}"` : `"${written}" (${source.words})`;
      const words = `its ${source.from}: ${quoted}`;
      return source.terminal ? `${words}, and its description mentions a terminal` : words;
    }
    case 'http-method':
      return `its HTTP method: "${source.words}"`;
    case 'sandbox':
      return `its sandbox: "${source.words}"`;
    case 'command':
      return `the command \`${source.words}\``;
    case 'script-name':
      return `the name of the script in \`${source.words}\``;
    case 'any-script':
      return `the folder \`${source.words}\``;
    case 'body':
      return `its body, which ${callIn(source)}`;
    case 'whole-body':
      return source.instead
        ? `its whole body, which does nothing of the kind that ${sourceWords(source.instead)} suggests`
        : 'its whole body, which acts on nothing outside the program';
    default:
      return PLAIN[source.from];
  }
}

/** How an effect is known, as it is in brackets behind a message: `inferred from its name: "refund"`. */
export function howKnown(source: EffectSource): string {
  switch (source.from) {
    case 'declared':
      return 'declared';
    case 'annotations':
      return 'stated in its annotations';
    case 'name':
    case 'type':
    case 'description':
    case 'http-method':
    case 'agent-tools':
    case 'script-name':
      return `inferred from ${sourceWords(source)}`;
    case 'body':
      return callIn(source);
    default:
      return `known from ${sourceWords(source)}`;
  }
}

/** A call of a body and its place: `runs \`rmtree(path)\` (\`shutil.rmtree\`) at ops.py:4`. */
function callIn({ call, runs, at }: EffectSource & { from: 'body' }): string {
  const known = runs === undefined ? '' : ` (${codeSpan(runs)})`;
  return `runs ${codeSpan(call)}${known} at ${placeWords(at)}`;
}

/** Why an irreversible call of a body is no deed of its tool. */
export const HOUSEKEEPING: Readonly<Record<Housekeeping, string>> = {
  'not-taken': 'no call of the tool takes its branch',
  'not-decided': 'the call of the tool does not decide it',
  'made-by-this-call': 'the same call made it',
  'put-back': 'the same call puts it back under the same key',
  'by-age': 'only what is old is removed',
  rotation: 'only the oldest of several are removed',
  log: 'it is in a log',
  alert: 'it only says that something failed',
};
