import type { Evidence } from '../../model/index.js';
import { isTestFile } from '../../model/test-file.js';
import type { CodeSyntaxNode } from '../../program/index.js';
import { type AgentsOfProfiles, fieldsOf, openByRuns, statedIn } from './agents.js';
import { mayAsk } from './asking-functions.js';
import type { Fields, FoundAgent } from './framework.js';
import type { ReadMiddleware } from './middleware.js';
import { lost } from './places.js';
import { optionsOfRun } from './runs.js';
import { noteKept, settingsIn } from './stored-state.js';
import { NO_NAME } from './tool-maps.js';

/** Adds the tools that runs state beside those of their agent, and lists what they may add. Runs in tests are not counted. */
export function addByRuns(
  found: FoundAgent,
  runs: readonly CodeSyntaxNode[],
  agents: AgentsOfProfiles,
): void {
  const { profile, node, agent, unresolved } = found;
  const { adds = [], unread = [] } = profile.runs;
  const counted = runs.filter(({ document: { file } }) => file === node.document.file || !isTestFile(file));
  const given = adds.length + unread.length === 0 ? [] : counted.map(readOptions);
  const gated = given.map(({ open: own, asking }) => own ?? asking.map(mayAsk)[0]);
  const [open] = gated;
  if (open && !gated.includes(undefined)) openByRuns(found, open);
  for (const side of ['input', 'output'] as const)
    guardBy(
      agent,
      side,
      given.map(({ guardrails }) => guardrails[side]),
    );

  function readOptions(run: CodeSyntaxNode): ReadMiddleware {
    const options = optionsOfRun(run, profile);
    const stated = (key: string | undefined) =>
      key !== undefined && options?.keys().includes(key) ? options.get(key) : undefined;
    for (const key of unread) {
      const value = statedIn(options, key);
      if (value)
        unresolved.push({
          what: `\`${key}\` of a run of \`${agent.name}\``,
          why: 'agent-lint does not read it yet',
          at: value.written(),
        });
    }
    const others = adds.length > 0 ? options?.get(NO_NAME) : undefined;
    if (others) unresolved.push(lost(others, `options of a run of \`${agent.name}\``));
    return agents.extend(found, (key) => (key !== undefined && adds.includes(key) ? stated(key) : undefined));
  }
}

/** Guardrails that the runs of an agent state: if only some runs state one, what checks the others is not known. */
function guardBy(
  { guardrails }: FoundAgent['agent'],
  side: 'input' | 'output',
  stated: readonly Evidence<string[]>[],
): void {
  const one = stated.find(({ state }) => state === 'shown');
  if (!one || guardrails[side].state !== 'absent') return;
  guardrails[side] = stated.every(({ state }) => state === 'shown')
    ? one
    : { state: 'undecidable', why: 'only some of its runs state it', ...(one.at ? { at: one.at } : {}) };
}

/** Adds what the operator keeps of an agent, by its options and those of its runs. */
export function keepByProfiles(found: FoundAgent, runs: readonly CodeSyntaxNode[]): void {
  const given = [
    fieldsOf(found.node, found.profile, 0),
    ...runs.map(
      ({ call }): Fields =>
        (key = '') =>
          call?.options.get(key),
    ),
  ];
  noteKept(found, settingsIn(given, found.profile), given, found.profile.runs.kept);
}
