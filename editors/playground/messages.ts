import type { GrammarFile } from '../../src/program/index.js';
import type { Range } from '../../src/model/index.js';

/** What the page asks its worker to check. */
export interface Asked {
  /** The name of the file: it decides how the text is read. */
  name: string;
  text: string;
  /** Requirements by the names of their options of `agent-lint decide`. */
  requirements: Readonly<Record<string, string | readonly string[] | boolean>>;
}

/** What the page shows. */
export interface Answer {
  /** The lines of the summary of `check`: the counts first, then what was met and what is not known. */
  summary: readonly string[];
  /** Why the file is not read as an agent's, where it is not. */
  notRead?: string;
  notes: readonly string[];
  /** HTML by the id of its section. */
  sections: Readonly<Record<string, string>>;
  /** What `agent-lint inspect` prints. */
  inventory: string;
  /** The place of a finding by its id, where it is in the text. */
  places: Readonly<Record<string, Range | undefined>>;
}

export type ToWorker =
  | { kind: 'check'; asked: Asked }
  | { kind: 'grammar'; grammar: GrammarFile; bytes: Uint8Array };

export type FromWorker =
  | { kind: 'wants'; grammar: GrammarFile }
  | { kind: 'answer'; answer: Answer }
  /** A requirement has a value that does not exist. */
  | { kind: 'mistake'; words: string }
  | { kind: 'failed'; words: string };
