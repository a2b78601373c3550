import { patternProblem } from '../assess/mcp/identity.js';
import { CODE_MARKS } from '../dialects/code-marks.js';
import { DIALECTS } from '../dialects/index.js';
import { isRegion, regionMeant } from '../facts/regions.js';
import { VENDORS } from '../facts/vendors.js';
import { isRealDate } from '../model/date.js';
import { nearest } from '../model/nearest.js';
import { isReadyMade } from '../model/unfilled.js';
import type { SyntaxNode } from '../syntax/index.js';
import { globProblem } from './globs.js';
import { type ConfigProblem, problemAt } from './problem.js';

/** What a schema cannot say: real dates, known regions, vendors and dialects, patterns of servers, globs of bounded size. */
export function meaningProblems(root: SyntaxNode): ConfigProblem[] {
  const overrides = listed(root.get('overrides'));
  const entries = [...listed(root.get('attestations')), ...listed(root.get('ignore'))];
  const dialects = root.get('dialects');
  const globs = [root.get('exclude'), ...[...overrides, ...entries].map((entry) => entry.get('files'))];
  for (const key of dialects?.keys() ?? []) globs.push(dialects?.get(key));
  return [
    ...[root, ...overrides].flatMap((node) =>
      texts(node.get('requirements')?.get('residency')).flatMap(regionProblems),
    ),
    ...entries.flatMap((entry) => texts(entry.get('until')).flatMap(dateProblems)),
    ...listed(root.get('attestations')).flatMap((entry) => reasonProblems(entry.get('reason'), 'claim')),
    ...members(root.get('tools')).flatMap((tool) => reasonProblems(tool.get('because'), 'declared effect')),
    ...['allow', 'deny'].flatMap((key) => texts(root.get('servers')?.get(key)).flatMap(serverProblems)),
    ...texts(root.get('vendor')).flatMap((node) => unknown(node, 'vendor profile', VENDORS)),
    ...overrides.flatMap((node) =>
      texts(node.get('dialects')).flatMap((one) => unknown(one, 'dialect', READ_AS)),
    ),
    ...dialectKeys(dialects),
    ...globs.flatMap((node) => texts(node).flatMap(globProblems)),
  ];
}

type Text = SyntaxNode & { readonly scalar: string };

/** Dialects that a file can be proposed for: those of documents. */
const DIALECT_NAMES = DIALECTS.map((dialect) => dialect.name);
/** What a file may turn out to be: those of programs, too. */
const READ_AS = [...new Set([...DIALECT_NAMES, ...CODE_MARKS.map((mark) => mark.dialect)])];

const members = (node: SyntaxNode | undefined) => (node?.keys() ?? []).flatMap((key) => node?.get(key) ?? []);

const listed = (node: SyntaxNode | undefined) =>
  (node?.items() ?? []).filter((item) => item.kind === 'object');

/** A text, or the texts of a list. */
function texts(node: SyntaxNode | undefined): Text[] {
  if (node === undefined) return [];
  const nodes = node.kind === 'array' ? node.items() : [node];
  return nodes.filter((one): one is Text => typeof one.scalar === 'string');
}

function regionProblems(node: Text): ConfigProblem[] {
  if (isRegion(node.scalar)) return [];
  const message = `Unknown region \`${node.scalar}\`: use eu, eea, any or two-letter country codes (ISO 3166-1).`;
  return [problemAt(node.at(), message, regionMeant(node.scalar))];
}

function dateProblems(node: Text): ConfigProblem[] {
  if (isRealDate(node.scalar)) return [];
  return [problemAt(node.at(), `Invalid date \`${node.scalar}\`: write the last day as YYYY-MM-DD.`)];
}

/** A claim is a person's to make, so a reason that was not written by one is none. */
function reasonProblems(node: SyntaxNode | undefined, what: string): ConfigProblem[] {
  if (typeof node?.scalar !== 'string') return [];
  const reason = node.scalar.trim();
  const why =
    reason === '' ? 'has no reason yet' : isReadyMade(reason) ? 'has a ready-made reason' : undefined;
  if (why === undefined) return [];
  return [problemAt(node.at('key'), `This ${what} ${why}: write what makes it true, and how you know.`)];
}

/** A pattern that can mean no server would deny nothing, and nobody would see it. */
function serverProblems(node: Text): ConfigProblem[] {
  const problem = patternProblem(node.scalar);
  return problem ? [problemAt(node.at(), problem.message, problem.meant)] : [];
}

function unknown(node: Text, what: string, known: readonly string[]): ConfigProblem[] {
  if (known.includes(node.scalar)) return [];
  return [
    problemAt(
      node.at(),
      `Unknown ${what} \`${node.scalar}\`. Known: ${known.join(', ')}.`,
      nearest(node.scalar, known),
    ),
  ];
}

function dialectKeys(node: SyntaxNode | undefined): ConfigProblem[] {
  return (node?.keys() ?? []).flatMap((key) => {
    const value = node?.get(key);
    if (value === undefined || DIALECT_NAMES.includes(key)) return [];
    const message = `Unknown dialect \`${key}\`. Known: ${DIALECT_NAMES.join(', ')}.`;
    return [problemAt(value.at('key'), message, nearest(key, DIALECT_NAMES))];
  });
}

function globProblems(node: Text): ConfigProblem[] {
  const problem = globProblem(node.scalar);
  return problem === undefined ? [] : [problemAt(node.at(), `The glob ${problem}.`)];
}
