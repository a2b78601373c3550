import facts from './kept-requests.json' with { type: 'json' };

/** A field of a request, or a tool in it, that makes the operator keep something. */
export interface KeepingPart {
  /** The name of the client. */
  client: string;
  /** What follows the quoted name; left out: the words of its kind. */
  words?: string;
  /** What to do instead, as a sentence; left out: that of its kind. */
  instead?: string;
}

/** A field by its path; left out of `kind`, any value of it counts. */
export type KeepingField = KeepingPart & { field: string; kind?: 'response' | 'cache' };

/** Tools by the beginnings of their names. */
export type KeepingTool = KeepingPart & { names: readonly string[] };

/** Calls of a client that make its operator keep something, whatever agent is beside them. */
export interface KeepingCall {
  modules: readonly string[];
  calls: readonly string[];
  kind: 'files' | 'conversation';
  words?: string;
  /** The option that is false where nothing is kept. */
  switch?: string;
}

export const KEEPING_FIELDS: readonly KeepingField[] = facts.fields as readonly KeepingField[];
export const KEEPING_TOOLS: readonly KeepingTool[] = facts.tools;

const of = (language: 'typescript' | 'python'): readonly KeepingCall[] =>
  facts.calls.map(({ typescript, python, kind, ...call }) => ({
    ...call,
    kind: kind === 'conversation' ? kind : 'files',
    ...(language === 'python' ? python : typescript),
  }));

/** Calls that keep something beside an agent, by the language of the program. */
export const KEEPING_CALLS = { typescript: of('typescript'), python: of('python') } as const;
