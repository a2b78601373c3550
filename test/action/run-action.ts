import { mkdirSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { parse } from 'yaml';
import { tryIn } from '../install/run.js';

interface Step {
  name: string;
  id?: string;
  if?: string;
  uses?: string;
  run?: string;
  env?: Record<string, string>;
}

export interface ActionRun {
  /** Status of the action: that of the first step that failed. */
  status: number;
  /** The step that failed. */
  failed?: string;
  log: string;
  outputs: Record<string, string>;
  summary: string;
  /** Steps that use another action; none of them is run. */
  uses: string[];
}

export interface ActionRequest {
  /** The folder of the action: `action.yml` and what it runs. */
  action?: string;
  workspace: string;
  inputs?: Record<string, string>;
  env?: Record<string, string>;
  /** Values of the `github` context, by their path. */
  github?: Record<string, string>;
}

/** A text of a workflow with the values of its expressions: a name, or `NAME == 'text' && 'text' || NAME`. */
export const expanded = (text: string, known: Readonly<Record<string, string>>): string =>
  text
    .replace(
      /\$\{\{ *([\w.-]+) == '(.*?)' && '(.*?)' \|\| ([\w.-]+) *\}\}/g,
      (_, name, value, then, otherwise) => (known[name] === value ? then : (known[otherwise] ?? '')),
    )
    .replace(/\$\{\{ *([\w.-]+) *\}\}/g, (_, name) => known[name] ?? '');

/** Runs the steps of `action.yml` one after the other, as a runner does. */
export async function runAction(request: ActionRequest): Promise<ActionRun> {
  const { action = resolve(import.meta.dirname, '../..'), workspace, inputs = {}, env = {} } = request;
  const {
    inputs: declared,
    outputs: promised,
    runs,
  } = parse(readFileSync(join(action, 'action.yml'), 'utf8'));
  const temp = mkdtempSync(join(tmpdir(), 'agent-lint-runner-'));
  mkdirSync(join(temp, 'temp'));
  const summary = join(temp, 'summary.md');
  writeFileSync(summary, '');
  const known: Record<string, string> = { 'github.action_path': action };
  for (const [name, value] of Object.entries(request.github ?? {})) known[`github.${name}`] = value;
  for (const [name, input] of Object.entries<{ default?: string }>(declared))
    known[`inputs.${name}`] = inputs[name] ?? input.default ?? '';
  const expand = (text: string) => expanded(text, known);
  const isWanted = ({ if: condition }: Step) => {
    const [, name = '', value] = /^([\w.]+) != '(.*)'$/.exec(condition ?? "x != 'y'") ?? [];
    return (known[name] ?? '') !== value;
  };
  const result: ActionRun = { status: 0, log: '', outputs: {}, summary: '', uses: [] };
  for (const step of runs.steps as Step[]) {
    if (!isWanted(step)) continue;
    if (step.uses !== undefined) result.uses.push(step.uses);
    if (step.run === undefined) continue;
    const output = join(temp, `${step.id ?? 'none'}.txt`);
    writeFileSync(output, '');
    const stated = Object.entries(step.env ?? {}).map(([name, value]) => [name, expand(value)]);
    const run = await tryIn(workspace, expand(step.run), {
      RUNNER_TEMP: join(temp, 'temp'),
      GITHUB_OUTPUT: output,
      GITHUB_STEP_SUMMARY: summary,
      ...env,
      ...Object.fromEntries(stated),
    });
    result.log += run.log;
    for (const [name, value] of outputsIn(readFileSync(output, 'utf8')))
      known[`steps.${step.id}.outputs.${name}`] = value;
    if (run.status !== 0) {
      result.status = run.status ?? -1;
      result.failed = step.name;
      break;
    }
  }
  for (const [name, { value }] of Object.entries<{ value: string }>(promised))
    result.outputs[name] = expand(value);
  result.summary = readFileSync(summary, 'utf8');
  return result;
}

/** Both forms that a runner reads: `name=value`, and a value over several lines between two marks. */
function outputsIn(text: string): [string, string][] {
  const lines = text.split('\n');
  const outputs: [string, string][] = [];
  for (let line = lines.shift(); line !== undefined; line = lines.shift()) {
    const [, name = '', mark] = /^([\w-]+)<<(.+)$/.exec(line) ?? [];
    if (mark !== undefined)
      outputs.push([
        name,
        lines
          .splice(0, lines.indexOf(mark) + 1)
          .slice(0, -1)
          .join('\n'),
      ]);
    else if (line.includes('='))
      outputs.push([line.slice(0, line.indexOf('=')), line.slice(line.indexOf('=') + 1)]);
  }
  return outputs;
}
