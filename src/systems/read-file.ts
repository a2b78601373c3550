import type { Dialect, Proposal, ReadContext } from '../dialects/dialect.js';
import { DIALECTS } from '../dialects/index.js';
import { isLoaded } from '../dialects/loaded-names.js';
import { holdsRequests } from '../dialects/requests/session-request.js';
import type {
  AgentSystem,
  ConfigLayer,
  Place,
  Position,
  Repair,
  Surface,
  VendorProfile,
  Workspace,
} from '../model/index.js';
import { fixedPlace } from '../model/index.js';
import { keptForText } from '../model/once.js';
import { formatOf, mayCallCurl, parseDocument } from '../syntax/index.js';
import type { Format, SourceDocument, SyntaxNode, SyntaxProblem } from '../syntax/node.js';
import { unreadBecause } from './unread-formats.js';

/** A problem of the file itself, reported by the engine as `file/*`. */
export interface FileProblem {
  /** `internal`: agent-lint failed on it, and the message is the first line of the error. */
  kind: 'unreadable' | 'internal' | SyntaxProblem['kind'];
  message: string;
  at: Place;
  /** It is in a block of code that a page quotes. */
  isQuoted?: true;
  /** No client is known to load its file by itself under its name. */
  isUnloaded?: true;
  repair?: Repair;
}

/** The result of reading one file. */
export interface FileReading {
  path: string;
  /** The dialect that claims it; undefined: no agent is in it. */
  dialect?: string;
  /** Why it is read or not, for `inspect`. */
  reason: string;
  systems: AgentSystem[];
  problems: FileProblem[];
  document?: SourceDocument;
}

/** Facts from other files for a reader. */
export interface FileContext {
  layers: readonly ConfigLayer[];
  vendor: VendorProfile | undefined;
}

/**
 * Reads one file through the dialect that claims it. A name proposes, or a file of the dialect `named` that refers to it;
 * content decides. A file that cannot be read or parsed has problems if a dialect claims it, else a reason.
 */
export function readFile(
  workspace: Workspace,
  path: string,
  context: FileContext,
  named?: string,
): FileReading {
  const byName = proposalFor(path, context.layers);
  const proposal = byName.dialect === undefined && named !== undefined ? statedAs(named) : byName;
  const read = workspace.read(path);
  if (!read.ok) return unreadable(path, proposal, named === undefined ? changedSince(read) : read);
  const format = formatOf(path);
  if (format === undefined) return left(path, 'agent-lint does not read this format');
  if (proposal.dialect === undefined && !mayHoldAgents(format, read.text, path))
    return left(path, 'it defines no agent');
  // Clients take an empty file of settings as none; an agent that is deployed without a word is a mistake.
  const surface = proposal.dialect === undefined ? undefined : surfaceOf(proposal.dialect);
  if (surface === 'developer' && read.text.trim() === '') return left(path, 'it is empty, and sets nothing');
  const beside = {
    ...(context.vendor ? { vendor: context.vendor } : {}),
    readBeside: (other: string): string | undefined => {
      const found = workspace.read(other, path);
      return found.ok ? found.text : undefined;
    },
    filesIn: (folder: string): readonly string[] => workspace.files.filter((one) => one.startsWith(folder)),
  };
  return readDocument(parseDocument(path, format, read.text), proposal, beside);
}

function proposalFor(path: string, layers: readonly ConfigLayer[]): Proposal {
  for (let index = layers.length - 1; index >= 0; index--) {
    const dialect = layers[index]?.proposes(path);
    if (dialect !== undefined) return statedAs(dialect);
  }
  for (const dialect of DIALECTS) if (dialect.proposes?.(path) === true) return proposalOf(dialect.name);
  return {};
}

const PAYLOADS: ReadonlySet<string> = new Set(DIALECTS.flatMap((one) => (one.isPayload ? [one.name] : [])));

const proposalOf = (dialect: string): Proposal =>
  PAYLOADS.has(dialect) ? { dialect, isPayload: true } : { dialect };

const statedAs = (dialect: string): Proposal => ({ ...proposalOf(dialect), isStated: true });

/** The kind of the agents of a dialect: those of programs are products. */
export const surfaceOf = (dialect: string): Surface =>
  DIALECTS.find(({ name }) => name === dialect)?.surface ?? 'product';

/** Whether a document may be of a dialect, by its name and its text: in doubt, it may. */
export const mayHoldDialect = keptForText((path, text) => {
  const format = formatOf(path);
  return (
    format !== undefined && (proposalFor(path, []).dialect !== undefined || mayHoldAgents(format, text, path))
  );
});

/** Most files of a repository can be of no dialect, and are not parsed. */
function mayHoldAgents(format: Format, text: string, path: string): boolean {
  const plain = unescaped(text);
  const formats: Format[] = format === 'markdown' && mayCallCurl(text) ? [format, 'shell'] : [format];
  return DIALECTS.some(
    (dialect) => formats.some((one) => isWrittenIn(dialect, one)) && dialect.mayHold(plain, path),
  );
}

/** A key may be spelled with escapes (`"\u006dcpServers"`). */
function unescaped(text: string): string {
  if (!text.includes('\\u00') && !text.includes('\\x')) return text;
  return text.replace(/\\(?:u00|x)([2-7][\da-f])/gi, (_, code: string) =>
    String.fromCharCode(Number.parseInt(code, 16)),
  );
}

const USUAL_FORMATS: readonly Format[] = ['json', 'jsonc', 'yaml', 'http'];

const isWrittenIn = (dialect: Dialect, format: Format) => (dialect.formats ?? USUAL_FORMATS).includes(format);

function left(path: string, reason: string): FileReading {
  return { path, reason, systems: [], problems: [] };
}

type Unread = Extract<ReturnType<Workspace['read']>, { ok: false }>;

/** A file that has vanished or become a folder since it was found: it is reported as not checked. */
function changedSince(read: Unread): Unread {
  const reason =
    read.problem === 'missing'
      ? 'it was removed during this run'
      : read.isFolder
        ? 'it became a folder during this run'
        : undefined;
  return reason === undefined ? read : { ok: false, problem: 'unreadable', reason };
}

function unreadable(path: string, proposal: Proposal, read: Unread): FileReading {
  if (proposal.dialect === undefined || read.problem === 'left-out' || read.problem === 'missing') {
    return left(path, read.reason);
  }
  const kind = read.problem === 'too-large' ? 'limit' : 'unreadable';
  const at = fixedPlace(path, '', pointAt(read.at ?? { line: 1, column: 1 }));
  return {
    ...left(path, read.reason),
    dialect: proposal.dialect,
    problems: [{ kind, message: read.reason, at }],
  };
}

/** Syntax errors behind the first one are mostly caused by it; repeated keys are independent. */
function firstFaults(problems: readonly SyntaxProblem[]): FileProblem[] {
  const first = problems.find(isFault);
  return problems
    .filter((problem) => problem === first || !isFault(problem))
    .map(({ kind, message, at, isQuoted, repair }) => ({
      kind,
      message,
      at,
      ...(isQuoted ? { isQuoted } : {}),
      ...(repair ? { repair } : {}),
    }));
}

const isFault = ({ kind }: SyntaxProblem) => kind !== 'duplicate-key';

/**
 * The problems of a document without keys that seem repeated behind a syntax error, in YAML before it too, where a text
 * that ends early is read as keys. For each request.
 */
function withoutEchoes({ problems, format }: SourceDocument): readonly SyntaxProblem[] {
  const fault = problems.find(isFault)?.at.range().start;
  if (fault === undefined || format === 'http') return problems;
  return problems.filter((problem) => {
    const { line, column } = problem.at.range().start;
    const isBefore = line < fault.line || (line === fault.line && column < fault.column);
    return isFault(problem) || (format !== 'yaml' && isBefore);
  });
}

const pointAt = (start: Position) => ({ start, end: { line: start.line, column: start.column + 1 } });

const isLenientTo = (name: string | undefined) =>
  DIALECTS.some((dialect) => dialect.name === name && dialect.lenient === true);

const isStrictTo = (name: string | undefined) =>
  DIALECTS.some((dialect) => dialect.name === name && dialect.isStrict === true);

/** What dialects are asked about: the roots of a document, and the text of a script or a file of variables. */
function rootsOf({ roots, body, format }: SourceDocument): readonly SyntaxNode[] {
  return body && (format === 'shell' || format === 'environment') ? [...roots, body] : roots;
}

/** The dialect of a document that does not parse, by its path and its text. */
const ownerOf = ({ file, text }: SourceDocument): string | undefined =>
  DIALECTS.find((dialect) => dialect.ownsBroken?.(file, text) === true)?.name;

function readDocument(document: SourceDocument, proposal: Proposal, beside: ReadContext): FileReading {
  const reading: FileReading = {
    path: document.file,
    reason: document.tolerated?.[0]?.message ?? 'nothing in it could be read',
    systems: [],
    problems: [],
    document,
  };
  let isLenient = false;
  // The dialect that the document is of names it, before those that read beside it.
  let owner: string | undefined;
  let beyond: string | undefined;
  for (const root of rootsOf(document)) {
    let refusal: string | undefined;
    let isNear = false;
    let isTaken = false;
    for (const dialect of DIALECTS) {
      // Lines for curl in Markdown are a root of their own.
      if (!isWrittenIn(dialect, root.document.format) || (isTaken && !dialect.isBeside)) continue;
      const answer = dialect.recognise(root, proposal, beside);
      if (!answer.claimed) {
        if (!isNear && (answer.near === true || dialect.name === proposal.dialect)) refusal = answer.reason;
        isNear ||= answer.near === true;
        continue;
      }
      isLenient ||= dialect.lenient === true;
      if (dialect.isBeside) beyond ??= dialect.name;
      else owner ??= dialect.name;
      reading.dialect = owner ?? beyond ?? dialect.name;
      if (!isTaken) reading.reason = answer.reason;
      const isQuoted = document.format === 'markdown' && root.document.format !== 'markdown';
      for (const one of dialect.read(root, beside))
        reading.systems.push(isQuoted ? { ...one, isQuoted } : one);
      // Requests of one file may go to several services: each dialect reads its own.
      isTaken ||= !dialect.isBeside && !holdsRequests(root);
    }
    if (reading.dialect === undefined) reading.reason = unreadBecause(root, refusal);
  }
  const broken = document.problems.some(isFault);
  const isRefused =
    document.tolerated !== undefined && document.tolerated.length > 0 && isStrictTo(reading.dialect);
  // What is missing from half a document is not absent: only requests of a `.http` file count by themselves.
  if ((broken && document.format !== 'http') || isRefused) reading.systems = [];
  const isOnlyTolerated = document.roots.length === 0 && (document.tolerated?.length ?? 0) > 0;
  // Front matter without an end describes no agent, even if its reader accepts it.
  const isUnended = isOnlyTolerated && document.format === 'markdown';
  const isUnread = broken || isUnended || (isOnlyTolerated && !isLenientTo(proposal.dialect));
  if (reading.dialect === undefined && isUnread) {
    const owner = proposal.dialect ?? ownerOf(document);
    if (owner !== undefined) reading.dialect = owner;
  }
  if ((broken || isRefused) && reading.systems.length === 0)
    reading.reason = 'it does not parse, or is over a limit';
  if (reading.dialect !== undefined) {
    const problems = withoutEchoes(document);
    const { tolerated = [] } = document;
    const isStrict =
      isRefused || (tolerated.length > 0 && (document.file.endsWith('.json') || isUnended) && !isLenient);
    if (isStrict || problems.length > 0)
      reading.problems = firstFaults(isStrict ? [...problems, ...tolerated] : problems);
    const files = () => beside.filesIn?.('') ?? [];
    const isUnloaded = (name = '') => !proposal.isStated && !isLoaded(name, document.file, files);
    for (const one of reading.systems) if (isUnloaded(one.dialect)) one.isUnloaded = true;
    for (const one of reading.problems) if (isUnloaded(reading.dialect)) one.isUnloaded = true;
  }
  return reading;
}
