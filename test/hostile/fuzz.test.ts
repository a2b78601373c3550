import { readdirSync, readFileSync } from 'node:fs';
import { basename, join, resolve } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { lintWorkspace } from '../../src/lint/lint.js';
import type { LintResult } from '../../src/lint/result.js';
import type { Finding, Range } from '../../src/model/index.js';
import { noConfig } from '../../src/model/memory-config.js';
import { workspaceOf } from '../../src/model/memory-workspace.js';
import { renderJson } from '../../src/report/formats/json.js';
import { renderPretty } from '../../src/report/formats/pretty.js';
import { renderInventoryText } from '../../src/report/inventory.js';
import { renderInventoryMermaid } from '../../src/review/inventory-chart.js';
import { loadParsers } from '../../src/syntax/index.js';

const SEED = 20_261_121;
const ROUNDS = 40;
const EXAMPLES = resolve(import.meta.dirname, '../../examples');

/** Numbers below a bound, the same for the same seed (mulberry32, public domain). */
type Chance = (below: number) => number;

function chance(seed: number): Chance {
  let state = seed;
  return (below) => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return Math.floor((((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296) * below);
  };
}

type Mutation = (text: string, chance: Chance) => string;

const KEYS =
  'agent agents model instructions tools type name url mcp_servers environment multi_agent enabled max_concurrent_subagents controls approval by effect tracing guardrails input output runtime headers requirements handoffs delegates_to allowed_tools __proto__ constructor toString <<'.split(
    ' ',
  );
const VALUES = [
  'null',
  '[]',
  '{}',
  '""',
  '-1',
  '1e999',
  'true',
  '[[{}]]',
  '"\\ud800"',
  '9007199254740993',
  '*a',
  '&a x',
];
const PIECES = [
  '\0',
  '\ufeff',
  '\r',
  '\u2028',
  '{',
  '}',
  '[',
  ']',
  '"',
  "'",
  ':',
  '#',
  '\t',
  '---\n',
  '\ud83d',
  '{{',
  '\\',
  '|',
  '🙂',
];

const pick = <T>(among: readonly T[], at: Chance): T => among[at(among.length)] as T;

const MUTATIONS: Record<string, Mutation> = {
  'a byte is flipped': (text, at) => {
    const bytes = Buffer.from(text);
    const index = at(bytes.length);
    bytes[index] = (bytes[index] ?? 0) ^ (1 << at(8));
    return bytes.toString('utf8');
  },
  'the text is cut short': (text, at) => text.slice(0, at(text.length)),
  'the text begins later': (text, at) => text.slice(at(text.length)),
  'a part is missing': (text, at) => {
    const from = at(text.length);
    return text.slice(0, from) + text.slice(from + at(40));
  },
  'a part stands twice': (text, at) => {
    const from = at(text.length);
    return text.slice(0, from + at(200)) + text.slice(from);
  },
  'a character comes in': (text, at) => {
    const from = at(text.length);
    return text.slice(0, from) + pick(PIECES, at) + text.slice(from);
  },
  'a key is another': (text, at) => replaceOne(text, /[A-Za-z_]+(?="?:)/g, pick(KEYS, at), at),
  'a value is of another type': (text, at) => replaceOne(text, /(?<=: )[^\s,{}[\]]+/g, pick(VALUES, at), at),
  'lines change places': (text, at) => {
    const lines = text.split('\n');
    const [one, other] = [at(lines.length), at(lines.length)];
    [lines[one], lines[other]] = [lines[other] ?? '', lines[one] ?? ''];
    return lines.join('\n');
  },
  'line ends change': (text, at) => text.replaceAll('\n', pick(['\r\n', '\r', '\n\n'], at)),
};

function replaceOne(text: string, what: RegExp, by: string, at: Chance): string {
  const found = [...text.matchAll(what)];
  const one = found[at(Math.max(1, found.length))];
  return one ? text.slice(0, one.index) + by + text.slice(one.index + one[0].length) : text;
}

/** Example files by the name under which they are tried. */
const examples = readdirSync(EXAMPLES, { recursive: true, encoding: 'utf8' })
  .filter((path) => /\.(?:agent\.(?:ya?ml|json)|session\.json|http)$/.test(path))
  .sort()
  .map((path): [string, string] => [basename(path), readFileSync(join(EXAMPLES, path), 'utf8')]);

function lintText(file: string, text: string): LintResult {
  return lintWorkspace(workspaceOf({ [file]: text }, true), noConfig(), {
    asOf: '2026-01-01',
    preset: 'strict',
  });
}

/** Whether a range lies inside a text: every line exists, and every column up to the one behind its end. */
function isInside({ start, end }: Range, lines: readonly string[]): boolean {
  const holds = ({ line, column }: Range['start']) =>
    line >= 1 && column >= 1 && line <= lines.length && column <= (lines[line - 1] ?? '').length + 1;
  const inOrder = start.line < end.line || (start.line === end.line && start.column <= end.column);
  return holds(start) && holds(end) && inOrder;
}

function misplaced(findings: readonly Finding[], file: string, text: string): string[] {
  const lines = text.replace(/^\ufeff/, '').split(/\r\n|\n|\r/);
  return findings
    .flatMap((finding) => [finding, ...finding.related])
    .filter((placed) => placed.file !== file || !isInside(placed.range, lines))
    .map((placed) => `${placed.file} ${JSON.stringify(placed.range)} ${placed.message}`);
}

function tryText(file: string, text: string): void {
  const result = lintText(file, text);
  expect(misplaced(result.findings, file, text)).toEqual([]);
  const report = renderJson(result);
  expect(renderJson(lintText(file, text))).toBe(report);
  expect(renderPretty(result, { color: false, source: () => text })).not.toBe('');
  expect(renderInventoryText({ files: [], systems: result.systems })).not.toBe('');
  expect(renderInventoryMermaid({ systems: result.systems, files: [] })).toMatch(/^flowchart LR\n/);
}

beforeAll(() => loadParsers(['json', 'yaml', 'http']));

it('there are examples to mutate, in each format', () => {
  const formats = new Set(examples.map(([name]) => name.slice(name.lastIndexOf('.'))));
  expect([...formats].sort()).toEqual(['.http', '.json', '.yaml']);
});

describe('a mutated example never throws, ends, keeps its places and gives the same result twice', () => {
  it.each(Object.keys(MUTATIONS))('%s', (name) => {
    const mutate = MUTATIONS[name] as Mutation;
    const at = chance(SEED + Object.keys(MUTATIONS).indexOf(name));
    for (let round = 0; round < ROUNDS; round++) {
      const [file, text] = pick(examples, at);
      const mutated = mutate(text, at);
      try {
        tryText(file, mutated);
      } catch (error) {
        throw new Error(`round ${round} of ${file}:\n${mutated}`, { cause: error });
      }
    }
  });

  it('many mutations at once', () => {
    const at = chance(SEED);
    const all = Object.values(MUTATIONS);
    for (let round = 0; round < ROUNDS; round++) {
      const [file, text] = pick(examples, at);
      let mutated = text;
      for (let step = 0; step <= at(8); step++) mutated = pick(all, at)(mutated || ' ', at);
      try {
        tryText(file, mutated);
      } catch (error) {
        throw new Error(`round ${round} of ${file}:\n${mutated}`, { cause: error });
      }
    }
  });
});
