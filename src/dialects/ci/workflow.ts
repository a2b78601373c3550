import type { CommandLanguage, Place } from '../../model/index.js';
import { keptFor, keptIn } from '../../model/once.js';
import { parseDocument } from '../../syntax/index.js';
import type { SyntaxNode } from '../../syntax/node.js';
import { stringOf } from '../agents/tool.js';
import type { ReadContext } from '../dialect.js';
import { onOf } from './documents.js';

/** A value that is written in a workflow: its text, which a number or a truth value has as well, and its place. */
export interface Value extends Pick<SyntaxNode, 'at' | 'within' | 'edit'> {
  text: string;
}

/** Values by name: variables, inputs, outputs. */
export type Values = ReadonlyMap<string, Value>;

/** What starts a workflow. */
export interface WorkflowEvent {
  name: string;
  at(): Place;
  /** The activity types that it is limited to. */
  types?: readonly string[];
  /** The workflows that a `workflow_run` waits for. */
  workflows: readonly string[];
}

/** A command or an action, with what it is given. */
export interface WorkflowStep {
  /** Where it is among the steps around it. */
  index: number;
  id?: string | undefined;
  name?: string | undefined;
  uses?: Value | undefined;
  run?: Value | undefined;
  /** What its command is written in. */
  language: CommandLanguage;
  /** The folder in which it works. */
  folder?: string | undefined;
  if?: Value | undefined;
  with: Values;
  env: Values;
  /** What comes behind it runs although it failed. */
  mayFail: boolean;
  at(): Place;
  /** All that is written in it. */
  all(): string;
}

/** A job: steps, or a workflow that it calls. */
export interface WorkflowJob {
  name: string;
  workflow: Workflow;
  /** The jobs that have to end before it. */
  needs: readonly string[];
  if?: Value | undefined;
  uses?: Value | undefined;
  with: Values;
  env: Values;
  outputs: Values;
  /** What its token may write, `write-all` for everything; left out where neither it nor its workflow says so. */
  writes?: readonly string[] | undefined;
  /** Names of the secrets that it passes on to a workflow that it calls, or that these are all. */
  secrets: ReadonlySet<string> | 'inherit';
  steps: readonly WorkflowStep[];
  /** The values of its matrix by name; those that are computed, by name or for the whole under `*`. */
  matrix: { listed: ReadonlyMap<string, readonly Value[]>; computed: Values };
  /** Labels of its machine. */
  runner: readonly Value[];
  /** An environment of the repository, which may ask for a review. */
  environment: boolean;
  mayFail: boolean;
  at(): Place;
  all(): string;
}

/** A workflow or a pipeline; of an action of the project, `jobs` is empty and `steps` are its own. */
export interface Workflow {
  file: string;
  name?: string | undefined;
  events: readonly WorkflowEvent[];
  /** What it is given where it is called, with what each is without that. */
  inputs: ReadonlyMap<string, Value | undefined>;
  outputs: Values;
  env: Values;
  jobs: ReadonlyMap<string, WorkflowJob>;
  steps: readonly WorkflowStep[];
}

/** What an action or a workflow of the project is given for its inputs. */
type Given = ReadonlyMap<string, string>;

/** A workflow of GitHub, or an action of a project. */
export const workflowOf = keptFor((root: SyntaxNode): Workflow => readWorkflow(root, plain));

/** A step that stands alone. */
export const stepOf = (node: SyntaxNode): WorkflowStep => readStep(node, 0, plain, {});

/** A value as text. */
export const textOf = (values: Values, name: string): string | undefined => values.get(name)?.text;

/** The value of a name, whatever its case. */
export function keyed<V>(values: ReadonlyMap<string, V>, name: string): V | undefined {
  const own = values.get(name);
  if (own !== undefined) return own;
  for (const [key, value] of values) if (key.toLowerCase() === name) return value;
  return undefined;
}

/** Reads values, with what is given in place of expressions that are inputs. */
function reader(given: Given) {
  const filled = (text: string): string =>
    given.size > 0 && text.includes('${{')
      ? text.replaceAll(
          /\$\{\{\s*inputs\.([\w-]+)\s*\}\}/g,
          (whole, name: string) => given.get(name.toLowerCase()) ?? whole,
        )
      : text;
  const value = (node: SyntaxNode | undefined): Value | undefined =>
    node && {
      text: filled(String(node.scalar ?? '')),
      at: (part, named) => node.at(part, named),
      within: (start, end) => node.within(start, end),
      edit: () => node.edit(),
    };
  const text = (node: SyntaxNode | undefined): Value | undefined =>
    stringOf(node) === undefined ? undefined : value(node);
  const values = (node: SyntaxNode | undefined, below?: string): Values =>
    new Map(
      (node?.keys() ?? []).flatMap((key) => {
        const own = node?.get(key);
        const one = value(below === undefined ? own : own?.get(below));
        return one ? [[key, one] as const] : [];
      }),
    );
  return { value, text, values };
}

type Reader = ReturnType<typeof reader>;

const plain = reader(new Map());

/** A value, and the values of a map, as they are written. */
export const { value: readValue, values: readValues } = plain;

/** A text, or the texts of a list. */
const textsOf = (node: SyntaxNode | undefined): string[] => {
  const one = stringOf(node);
  return one === undefined ? (node?.items() ?? []).flatMap((item) => stringOf(item) ?? []) : [one];
};

function readWorkflow(root: SyntaxNode, read: Reader): Workflow {
  const called = onOf(root)?.get('workflow_call') ?? root;
  const inputs = called.get('inputs');
  const jobs = new Map<string, WorkflowJob>();
  const workflow: Workflow = {
    file: root.document.file,
    name: stringOf(root.get('name')),
    events: eventsOf(root),
    inputs: new Map(
      (inputs?.keys() ?? []).map((name) => [name, read.value(inputs?.get(name)?.get('default'))]),
    ),
    outputs: read.values(called.get('outputs'), 'value'),
    env: read.values(root.get('env')),
    jobs,
    steps: stepsOf(root.get('runs'), read, {}),
  };
  const stated = root.get('jobs');
  for (const name of stated?.keys() ?? []) {
    const node = stated?.get(name);
    if (node) jobs.set(name, readJob(name, node, { root, workflow, read }));
  }
  return workflow;
}

/** What starts a workflow. */
export function eventsOf(root: SyntaxNode): WorkflowEvent[] {
  const on = onOf(root);
  const one = stringOf(on);
  if (on && one !== undefined) return [{ name: one, at: () => on.at(), workflows: [] }];
  const listed = (on?.items() ?? []).map((item) => ({
    name: stringOf(item) ?? '',
    at: () => item.at(),
    workflows: [],
  }));
  const keys = (on?.keys() ?? []).flatMap((name): WorkflowEvent[] => {
    const node = on?.get(name);
    if (!node) return [];
    const types = node.get('types');
    return [
      {
        name,
        at: () => node.at('key'),
        workflows: textsOf(node.get('workflows')),
        ...(types ? { types: textsOf(types) } : {}),
      },
    ];
  });
  return [...listed, ...keys];
}

interface Around {
  root: SyntaxNode;
  workflow: Workflow;
  read: Reader;
}

function readJob(name: string, node: SyntaxNode, { root, workflow, read }: Around): WorkflowJob {
  const runner = labelsOf(node.get('runs-on'), read);
  const run = node.get('defaults')?.get('run');
  const secrets = node.get('secrets');
  return {
    name,
    workflow,
    needs: textsOf(node.get('needs')),
    if: read.value(node.get('if')),
    uses: read.text(node.get('uses')),
    with: read.values(node.get('with')),
    env: read.values(node.get('env')),
    outputs: read.values(node.get('outputs')),
    writes: writesOf(node.get('permissions') ?? root.get('permissions')),
    secrets: stringOf(secrets) === 'inherit' ? 'inherit' : new Set(secrets?.keys()),
    steps: stepsOf(node, read, {
      shell: stringOf(run?.get('shell')) ?? stringOf(root.get('defaults')?.get('run')?.get('shell')),
      folder: stringOf(run?.get('working-directory')),
      isWindows: isWindows(runner),
    }),
    matrix: matrixOf(node.get('strategy')?.get('matrix'), read),
    runner,
    environment: node.get('environment') !== undefined,
    mayFail: node.get('continue-on-error')?.scalar === true,
    at: () => node.at('key'),
    all: () => JSON.stringify(node.toValue() ?? ''),
  };
}

/** What permissions let a token write; undefined where none are stated. */
const writesOf = (stated: SyntaxNode | undefined): string[] | undefined =>
  stated?.scalar === 'write-all'
    ? ['write-all']
    : stated?.keys().filter((key) => stated.get(key)?.scalar === 'write');

function labelsOf(stated: SyntaxNode | undefined, read: Reader): Value[] {
  const labels = stated?.get('labels');
  return [stated, ...(stated?.items() ?? []), ...(labels?.items() ?? []), labels].flatMap(
    (node) => read.text(node) ?? [],
  );
}

function matrixOf(stated: SyntaxNode | undefined, read: Reader): WorkflowJob['matrix'] {
  const listed = new Map<string, Value[]>();
  const computed = new Map<string, Value>();
  const add = (name: string, node: SyntaxNode | undefined): void => {
    const value = node?.scalar === undefined ? undefined : read.value(node);
    if (value) listed.set(name, [...(listed.get(name) ?? []), value]);
  };
  const whole = read.text(stated);
  if (whole) computed.set('*', whole);
  for (const name of stated?.keys() ?? []) {
    const node = stated?.get(name);
    const text = read.text(node);
    if (text) computed.set(name, text);
    for (const item of node?.items() ?? [])
      if (name === 'include') for (const key of item.keys()) add(key, item.get(key));
      else if (name !== 'exclude') add(name, item);
  }
  return { listed, computed };
}

/** What steps have from the job around them. */
interface Defaults {
  shell?: string | undefined;
  folder?: string | undefined;
  isWindows?: boolean;
}

const stepsOf = (node: SyntaxNode | undefined, read: Reader, defaults: Defaults): WorkflowStep[] =>
  (node?.get('steps')?.items() ?? [])
    .filter(({ kind }) => kind === 'object')
    .map((step, index) => readStep(step, index, read, defaults));

const readStep = (node: SyntaxNode, index: number, read: Reader, defaults: Defaults): WorkflowStep => ({
  index,
  id: stringOf(node.get('id')),
  name: stringOf(node.get('name')),
  uses: read.text(node.get('uses')),
  run: read.text(node.get('run')),
  language: languageOf(stringOf(node.get('shell')) ?? defaults.shell, defaults.isWindows === true),
  folder: stringOf(node.get('working-directory')) ?? defaults.folder,
  if: read.value(node.get('if')),
  with: read.values(node.get('with')),
  env: read.values(node.get('env')),
  mayFail: node.get('continue-on-error')?.scalar === true,
  at: () => node.at(),
  all: () => JSON.stringify(node.toValue() ?? ''),
});

function languageOf(stated: string | undefined, onWindows: boolean): CommandLanguage {
  const [shell = ''] = (stated ?? '').split(/\s/);
  if (shell === 'pwsh' || shell === 'powershell') return 'powershell';
  if (shell === 'python') return 'python';
  if (stated !== undefined) return /^(?:bash|sh|zsh|cmd)$/.test(shell) ? 'shell' : 'other';
  return onWindows ? 'powershell' : 'shell';
}

/** Whether a machine is one with Windows. */
export const isWindows = ([first]: readonly Value[]): boolean => /^windows/.test(first?.text ?? '');

/** What stands before `.github` in the path of a workflow: a slash is at its end where it is not empty. */
export const folderOf = ({ file }: { file: string }): string =>
  file.slice(0, Math.max(0, file.lastIndexOf('.github')));

const rootsOf = keptFor((_: ReadContext) => new Map<string, SyntaxNode | undefined>());

/** The root of another document in YAML of the repository that a workflow is for. */
export function documentBeside(
  workflow: { file: string },
  path: string,
  context: ReadContext,
): SyntaxNode | undefined {
  if (path.split('/').includes('..')) return undefined;
  const full = folderOf(workflow) + path;
  return keptIn(rootsOf(context), full, () => {
    const text = context.readBeside?.(full);
    if (text === undefined) return undefined;
    const { roots, problems } = parseDocument(full, 'yaml', text);
    return problems.length > 0 ? undefined : roots[0];
  });
}

/** The path of a workflow of the project, as a job names it. */
const CALLED = /^\.\/(\.github\/workflows\/[^@]+\.ya?ml)$/;

/** A workflow or an action of the project that a job or a step uses: as it is written, and with what it is given. */
export interface Called {
  path: string;
  workflow: Workflow;
  filled(): Workflow;
}

/** The workflow of the project that a job calls, or the action of the project that a step uses. */
export function calledBy(
  { uses, with: stated }: Pick<WorkflowStep, 'uses' | 'with'>,
  base: { file: string },
  context: ReadContext,
): Called | undefined {
  const text = uses?.text ?? '';
  if (!text.startsWith('./')) return undefined;
  const called = CALLED.exec(text)?.[1];
  const path = called ?? text.slice(2).replace(/\/$/, '');
  const files = called === undefined ? [`${path}/action.yml`, `${path}/action.yaml`] : [path];
  for (const file of files) {
    const root = documentBeside(base, file, context);
    if (!root) continue;
    const workflow = workflowOf(root);
    const given = new Map(
      [...workflow.inputs].flatMap(([name, usual]) => {
        const value = stated.get(name) ?? usual;
        return value ? [[name.toLowerCase(), value.text] as const] : [];
      }),
    );
    return { path, workflow, filled: () => readWorkflow(root, reader(given)) };
  }
  return undefined;
}
