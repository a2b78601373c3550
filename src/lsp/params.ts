import { visible } from '../report/shared/text.js';

/** What a parameter has to be: a type, an object with members, or a list of such. */
type Shape = 'string' | 'number' | { readonly [member: string]: Shape } | readonly [Shape];

const POSITION: Shape = { line: 'number', character: 'number' };
const DOCUMENT: Shape = { textDocument: { uri: 'string' } };
const NOTEBOOK: Shape = { notebookDocument: { uri: 'string' } };
const CELLS: Shape = [{ uri: 'string' }];

/** The parameters that are read, by method. */
const PARAMS: Readonly<Record<string, Shape>> = {
  initialize: {},
  'textDocument/diagnostic': DOCUMENT,
  'textDocument/hover': { ...DOCUMENT, position: POSITION },
  'textDocument/codeLens': DOCUMENT,
  'textDocument/codeAction': {
    ...DOCUMENT,
    range: { start: POSITION, end: POSITION },
    context: { diagnostics: [{}] },
  },
  'workspace/executeCommand': { command: 'string' },
  'textDocument/didOpen': { textDocument: { uri: 'string', version: 'number', text: 'string' } },
  'textDocument/didChange': { ...DOCUMENT, contentChanges: [{ text: 'string' }] },
  'textDocument/didSave': DOCUMENT,
  'textDocument/didClose': DOCUMENT,
  'notebookDocument/didOpen': {
    notebookDocument: { uri: 'string', cells: [{ document: 'string' }] },
    cellTextDocuments: [{ uri: 'string', version: 'number', text: 'string' }],
  },
  'notebookDocument/didChange': { ...NOTEBOOK, change: {} },
  'notebookDocument/didSave': NOTEBOOK,
  'notebookDocument/didClose': { ...NOTEBOOK, cellTextDocuments: CELLS },
  'workspace/didChangeWorkspaceFolders': { event: { added: CELLS, removed: CELLS } },
};

const LONGEST_VALUE = 60;

/** What is wrong with the parameters of a message, in words; undefined: they are as the protocol has them. */
export function wrongParams(method: string, params: unknown): string | undefined {
  const shape = Object.hasOwn(PARAMS, method) ? PARAMS[method] : undefined;
  const wrong = shape && wrongValue(params, shape, 'params');
  return wrong && `\`${method}\`: ${wrong}`;
}

function wrongValue(value: unknown, shape: Shape, name: string): string | undefined {
  if (value === undefined) return `\`${name}\` is missing.`;
  const wrong = (words: string) =>
    `\`${name}\` has to be ${words}, not \`${visible(JSON.stringify(value)).slice(0, LONGEST_VALUE)}\`.`;
  if (typeof shape === 'string') return typeof value === shape ? undefined : wrong(`a ${shape}`);
  if (isList(shape)) {
    if (!Array.isArray(value)) return wrong('a list');
    return firstOf(value.map((one, at) => wrongValue(one, shape[0], `${name}[${at}]`)));
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return wrong('an object');
  const members = value as Readonly<Record<string, unknown>>;
  return firstOf(Object.entries(shape).map(([key, own]) => wrongValue(members[key], own, `${name}.${key}`)));
}

const isList = (shape: Shape): shape is readonly [Shape] => Array.isArray(shape);

const firstOf = (all: readonly (string | undefined)[]) => all.find((one) => one !== undefined);
