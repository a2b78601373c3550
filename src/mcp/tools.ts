import { relative, resolve, sep } from 'node:path';
import { decide, whatIf } from '../decide/index.js';
import { isBelow, lookIn, disk, realPathOf, suggestPath } from '../files/index.js';
import { VERSION } from '../generated/version.js';
import { today } from '../model/date.js';
import { type AgentSystem, codeSpan, EVIDENCE_WORDS, isMet, placeSpan, toolsOf } from '../model/index.js';
import { nearest } from '../model/nearest.js';
import { once } from '../model/once.js';
import { ruleId } from '../project/arguments.js';
import { explainedRule, rulesHere } from '../project/explained-rule.js';
import { openProject, programsOf } from '../project/open-project.js';
import { requirementsIn, whatIfOf } from '../project/requirements.js';
import { type Checked, openSession, reportOf } from '../project/session.js';
import { UsageError } from '../project/usage-error.js';
import { renderDecision } from '../report/decision.js';
import { renderAgent } from '../report/formats/agent.js';
import { inventoryJson } from '../report/inventory.js';
import { count, visible, withoutCommands } from '../report/shared/text.js';
import { readProject, unreadFiles } from '../systems/index.js';

/** What a tool of the server answers: data, and the same in few words. */
export interface Answer {
  readonly structured: Record<string, unknown>;
  readonly text: string;
}

/** A tool of the server. */
export interface McpTool {
  readonly name: string;
  readonly title: string;
  readonly description: string;
  /** The JSON schema of its arguments: an object, each member with its type. */
  readonly arguments: {
    readonly properties: Readonly<Record<string, { readonly type: string; readonly description: string }>>;
    readonly required: readonly string[];
  };
  /** @throws {UsageError} for arguments that mean nothing. */
  run(given: Readonly<Record<string, unknown>>): Promise<Answer>;
}

/** The text of an answer at most, and of the notes in it, in bytes; the findings that it names unless asked for more. */
const LONGEST_TEXT = 4096;
const LONGEST_NOTES = 1024;
const NAMED = 20;

/** Said with findings: a coding agent would otherwise set them aside by itself. */
const BY_PEOPLE =
  'To ignore a finding is for a person to decide: do not add agent-lint-ignore comments or entries.';

/** The tools of a server for one folder. Nothing outside of it is read, and nothing is written. */
export function toolsFor(root: string): readonly McpTool[] {
  const project = { root, isRoot: true };
  const whole = once(() => openSession(project));
  const inRoot = insideOf(root);
  const refuseMissing = (file: string, path: string): void => {
    if (lookIn(disk, resolve(root, file))) return;
    const near = suggestPath(resolve(root, file));
    const meant = near === undefined ? '' : ` Did you mean \`${shown(root, near)}\`?`;
    throw new UsageError(`\`path\`: no such file or folder: \`${visible(path)}\`.${meant}`);
  };
  const checked = async ({ path, text, filename }: Given): Promise<Checked> => {
    if (text !== undefined) {
      const file = inRoot(filename ?? '', 'filename');
      if (lookIn(disk, resolve(root, file))?.isDirectory())
        throw new UsageError(`\`filename\` is a folder: \`${visible(filename ?? '')}\`.`);
      return openSession({ ...project, overlay: { [file]: text }, paths: [file] }).check();
    }
    if (path === undefined) return whole().check();
    const file = inRoot(path, 'path');
    refuseMissing(file, path);
    return openSession({ ...project, paths: [file] }).check();
  };
  return [
    {
      name: 'check',
      title: 'Check agents',
      description:
        'Checks agent configurations and programs: approval of irreversible actions, MCP scopes, subagents, tracing, guardrails. Give `path`, or `text` with the `filename` that it stands for; neither checks everything.',
      arguments: {
        properties: {
          path: { type: 'string', description: 'A file or folder, relative to the root' },
          text: { type: 'string', description: 'The text of a file that is not saved yet' },
          filename: { type: 'string', description: 'The file that `text` stands for, relative to the root' },
          max: {
            type: 'integer',
            description: `Findings that the text names at most; ${NAMED} if left out, 0: as many as fit`,
          },
        },
        required: [],
      },
      async run(given) {
        const { path, text, filename, max } = given as Given & { max?: number };
        if (text !== undefined && filename === undefined)
          throw new UsageError('`text` needs `filename`: the file that it stands for.');
        if (text === undefined && filename !== undefined)
          throw new UsageError('`filename` needs `text`: to check a file as it is, give its `path`.');
        if (text !== undefined && path !== undefined)
          throw new UsageError('Give `path`, or `text` with `filename`, not both.');
        const found = await checked({ path, text, filename });
        return { structured: reportOf(found), text: findingsText(found, max ?? NAMED) };
      },
    },
    {
      name: 'explain',
      title: 'Explain a rule',
      description: 'The page of a rule: what it finds, why, and how each framework repairs it.',
      arguments: {
        properties: { rule: { type: 'string', description: 'The id of a rule, as `approval/missing`' } },
        required: ['rule'],
      },
      async run({ rule }) {
        const id = ruleId(String(rule));
        const found = (await rulesHere({ cwd: root, isRoot: true })).find((one) => one.rule.id === id);
        if (!found) throw new UsageError(`Unknown rule \`${id}\`.`);
        const explained = explainedRule(found);
        return { structured: explained, text: shortened(explained.page) };
      },
    },
    {
      name: 'decide',
      title: 'Decide on a runtime',
      description:
        'Which runtime fits requirements, and why: `residency`, `zero_data_retention`, `needs`, `beta`, `languages`, `prefer`.',
      arguments: {
        properties: {
          requirements: { type: 'object', description: 'What the project requires' },
          what_if: {
            type: 'string',
            description: 'A change to compare with: `residency=eu`, `need+=artifacts`',
          },
        },
        required: ['requirements'],
      },
      run: async ({ requirements, what_if: change }) => decided(requirements, change),
    },
    {
      name: 'inspect',
      title: 'List agents',
      description: 'What is there: agents, their tools with effect and approval, MCP servers, handoffs.',
      arguments: {
        properties: { path: { type: 'string', description: 'A file or folder, relative to the root' } },
        required: [],
      },
      async run({ path }) {
        const paths = path === undefined ? [] : [inRoot(String(path), 'path')];
        for (const one of paths) refuseMissing(one, String(path));
        const project = await openProject({ cwd: root, isRoot: true, paths });
        const files = [
          ...readProject(project.workspace, project.config, { ...programsOf(project), asOf: today() }),
        ];
        const systems = files.flatMap((file) => file.systems);
        const all = [...files, ...project.workspace.leftOut];
        return {
          structured: inventoryJson({ files: all, unread: unreadFiles(files), systems }),
          text: shortened(inventoryText(systems)),
        };
      },
    },
  ];
}

interface Given {
  path?: string | undefined;
  text?: string | undefined;
  filename?: string | undefined;
}

/** Checks the arguments of a call. @throws {UsageError} naming the argument and what was meant. */
export function refuseMistakes(
  { name, arguments: { properties, required } }: McpTool,
  given: Record<string, unknown>,
): void {
  const names = Object.keys(properties);
  if (given.arguments !== undefined)
    throw new UsageError(
      `The arguments of \`${name}\` are one object, as \`{"${names[0]}": ...}\`, not \`${asText(given.arguments)}\`.`,
    );
  for (const [key, value] of Object.entries(given)) {
    const type = properties[key]?.type;
    if (type === undefined) {
      const meant = nearest(key, names);
      throw new UsageError(
        `\`${name}\` has no argument \`${visible(key)}\`.${meant === undefined ? ` It has ${names.join(', ')}.` : ` Did you mean \`${meant}\`?`}`,
      );
    }
    if (!IS_OF[type]?.(value))
      throw new UsageError(`\`${key}\` of \`${name}\` is ${WORDS[type]}, not \`${asText(value)}\`.`);
  }
  for (const key of required)
    if (given[key] === undefined)
      throw new UsageError(`\`${name}\` needs \`${key}\`: ${properties[key]?.description}.`);
}

export const isObject = (value: unknown): boolean =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const IS_OF: Readonly<Record<string, (value: unknown) => boolean>> = {
  string: (value) => typeof value === 'string',
  integer: (value) => Number.isInteger(value) && Number(value) >= 0,
  object: isObject,
};
const WORDS: Readonly<Record<string, string>> = {
  string: 'a text',
  integer: 'a whole number of at least 0',
  object: 'an object',
};

const LONGEST_VALUE = 100;
const asText = (value: unknown): string =>
  visible(JSON.stringify(value) ?? 'undefined').slice(0, LONGEST_VALUE);

/** Paths relative to a folder that no link leaves. @throws {UsageError} for any other. */
function insideOf(root: string): (path: string, argument: string) => string {
  const realRoot = realPathOf(root) ?? root;
  return (path, argument) => {
    const absolute = resolve(root, path);
    // Of a file that does not exist its nearest folder counts.
    let known = absolute;
    while (realPathOf(known) === undefined && known !== resolve(known, '..')) {
      if (lookIn(disk, known)?.isSymbolicLink())
        throw new UsageError(`\`${argument}\`: a link that leads nowhere: \`${visible(path)}\`.`);
      known = resolve(known, '..');
    }
    const real = realPathOf(known) ?? known;
    const isInside = isBelow(absolute, root) || absolute === root;
    if (path.includes('\0') || !isInside || !(isBelow(real, realRoot) || real === realRoot))
      throw new UsageError(`\`${argument}\` is outside the root: \`${visible(path)}\`.`);
    return shown(root, absolute) || '.';
  };
}

const shown = (root: string, absolute: string): string => relative(root, absolute).split(sep).join('/');

/** Findings in lines for coding agents, as many as fit. */
function findingsText({ result }: Checked, max: number): string {
  const hasFindings = result.findings.some(({ ignored }) => !ignored);
  const notes = shortened(result.notes.map((one) => `${visible(one)}\n`).join(''), LONGEST_NOTES);
  if (result.files.length === 0 && !hasFindings) return `No agent configuration found.\n${notes}`;
  const end = `${notes}${hasFindings ? `${BY_PEOPLE}\n` : ''}`;
  const room = LONGEST_TEXT - Buffer.byteLength(end);
  const all = '`structuredContent` has all';
  const textOf = (most: number): string => renderAgent(result, { maxFindings: most, all });
  let [fits, most] = [1, max === 0 ? result.findings.length : max];
  while (fits < most) {
    const middle = Math.ceil((fits + most) / 2);
    if (Buffer.byteLength(textOf(middle)) <= room) fits = middle;
    else most = middle - 1;
  }
  return `${shortened(textOf(fits), room)}${end}`;
}

/** A text of at most so many bytes. */
function shortened(text: string, longest = LONGEST_TEXT): string {
  if (Buffer.byteLength(text) <= longest) return text;
  const bytes = Buffer.from(text).subarray(0, longest - 8);
  const cut = bytes.toString('utf8').replace(/\uFFFD$/, '');
  const whole = cut.lastIndexOf('\n');
  return `${cut.slice(0, whole > longest / 2 ? whole : undefined)}\n...\n`;
}

function decided(stated: unknown, change: unknown): Answer {
  const requirements = requirementsIn(stated as Record<string, unknown>);
  const decision = decide(requirements);
  if (typeof change === 'string' && /^[\s,]*$/.test(change)) throw new UsageError('`what_if` needs a value.');
  const otherwise = whatIfOf(change, '`what_if`');
  const asked = otherwise && { whatIf: whatIf(decision, requirements, otherwise) };
  const whole = { ...decision, ...asked };
  return {
    structured: JSON.parse(renderDecision(whole, requirements, 'json', META)) as Record<string, unknown>,
    text: shortened(renderDecision(whole, requirements, 'text', META)),
  };
}

const META = { version: VERSION };

/** Agents with their tools, and what is known of each. */
function inventoryText(systems: readonly AgentSystem[]): string {
  const agents = systems.flatMap((system) => system.agents.map((agent) => ({ agent, file: system.file })));
  const lines = agents.map(({ agent, file }) => {
    const tools = toolsOf(agent).map(
      ({ name, effect, approval }) =>
        `${codeSpan(visible(name))} (${effect.effect}, ${isMet(approval) ? 'approved' : EVIDENCE_WORDS[approval.state]})`,
    );
    const servers = agent.mcpServers.map(({ name }) => codeSpan(visible(name)));
    return `${placeSpan(visible(file))}: agent ${codeSpan(visible(agent.name))}; tools: ${tools.join(', ') || 'none'}; MCP servers: ${servers.join(', ') || 'none'}`;
  });
  return withoutCommands(`${[count(agents.length, 'agent'), ...lines].join('\n')}\n`);
}
