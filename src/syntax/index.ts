import type { TextDocument } from './document.js';
import { parseEnvironment } from './environment.js';
import { parseHttp } from './http.js';
import { readBodyFile } from './http-body.js';
import { parseJson } from './json.js';
import { type Json5AsYaml, json5AsYaml } from './json5.js';
import { parseMarkdown } from './markdown.js';
import type { Format, SourceDocument } from './node.js';
import { parseShell } from './shell/index.js';
import { rulesAsYaml } from './starlark.js';
import { parseToml } from './toml.js';
import { parseYaml } from './yaml.js';

export { beginsWithFrontMatter } from './markdown-parts.js';
export * from './node.js';
export { loadParsers } from './parsers.js';
export { mayCallCurl } from './shell/index.js';

const FORMATS: ReadonlyMap<string, Format> = new Map<string, Format>(
  Object.entries({
    json: 'json',
    jsonc: 'jsonc',
    'code-workspace': 'jsonc',
    // A name without an ending: JSON is YAML as well.
    roomodes: 'yaml',
    hook: 'jsonc',
    yaml: 'yaml',
    yml: 'yaml',
    toml: 'toml',
    md: 'markdown',
    mdc: 'markdown',
    http: 'http',
    rest: 'http',
    sh: 'shell',
    bash: 'shell',
    zsh: 'shell',
    mk: 'shell',
    ts: 'code',
    mts: 'code',
    cts: 'code',
    tsx: 'code',
    js: 'code',
    mjs: 'code',
    cjs: 'code',
    jsx: 'code',
    py: 'code',
    pyi: 'code',
    pyw: 'code',
    ipynb: 'code',
  }),
);

/** Names of files that set environment variables of the programs beside them: `.env.production`, `api.Dockerfile`. */
const ENVIRONMENT_NAME = /^(?:\.env(?:\.[\w-]+)*|Dockerfile(?:\.[\w-]+)*|[\w-]+\.Dockerfile|Containerfile)$/i;

/** The format that a file's name stands for, in any case; undefined where it is none that is read. */
export function formatOf(path: string): Format | undefined {
  if (isJson5(path) || isRules(path)) return 'yaml';
  if (path.endsWith('.aws/credentials')) return 'environment';
  const dot = path.lastIndexOf('.');
  if (dot >= 0 && !path.includes('/', dot)) {
    const extension = path.slice(dot + 1);
    const format = FORMATS.get(extension) ?? FORMATS.get(extension.toLowerCase());
    if (format) return format;
  }
  if (setsEnvironment(path)) return 'environment';
  return hasRecipes(path) ? 'shell' : RULES.test(path) ? 'markdown' : undefined;
}

/** Pages of rules for coding agents that have no ending. */
const RULES =
  /(?:^|\/)(?:\.(?:cursorrules|windsurfrules|clinerules|goosehints|roorules|augment-guidelines|rules)|\.continue\/prompts\/[^/]+\.prompt)$/;

/** `Makefile` and its kind, hooks of Git, scripts of PowerShell: names and lines of a shell. */
const hasRecipes = (path: string): boolean =>
  /(?:^|\/)(?:(?:gnu)?makefile|justfile)$|\.mk$|\.(?:ps1|bat|cmd)$|(?:^|\/)\.husky\/[\w-]+$/i.test(path);

function setsEnvironment(path: string): boolean {
  const name = path.slice(path.lastIndexOf('/') + 1);
  const first = name.charAt(0);
  return (
    (first === '.' || /dockerfile|containerfile/i.test(name)) &&
    name.length < 80 &&
    ENVIRONMENT_NAME.test(name)
  );
}

/**
 * Reads one file. What is wrong with it is in `problems`; nothing about the text makes it throw. A byte-order mark
 * is taken off, and positions count without it. Throws only where `loadParsers` was not called for the format.
 */
export function parseDocument(file: string, format: Format, text: string): SourceDocument {
  const document = parseAs(file, format, withoutByteOrderMark(text));
  document.again = (other) => parseDocument(file, format, other);
  return document;
}

function parseAs(file: string, format: Format, text: string): TextDocument {
  switch (format) {
    case 'yaml':
      if (isRules(file)) return parseConverted(file, rulesAsYaml(text));
      return isJson5(file) ? parseConverted(file, json5AsYaml(text)) : parseYaml(file, text);
    case 'toml':
      return parseToml(file, text);
    case 'markdown':
      return parseMarkdown(file, text);
    case 'http':
      return parseHttp(file, text);
    case 'shell':
      return hasRecipes(file) ? parseEnvironment(file, text) : parseShell(file, text);
    case 'environment':
      return parseEnvironment(file, text);
    default:
      return parseJson(file, format, text);
  }
}

const parseConverted = (file: string, { text, blanks }: Json5AsYaml): TextDocument =>
  parseYaml(file, text, blanks);

/** Rules of Codex on commands, in Starlark. */
const isRules = (path: string): boolean => path.endsWith('.rules') && /(?:^|\/)\.codex\/rules\//.test(path);

/** Files whose programs read JSON5: keys without quotes, texts in single ones. */
const isJson5 = (path: string): boolean => path.endsWith('.json5') || /(?:^|\/)openclaw\.json$/.test(path);

/** A text without its byte-order mark, which is no part of it: positions count without it. */
export const withoutByteOrderMark = (text: string) => (text.startsWith('\ufeff') ? text.slice(1) : text);

/** Reads a JSON file that a request sends as its body; what stands for a variable in it (`{{name}}`) is computed at run time. */
export function parseBodyFile(file: string, text: string): SourceDocument {
  return readBodyFile(file, withoutByteOrderMark(text));
}
