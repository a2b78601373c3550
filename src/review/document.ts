import type { Graph } from './topology/graph.js';
import type { GovernedTool, ReviewedFinding } from './types.js';

/** The meaning of a mark: a shape with a colour, always beside its word. */
export type Mark =
  | GovernedTool['effect']
  | 'gated'
  | 'claimed'
  | 'ungated'
  | 'gate-unknown'
  | 'excluded'
  | 'recommended'
  | 'candidate'
  | 'possible'
  | 'error'
  | 'warning'
  | 'info'
  | 'good'
  | 'bad'
  | 'open'
  | 'plain';

/**
 * A cell of a table: prose (with code between backticks), a name as it is written, or words behind a mark; several of them
 * below or beside each other, or in one sentence; what leads to a place of the page, and such a place.
 */
export type Cell =
  | string
  | { code: string }
  | { mark: Mark; text: string }
  | { lines: readonly Cell[] }
  | { words: readonly Cell[] }
  | { parts: readonly Cell[] }
  | { link: string; cell: Cell }
  | { anchor: string; cell: Cell };

/** Systems that look the same are drawn once, with the files that they are in. */
export interface SystemPicture {
  graph: Graph;
  files: readonly string[];
}

/** A part of a section. Both the page and the Markdown print every part, so that they say the same. */
export type Block =
  | { kind: 'text'; text: string; tone?: 'strong' | 'note'; id?: string }
  | { kind: 'list'; items: readonly Cell[] }
  | Heading
  | {
      kind: 'table';
      caption: string;
      head: readonly string[];
      rows: readonly (readonly Cell[])[];
      /** Its first column names the rows. */
      named?: true;
    }
  /** A card of the first screen. */
  | { kind: 'cards'; cards: readonly Card[] }
  /** Systems as pictures; the tables that say the same are behind them. */
  | { kind: 'pictures'; pictures: readonly SystemPicture[] }
  | { kind: 'legend' }
  | { kind: 'filters'; rules: readonly string[]; agents: readonly string[] }
  /** With the lines below it, each after its label; `count`: the findings that it stands for; `short`: without code. */
  | {
      kind: 'finding';
      id: string;
      finding: ReviewedFinding;
      count: number;
      details: readonly [label: string, Cell][];
      short?: true;
    }
  /** Blocks under a title that the script of the page closes; open where no script runs. */
  | { kind: 'fold'; title: string; blocks: readonly Block[] }
  /** Lines of a text that went (`- `) and came (`+ `). */
  | { kind: 'diff'; lines: readonly string[] };

/** A title within a section. */
export interface Heading {
  kind: 'heading' | 'subheading';
  text: string;
  code?: true;
  /** What others link to. */
  id?: string;
  /** The place that its text leads to. */
  link?: string;
}

export interface Card {
  title: string;
  tone: 'good' | 'bad' | 'open' | 'plain';
  lead: readonly Cell[];
  /** What the lead rests on, in sentences that are never shortened. */
  terms?: readonly Cell[];
  more: readonly Cell[];
  /** Each of `more` takes one line on screen. */
  dense?: true;
}

/** A section of the review; its title is a heading of the second level. */
export interface Section {
  id: string;
  title: string;
  blocks: readonly Block[];
  /** Left out of the list of sections: it is there in some reviews only. */
  unlisted?: true;
}

export const text = (words: string): Block => ({ kind: 'text', text: words });
export const note = (words: string): Block => ({ kind: 'text', text: words, tone: 'note' });
export const listOf = (items: readonly Cell[]): Block[] =>
  items.length > 0 ? [{ kind: 'list', items }] : [];
export const code = (name: string): Cell => ({ code: name });
/** Names beside each other, in as many lines as they need. */
export const words = (items: readonly Cell[]): Cell => ({ words: items });
/** One sentence of several cells. */
export const parts = (items: readonly Cell[]): Cell => ({ parts: items });
export const lines = (items: readonly Cell[]): Cell => ({ lines: items });
