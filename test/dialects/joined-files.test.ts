import { beforeAll, describe, expect, it } from 'vitest';
import { lintWorkspace } from '../../src/lint/lint.js';
import { noConfig } from '../../src/model/memory-config.js';
import { workspaceOf } from '../../src/model/memory-workspace.js';
import { loadParsers } from '../../src/syntax/index.js';

beforeAll(() => loadParsers(['yaml']));

function lint(files: Record<string, string>, named?: readonly string[]) {
  const all = workspaceOf(files, named !== undefined);
  const workspace = named ? { ...all, files: named } : all;
  return lintWorkspace(workspace, noConfig(), { asOf: '2026-11-20' });
}

/** Findings but infos, by place. */
const found = (result: ReturnType<typeof lint>) =>
  result.findings
    .filter(({ severity, ignored }) => severity !== 'info' && !ignored)
    .map(
      ({ file, range, severity, rule }) =>
        `${file}:${range.start.line}:${range.start.column} ${severity} ${rule}`,
    );

/** Systems as their file, and each agent with those that it starts. */
const graph = (result: ReturnType<typeof lint>) =>
  result.systems.map(({ file, agents }) => [
    file,
    agents.map(({ name, delegatesTo }) => `${name} > ${delegatesTo.map((one) => one.name).join(', ')}`),
  ]);

const agent = (name: string, more: string) =>
  `agent_class: LlmAgent\nname: ${name}\ninstruction: Help.\n${more}`;
const DESK = agent(
  'desk',
  'sub_agents:\n  - config_path: parts/refunds.yaml\n  - { code: shop.agents.mail }\n',
);
const REFUNDS = agent(
  'refunds',
  'tools:\n  - name: shop.issue_refund\n  - name: AgentTool\n    args: { agent: { config_path: ./mailer.yaml } }\n',
);
const MAILER = agent('mailer', 'tools:\n  - name: shop.send_mail\n');
const SHOP = { 'a/root_agent.yaml': DESK, 'a/parts/refunds.yaml': REFUNDS, 'a/parts/mailer.yaml': MAILER };

describe('settings of a person over those of the project', () => {
  const settings = (permissions: object) => JSON.stringify({ permissions });
  const own = (project: object, local: object) =>
    found(
      lint({
        '.claude/settings.json': settings(project),
        '.claude/settings.local.json': settings(local),
      }),
    );
  const LOCAL = '.claude/settings.local.json:1:';

  it('do not let run what the project denies or asks about', () => {
    const push = { allow: ['Bash(git push:*)'] };
    expect(own({}, push)).toEqual([`${LOCAL}26 error approval/auto-approved`]);
    expect(own({ ask: ['Bash(git push:*)'] }, push)).toEqual([]);
    expect(own({ deny: ['Bash'] }, { allow: ['Bash'] })).toEqual([]);
    expect(own({ deny: ['Bash(rm:*)'] }, { allow: ['Bash'] })).toEqual([`${LOCAL}26 error scope/wildcard`]);
  });

  it('do not enter a mode that the project takes away', () => {
    const bypass = { defaultMode: 'bypassPermissions' };
    expect(own({}, bypass)).toEqual([`${LOCAL}31 error approval/auto-approved`]);
    expect(own({ disableBypassPermissionsMode: 'disable' }, bypass)).toEqual([]);
  });

  it('say nothing of what others of the project run with', () => {
    expect(own({ allow: ['Bash'] }, { deny: ['Bash'] })).toEqual([
      '.claude/settings.json:1:26 error scope/wildcard',
    ]);
  });
});

describe('agents of ADK that name one another by path', () => {
  it('are one system, and each flaw is reported once, where it stands', () => {
    const result = lint(SHOP);
    expect(graph(result)).toEqual([
      ['a/root_agent.yaml', ['desk > refunds, shop.agents.mail', 'refunds > mailer', 'mailer > ']],
    ]);
    expect(found(result)).toEqual([
      'a/parts/mailer.yaml:5:11 error approval/missing',
      'a/parts/refunds.yaml:5:11 error approval/missing',
    ]);
    const [, refunds] = result.systems[0]?.agents ?? [];
    expect(refunds?.tools.map(({ name, kind, effect }) => `${name} ${kind} ${effect.effect}`)).toEqual([
      'issue_refund function outward',
      'mailer agent outward',
    ]);
    expect(result.systems[0]?.unresolved.map(({ what, why }) => `${what}: ${why}`)).toEqual([
      'the agent `shop.agents.mail`: it is defined in the program',
    ]);
    expect(result.files.map(({ path }) => path)).toEqual([
      'a/parts/mailer.yaml',
      'a/parts/refunds.yaml',
      'a/root_agent.yaml',
    ]);
  });

  it('are followed from a root that is named alone', () => {
    const result = lint(SHOP, ['a/root_agent.yaml']);
    expect(found(result)).toEqual([
      'a/parts/mailer.yaml:5:11 error approval/missing',
      'a/parts/refunds.yaml:5:11 error approval/missing',
    ]);
    expect(found(lint(SHOP, ['a/parts/mailer.yaml']))).toEqual([
      'a/parts/mailer.yaml:5:11 error approval/missing',
    ]);
  });

  it.each([
    ['in a search', undefined],
    ['where the root alone is named', ['a/root_agent.yaml']],
    ['where each is named', ['a/parts/mailer.yaml', 'a/parts/refunds.yaml', 'a/root_agent.yaml']],
  ])('are recognised by the file that refers to them, without a class of their own, %s', (_, named) => {
    const plain = (text: string) => text.replace('agent_class: LlmAgent\n', '');
    const files = { ...SHOP, 'a/parts/refunds.yaml': plain(REFUNDS), 'a/parts/mailer.yaml': plain(MAILER) };
    const result = lint(files, named);
    expect(found(result)).toEqual([
      'a/parts/mailer.yaml:4:11 error approval/missing',
      'a/parts/refunds.yaml:4:11 error approval/missing',
    ]);
    expect(graph(result)).toEqual([
      ['a/root_agent.yaml', ['desk > refunds, shop.agents.mail', 'refunds > mailer', 'mailer > ']],
    ]);
    if (named?.length === 1) return;
    expect(result.files.map(({ path, dialect }) => `${path} ${dialect}`)).toEqual([
      'a/parts/mailer.yaml adk',
      'a/parts/refunds.yaml adk',
      'a/root_agent.yaml adk',
    ]);
  });

  it.each([
    ['name: mailer\ntools:\n  - name: shop.send_mail\n', 'beside', 'a/root_agent.yaml'],
    ['kind: List\nitems: [{ name: shop.send_mail }]\n', 'mailer', 'a/root_agent.yaml'],
    ['- name: shop.send_mail\n', 'mailer', 'a/root_agent.yaml'],
  ])('are nothing that no file refers to, and nothing that is no agent: %j', (text, name, root) => {
    const files = {
      [root]: agent('desk', 'sub_agents:\n  - config_path: mailer.yaml\n'),
      [`a/${name}.yaml`]: text,
    };
    const result = lint(files);
    expect(result.files).toEqual([{ path: root, dialect: 'adk' }]);
    expect(found(result)).toEqual([]);
  });

  it('have comments heard in the file of each', () => {
    const set = REFUNDS.replace(
      '  - name: shop.issue',
      '  # agent-lint-ignore approval/missing -- sandbox\n  - name: shop.issue',
    );
    expect(found(lint({ ...SHOP, 'a/parts/refunds.yaml': set }))).toEqual([
      'a/parts/mailer.yaml:5:11 error approval/missing',
    ]);
  });

  it('may be shared by two roots', () => {
    const other = agent('night', 'sub_agents:\n  - config_path: parts/mailer.yaml\n');
    const result = lint({ ...SHOP, 'a/night.yaml': other });
    expect(graph(result)).toEqual([
      ['a/night.yaml', ['night > mailer', 'mailer > ']],
      ['a/root_agent.yaml', ['desk > refunds, shop.agents.mail', 'refunds > mailer', 'mailer > ']],
    ]);
    expect(found(result)).toEqual([
      'a/parts/mailer.yaml:5:11 error approval/missing',
      'a/parts/refunds.yaml:5:11 error approval/missing',
    ]);
  });

  it('may name one another in a circle, and themselves', () => {
    const circle = (name: string, next: string) =>
      agent(name, `sub_agents:\n  - config_path: ${next}.yaml\n`);
    const result = lint({
      'a.yaml': circle('one', 'b'),
      'b.yaml': circle('two', 'a'),
      'c.yaml': circle('own', 'c'),
    });
    expect(graph(result)).toEqual([
      ['a.yaml', ['one > two', 'two > one']],
      ['c.yaml', ['own > own']],
    ]);
  });

  it('are looked for below their own folder alone', () => {
    const out = agent(
      'out',
      'sub_agents:\n  - config_path: ../mailer.yaml\n  - config_path: /a/mailer.yaml\n  - config_path: gone.yaml\n',
    );
    const result = lint({ 'a/out.yaml': out, 'mailer.yaml': MAILER });
    expect(graph(result)).toEqual([
      ['a/out.yaml', ['out > ../mailer.yaml, /a/mailer.yaml, gone.yaml']],
      ['mailer.yaml', ['mailer > ']],
    ]);
    expect(result.systems[0]?.unresolved.map(({ what, why }) => `${what}: ${why}`)).toEqual([
      'the agent of ../mailer.yaml: it is outside the folder of this file',
      'the agent of /a/mailer.yaml: it is outside the folder of this file',
      'the agent of gone.yaml: no such agent was read',
    ]);
  });

  it('are joined up to a limit', () => {
    const chain = Array.from({ length: 300 }, (_, index) => [
      `a${index}.yaml`,
      agent(`a${index}`, `sub_agents:\n  - config_path: a${index + 1}.yaml\n`),
    ]);
    const result = lint(Object.fromEntries(chain), ['a0.yaml']);
    expect(result.systems.map(({ agents }) => agents.length)).toEqual([100]);
  });
});

const WRITER = 'writer:\n  role: Writer\n  goal: Write\n  backstory: long\n';
const TASKS =
  'write:\n  description: Write\n  expected_output: A text\n  agent: writer\n  guardrail: No names\n  human_input: true\n  tools: [send_mail]\nread:\n  description: Read\n  expected_output: A list\n';

describe('the agents of a crew with the tasks beside them', () => {
  it.each([
    ['in a search', undefined],
    ['where the agents alone are named', ['c/agents.yaml']],
  ])('are one system %s', (_, named) => {
    const result = lint({ 'c/agents.yaml': WRITER, 'c/tasks.yaml': TASKS, 'd/tasks.yaml': TASKS }, named);
    const [system] = result.systems;
    expect(system?.file).toBe('c/agents.yaml');
    const [writer, other] = system?.agents ?? [];
    expect(other).toBeUndefined();
    expect(writer?.guardrails.output).toMatchObject({ state: 'shown', value: ['No names', 'human_input'] });
    expect(writer?.tools.map(({ name, at }) => `${at.file}:${at.range().start.line} ${name}`)).toEqual([
      'c/tasks.yaml:7 send_mail',
    ]);
    expect(system?.unresolved.map(({ what }) => what)).toEqual([
      'the tools of the agents',
      'the agent of the task read',
    ]);
    expect(result.systems.slice(1).map(({ file }) => file)).toEqual(named ? [] : ['d/tasks.yaml']);
  });

  it('are read alone where the tasks alone are named, or stand elsewhere', () => {
    expect(lint({ 'c/agents.yaml': WRITER, 'c/tasks.yaml': TASKS }, ['c/tasks.yaml']).systems).toHaveLength(
      1,
    );
    const apart = lint({ 'c/agents.yaml': WRITER, 'd/tasks.yaml': TASKS });
    expect(apart.systems.map(({ agents }) => agents[0]?.guardrails.output.state)).toEqual([
      'inexpressible',
      'shown',
    ]);
  });
});
