import { fileWords } from '../report/shared/drift.js';
import type { Section } from './document.js';
import type { DecisionInShort, Review, ReviewedWaiver } from './types.js';

/** What the people who decide sign, in the order of the cells of a row. */
export const SIGN_OFF: readonly string[] = ['Decision', 'Conditions', 'Decided by', 'Date', 'Next review'];

/** A row for each decision, filled in as far as the files and options say. */
export function signOffRows(
  decisions: readonly DecisionInShort[],
  waivers: readonly ReviewedWaiver[],
  asOf: string | undefined,
): string[][] {
  const ends = waivers
    .flatMap(({ until, expired }) => (until === undefined || expired ? [] : [until]))
    .sort();
  const [first] = ends;
  const next = first === undefined ? '' : `${first}: the first waiver or claim ends`;
  return decisions.map(({ files, sentences, conditions, assumptions }) => [
    `${fileWords(files)}: ${sentences.join(' ')}`,
    [...conditions, ...assumptions].join(' ') || 'None.',
    '',
    asOf ?? '',
    next,
  ]);
}

/** The last section: what people sign. */
export function signOff({ signOff: fields, signOffRows: rows }: Review): Section {
  const empty = fields.map(() => '');
  return {
    id: 'sign-off',
    title: 'Sign-off',
    blocks: [
      {
        kind: 'table',
        caption: 'A row for each decision; empty cells are for the people who decide',
        head: fields,
        rows: rows.length > 0 ? rows : [empty],
        named: true,
      },
    ],
  };
}
