import { type CodeSyntaxNode, grammarOf } from '../../program/index.js';
import type { FrameworkRows } from './rows/row.js';

/** Rules of a language, which hold for every framework in it: no row states them. */
export type Language = FrameworkRows['language'];

export const languageIn = (file: string): Language =>
  grammarOf(file) === 'python' ? 'python' : 'typescript';

/** The language of the file that a node is in. */
export const languageOf = ({ document }: CodeSyntaxNode): Language => languageIn(document.file);

const isPython = (node: CodeSyntaxNode): boolean => languageOf(node) === 'python';

/** What stands between a package and a module below it. */
export const separatorIn = (language: Language): string => (language === 'python' ? '.' : '/');

/** True, false or no value, as a source has it. */
export const wordIn = (language: Language, value: boolean | null): string =>
  language === 'typescript' ? String(value) : value === null ? 'None' : value ? 'True' : 'False';

/** The key of an entry, as a source has it. */
export const keyIn = (language: Language, name: string): string =>
  language === 'typescript' && /^\w+$/.test(name) ? name : JSON.stringify(name);

/** A function of Python is reported at its `def`, a tool of TypeScript at its name. */
export const isReportedAtDefinition = (
  body: CodeSyntaxNode | undefined,
  name: CodeSyntaxNode | undefined,
): body is CodeSyntaxNode => body?.reference?.kind === 'function' && name === undefined && isPython(body);

/** Outside of Python, an object among arguments that have places is no list of options. */
export const namesArguments = (node: CodeSyntaxNode, place: number | undefined): boolean =>
  place === undefined || isPython(node);

/** Tools of TypeScript may be a map, or a function that returns one. */
export const takesMaps = (node: CodeSyntaxNode): boolean => !isPython(node);

/** `new URL(x)` is `x`. */
export const addressIn = (node: CodeSyntaxNode | undefined): CodeSyntaxNode | undefined =>
  (node?.call?.isNew ? node.call.positional[0] : undefined) ?? node;

/** `x.catch(f)` is `x`. */
export const caughtIn = ({ call }: CodeSyntaxNode): CodeSyntaxNode | undefined =>
  call?.name === 'catch' ? call.receiver : undefined;

/** The function of Python for runs that are async has the name of the other one behind an `a`. */
export const isAsyncForm = (node: CodeSyntaxNode, name: string, other: string): boolean =>
  isPython(node) && name === `a${other}`;
