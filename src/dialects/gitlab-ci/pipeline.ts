import type { Place, Unresolved } from '../../model/index.js';
import { parseDocument } from '../../syntax/index.js';
import type { SyntaxNode } from '../../syntax/node.js';
import { stringOf } from '../agents/tool.js';
import { type Value, readValue, readValues, type Workflow, type WorkflowJob } from '../ci/workflow.js';
import type { ReadContext } from '../dialect.js';
import facts from './facts.json' with { type: 'json' };

export const NAME = /(?:^|\/)(?:[\w.-]*\.gitlab-ci\.ya?ml|\.gitlab(?:-ci)?\/.*\.ya?ml)$/;

/** A pipeline, with what it includes. */
export interface Pipeline extends Workflow {
  jobs: ReadonlyMap<string, PipelineJob>;
  /** Where the first job is that is not read. */
  more?: Place | undefined;
  /** What it includes and is not read: files of other projects and addresses, components, templates, computed paths. */
  unread: readonly Unresolved[];
  /** The text of a file of the project, by its path from the folder that the pipeline is for. */
  read(path: string): string | undefined;
}

/** A job of a pipeline: each command of its script is a step. */
export interface PipelineJob extends WorkflowJob {
  /** What it asks before it is a part of a pipeline: its rules, else those of the pipeline. */
  rules?: readonly Rule[] | undefined;
  when?: Value | undefined;
  /** The kinds of pipelines that an older form of rules names. */
  only?: { names: readonly (string | undefined)[]; at: Place } | undefined;
  /** The file that the pipeline includes, in which it is, and where it includes it. */
  included?: Included | undefined;
}

export interface Rule {
  if: string;
  when: string | undefined;
  at: Place;
}

/** A file of the project that a pipeline includes. */
interface Included {
  at: Place;
  path: string;
  root: SyntaxNode;
}

const RESERVED: ReadonlySet<string> = new Set(facts.reserved);
export const MOST_JOBS = 200;
const MOST_INCLUDED = 50;

/** Reads a pipeline with the files of the project that it includes. */
export function readPipeline(root: SyntaxNode, { readBeside }: ReadContext): Pipeline {
  const { file } = root.document;
  const folder = /^(.*\/)?\.gitlab(?:-ci)?\//.exec(file)?.[1] ?? file.slice(0, file.lastIndexOf('/') + 1);
  const read = (path: string): string | undefined => readBeside?.(folder + path);
  const { files, unread } = includedBy(root, read);
  const roots = [root, ...files.map((one) => one.root)];
  const jobs = new Map<string, PipelineJob>();
  const pipeline: Pipeline = {
    file,
    events: [],
    inputs: new Map(),
    outputs: new Map(),
    env: new Map([...roots].reverse().flatMap((one) => [...readValues(one.get('variables'))])),
    jobs,
    steps: [],
    unread,
    read,
    more: root.get(namesOf(root)[MOST_JOBS] ?? '')?.at('key'),
  };
  for (const from of [undefined, ...files]) {
    const source = from?.root ?? root;
    for (const name of namesOf(source).slice(0, MOST_JOBS)) {
      const node = source.get(name);
      if (node && !jobs.has(name)) jobs.set(name, readJob(name, node, { pipeline, roots, from }));
    }
  }
  return pipeline;
}

/** The names of the jobs of a file. */
const namesOf = (root: SyntaxNode): string[] =>
  root.keys().filter((name) => !RESERVED.has(name) && !name.startsWith('.'));

function readJob(
  name: string,
  node: SyntaxNode,
  { pipeline, roots, from }: { pipeline: Pipeline; roots: readonly SyntaxNode[]; from: Included | undefined },
): PipelineJob {
  const find = (one: string): SyntaxNode[] => roots.flatMap((root) => root.get(one) ?? []);
  // Of a job that several files state, the pipeline's own keys count first.
  const own = find(name);
  const all = [...own, ...own.flatMap((one) => basesOf(one, find))];
  const first = (key: string, among = all): SyntaxNode | undefined =>
    among.map((one) => one.get(key)).find((one) => one !== undefined);
  const usual = [...all, ...find('default')];
  const lines = ['before_script', 'script', 'after_script'].flatMap((key) => linesOf(first(key, usual)));
  const rules = first('rules') ?? roots[0]?.get('workflow')?.get('rules');
  const only = first('only');
  return {
    name,
    workflow: pipeline,
    needs: [],
    with: new Map(),
    env: new Map([...all].reverse().flatMap((one) => [...readValues(one.get('variables'))])),
    outputs: new Map(),
    secrets: 'inherit',
    steps: lines.map((run, index) => ({
      index,
      run,
      language: 'shell',
      with: new Map(),
      env: new Map(),
      mayFail: false,
      at: () => run.at(),
      all: () => run.text,
    })),
    matrix: { listed: new Map(), computed: new Map() },
    runner: [],
    environment: first('environment') !== undefined,
    mayFail: false,
    at: () => node.at(),
    all: () => JSON.stringify(node.toValue() ?? ''),
    rules: rules?.items().map((rule) => ({
      if: stringOf(rule.get('if')) ?? '',
      when: stringOf(rule.get('when')),
      at: rule.at(),
    })),
    when: readValue(first('when')),
    only: only && { names: [stringOf(only), ...only.items().map(stringOf)], at: only.at() },
    included: from,
  };
}

/** The jobs that a job extends, the nearest first: one level. */
function basesOf(node: SyntaxNode, find: (name: string) => readonly SyntaxNode[]): SyntaxNode[] {
  const stated = node.get('extends');
  const one = stringOf(stated);
  const names = one === undefined ? (stated?.items() ?? []).map((item) => stringOf(item) ?? '') : [one];
  return names.reverse().flatMap(find);
}

/** The commands of a script: a text, or a list of texts and lists. */
function linesOf(node: SyntaxNode | undefined): Value[] {
  const line = stringOf(node) === undefined ? undefined : readValue(node);
  if (line) return [line];
  return (node?.items() ?? []).flatMap((item) =>
    item.kind === 'string' || item.kind === 'array' ? linesOf(item) : [],
  );
}

/** What a pipeline includes: a text or a map, or a list of them. */
const includesOf = (root: SyntaxNode): readonly SyntaxNode[] => {
  const stated = root.get('include');
  return stated?.kind === 'array' ? stated.items().slice(0, MOST_INCLUDED) : stated ? [stated] : [];
};

/** The file that an entry includes, if it is one of the project; undefined for what is elsewhere. */
function localOf(entry: SyntaxNode): { node: SyntaxNode; path: string } | undefined {
  const node = entry.kind === 'object' ? entry.get('local') : entry;
  const path = stringOf(node)?.replace(/^\//, '');
  const isHere = path !== undefined && /^[\w./-]+\.ya?ml$/.test(path) && !path.split('/').includes('..');
  return node && isHere ? { node, path } : undefined;
}

/** What a pipeline includes, with what those files include; those that are read as pipelines themselves are left out. */
function includedBy(
  root: SyntaxNode,
  read: (path: string) => string | undefined,
): { files: Included[]; unread: Unresolved[] } {
  const found = { files: [] as Included[], unread: [] as Unresolved[] };
  const known = new Set([root.document.file]);
  // `place`: where the pipeline itself includes the file in which an entry is.
  const follow = (from: SyntaxNode, place?: Place): void => {
    for (const entry of includesOf(from)) {
      const { node = entry, path } = localOf(entry) ?? {};
      const at = place ?? node.at();
      if (path !== undefined && known.has(path)) continue;
      if (path !== undefined) known.add(path);
      const text = path === undefined ? undefined : read(path);
      if (path === undefined || text === undefined) found.unread.push(unreadInclude(entry, path, place));
      else if (found.files.length >= MOST_INCLUDED)
        found.unread.push(unreadInclude(entry, path, place, true));
      else if (!NAME.test(path)) {
        const { roots, problems } = parseDocument(path, 'yaml', text);
        const [included] = problems.length > 0 ? [] : roots;
        if (!included) continue;
        found.files.push({ at, path, root: included });
        follow(included, at);
      }
    }
  };
  follow(root);
  return found;
}

function unreadInclude(
  entry: SyntaxNode,
  path: string | undefined,
  place: Place | undefined,
  isOver = false,
): Unresolved {
  const kind = entry.kind === 'object' ? (entry.keys()[0] ?? 'include') : 'include';
  const why =
    path === undefined
      ? 'what it includes is not in this project, or its path is computed'
      : isOver
        ? `the pipeline includes more than ${String(MOST_INCLUDED)} files`
        : 'the file is not there';
  return { what: `\`${kind}\` of the pipeline`, why, at: place ?? entry.at() };
}
