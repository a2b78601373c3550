import { parseHttp } from './http.js';
import { parseJson } from './json.js';
import type { Format, SourceDocument } from './node.js';
import { parseYaml } from './yaml.js';

export * from './node.js';
export { loadParsers } from './parsers.js';

const FORMATS: Readonly<Record<string, Format>> = {
  json: 'json',
  jsonc: 'jsonc',
  yaml: 'yaml',
  yml: 'yaml',
  http: 'http',
  rest: 'http',
};

/** The format that a file's name stands for, in any case; undefined where it is none that is read. */
export function formatOf(path: string): Format | undefined {
  const dot = path.lastIndexOf('.');
  if (dot < 0 || path.includes('/', dot)) return undefined;
  const extension = path.slice(dot + 1).toLowerCase();
  return Object.hasOwn(FORMATS, extension) ? FORMATS[extension] : undefined;
}

/**
 * Reads one file. What is wrong with it stands in `problems`; nothing about the text makes it throw. A byte-order mark
 * is taken off, and positions count without it. Throws only where `loadParsers` was not called for the format.
 */
export function parseDocument(file: string, format: Format, text: string): SourceDocument {
  const plain = text.startsWith('\ufeff') ? text.slice(1) : text;
  switch (format) {
    case 'yaml':
      return parseYaml(file, plain);
    case 'http':
      return parseHttp(file, plain);
    default:
      return parseJson(file, format, plain);
  }
}
