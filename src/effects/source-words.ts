import type { EffectSource } from '../model/effect.js';

const PLAIN: Record<Exclude<EffectSource, { words: string }>['from'], string> = {
  declared: 'declared',
  kind: 'its kind',
  annotations: 'its annotations',
  'agent-tools': 'the tools of its agent',
  nothing: 'nothing says what it does',
  'unknown-command': 'the command is not known',
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
      return `inferred from ${sourceWords(source)}`;
    default:
      return `known from ${sourceWords(source)}`;
  }
}
