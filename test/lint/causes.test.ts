import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { lintProject } from '../../src/index.js';
import type { BaselineEntry } from '../../src/lint/baseline.js';
import { memberFingerprints } from '../../src/lint/causes.js';
import type { Finding } from '../../src/model/index.js';
import { acceptFindings } from '../../src/project/accept-findings.js';
import { openProject } from '../../src/project/open-project.js';
import { lintFiles } from '../rules/lint-files.js';

const LANGUAGES = {
  python: {
    helper: 'api.py',
    file: 'desk.py',
    api: `import requests

def call(path):
    return requests.delete(f"https://x.example/{path}").text

def push(path):
    return requests.delete(f"https://y.example/{path}").text
`,
    head: 'from agents import Agent, function_tool\nfrom api import call, push\n',
    tool: (name: string, helper = 'call', above = '') =>
      `${above && `# ${above}\n`}@function_tool\ndef ${name}(key: str) -> str:\n    """Work on it."""\n    return ${helper}(key)\n`,
    agent: (name: string, tools: readonly string[]) =>
      `${name} = Agent(name="${name}", tools=[${tools.join(', ')}])\n`,
  },
  typescript: {
    helper: 'api.ts',
    file: 'desk.ts',
    api: `export const call = (path: string) => fetch('https://x.example/' + path, { method: 'DELETE' });
export const push = (path: string) => fetch('https://y.example/' + path, { method: 'DELETE' });
`,
    head: "import { Agent, tool } from '@openai/agents';\nimport { z } from 'zod';\nimport { call, push } from './api.js';\n",
    tool: (name: string, helper = 'call', above = '') =>
      `${above && `// ${above}\n`}const ${name} = tool({ name: '${name}', description: 'Work on it', parameters: z.object({ key: z.string() }), execute: async ({ key }) => ${helper}(key) });\n`,
    agent: (name: string, tools: readonly string[]) =>
      `export const ${name} = new Agent({ name: '${name}', instructions: 'x', tools: [${tools.join(', ')}] });\n`,
  },
};

type Language = keyof typeof LANGUAGES;
const BOTH: Language[] = ['python', 'typescript'];

interface Desk {
  language?: Language;
  tools: readonly string[];
  agents: Record<string, readonly string[]>;
}

const names = (count: number) => Array.from({ length: count }, (_, at) => `drop_${at}`);

function program({ language = 'python', tools, agents }: Desk): Record<string, string> {
  const { helper, file, api, head, agent } = LANGUAGES[language];
  return {
    [helper]: api,
    [file]: [head, ...tools, ...Object.entries(agents).map(([name, own]) => agent(name, own))].join(''),
  };
}

const isMissing = ({ rule, ignored }: Finding) => rule === 'approval/missing' && !ignored;

async function missing(files: Record<string, string>): Promise<Finding[]> {
  return (await lintFiles(files)).findings.filter(isMissing);
}

describe('findings of one cause', () => {
  it.each(BOTH)('are one with all tools that reach it, in %s', async (language) => {
    const { tool, file, helper } = LANGUAGES[language];
    const [found, ...others] = await missing(
      program({
        language,
        tools: [tool('drop_a'), tool('drop_b'), tool('drop_c', 'push')],
        agents: { day: ['drop_a', 'drop_c'], night: ['drop_b'] },
      }),
    );
    expect(others.map(({ path, tools }) => [path, tools])).toEqual([
      ['agents[day].tools[drop_c]', undefined],
    ]);
    expect(found?.message).toMatch(
      /^Each of `drop_a` and `drop_b` deletes permanently without human approval \(runs `.*` at api\.[a-z]+:\d\)\.$/,
    );
    expect(found?.tools?.map(({ name, agent, file: of }) => [name, agent, of])).toEqual([
      ['drop_a', 'day', file],
      ['drop_b', 'night', file],
    ]);
    expect([found?.path.includes('drop'), found?.causeFile]).toEqual([false, helper]);
    expect(found?.remediation).toContain('For `drop_a` of `day`: ');
    expect(found?.remediation).toContain('Do the same for `drop_b` of `night`.');
  });

  it('name ten tools and count the rest', async () => {
    const { tool } = LANGUAGES.python;
    const all = names(12);
    const [found] = await missing(program({ tools: all.map((name) => tool(name)), agents: { desk: all } }));
    expect(found?.message).toMatch(/^Each of `drop_0`, .*`drop_9` and 2 more deletes permanently /);
    expect(found?.tools).toHaveLength(12);
  });

  // A name may be a part of our own words: `age` of `agent-lint`.
  it.each(['night', 'age'])(
    'are one for a tool of `day` and `%s`, with the remedy of both',
    async (other) => {
      const { tool } = LANGUAGES.python;
      const both = await missing(
        program({ tools: [tool('drop_a')], agents: { day: ['drop_a'], [other]: ['drop_a'] } }),
      );
      expect(both.map(({ path, message }) => [path, message.slice(0, 9)])).toEqual([
        ['tools[drop_a]', '`drop_a` '],
      ]);
      expect(both[0]?.tools?.map(({ agent }) => agent)).toEqual(['day', other]);
      const { remediation = '' } = both[0] ?? {};
      expect(remediation.match(/For `\w+`: /g)).toEqual(['For `day`: ']);
      expect(remediation.endsWith(` Do the same for \`${other}\`.`)).toBe(true);
    },
  );

  it('stay apart where a person has ignored one of them', async () => {
    const { tool } = LANGUAGES.python;
    const files = program({
      tools: [tool('drop_a'), tool('drop_b', 'call', 'agent-lint-ignore approval/missing -- sandbox')],
      agents: { desk: ['drop_a', 'drop_b'] },
    });
    const found = await missing(files);
    expect(found.map(({ path }) => path)).toEqual(['agents[desk].tools[drop_a]']);
  });
});

describe('a baseline of findings of one cause', () => {
  let cwd = '';
  beforeEach(() => {
    cwd = mkdtempSync(join(tmpdir(), 'agent-lint-causes-'));
    execFileSync('git', ['init', '-q', cwd]);
  });
  afterEach(() => rmSync(cwd, { recursive: true, force: true }));

  const { tool, agent, head, api } = LANGUAGES.python;
  const FILE = 'agent-lint-baseline.json';
  const write = (files: Record<string, string>) => {
    for (const [name, text] of Object.entries(files)) writeFileSync(join(cwd, name), text);
  };
  const accept = async (paths: string[] = []) => {
    const request = { cwd, paths };
    const { entries } = acceptFindings(await openProject({ ...request, baseline: false }), request, {
      asOf: '2026-11-20',
    });
    return entries.filter(({ rule }) => rule === 'approval/missing');
  };
  const open = async (paths: string[] = []) => {
    const { findings } = await lintProject({ cwd, paths, asOf: '2026-11-21' });
    return findings
      .filter((one) => !one.ignored && /^(?:approval|config)\//.test(one.rule))
      .map(({ rule, tools = [] }) => [rule, ...tools.map(({ name }) => name)]);
  };
  const desk = (file: string, own: readonly string[]) => ({
    'api.py': api,
    [file]: [head, ...own.map((name) => tool(name)), agent('desk', own)].join(''),
  });

  it('has one entry with its tools, and lets another tool of the same cause through', async () => {
    write(desk('a.py', ['drop_a', 'drop_b']));
    expect(await accept()).toMatchObject([
      { file: 'a.py', cause: 'api.py', tools: [{ name: 'drop_a', file: 'a.py' }, { name: 'drop_b' }] },
    ]);
    expect(await open()).toEqual([]);
    write(desk('a.py', ['drop_a', 'drop_b', 'drop_c']));
    expect(await open()).toEqual([['approval/missing', 'drop_a', 'drop_b', 'drop_c']]);
    write(desk('a.py', ['drop_b']));
    expect(await open()).toEqual([]);
  });

  it('accepts what entries of single tools accept, all of them', async () => {
    write(desk('a.py', ['drop_a', 'drop_b']));
    const { findings } = await lintProject({ cwd, asOf: '2026-11-20' });
    const [found] = findings.filter(isMissing);
    const entries = found ? memberFingerprints(found) : [];
    const single = entries.map(
      (fingerprint, at): BaselineEntry => ({
        ...{ fingerprint, rule: 'approval/missing', file: 'a.py', since: '2026-01-01' },
        path: `agents[desk].tools[drop_${'ab'[at]}]`,
      }),
    );
    const store = (some: readonly BaselineEntry[]) =>
      write({ [FILE]: JSON.stringify({ schema: 'agent-lint/baseline@1', entries: some }) });
    expect(entries).toHaveLength(2);
    store(single);
    expect(await open()).toEqual([]);
    store(single.slice(1));
    expect(await open()).toEqual([['approval/missing', 'drop_a', 'drop_b']]);
  });

  it('is the same for a run on some files, and keeps what such a run does not see', async () => {
    write({ ...desk('a.py', ['drop_a']), ...desk('b.py', ['drop_b']) });
    const entries = await accept();
    expect(await open(['b.py'])).toEqual([]);
    expect(await open(['a.py'])).toEqual([]);
    expect(await accept(['b.py'])).toEqual(entries);
    expect(await accept(['a.py'])).toEqual(entries);
    expect(await open()).toEqual([]);
  });

  it('has the tools of a version that does not hold their gates, and lets another one through', async () => {
    const lock = { 'pyproject.toml': '[project]\nname = "p"\ndependencies = ["openai-agents==0.18.0"]\n' };
    const one = (file: string, names: readonly string[]) => ({
      [file]: `${desk(file, names)[file]}`.replaceAll(
        '@function_tool\n',
        '@function_tool(needs_approval=True)\n',
      ),
    });
    const gated = (names: readonly string[]) => ({
      ...lock,
      ...desk('a.py', names),
      ...one('a.py', names),
      ...one('b.py', ['drop_z']),
    });
    const rule = 'approval/broken-version';
    write(gated(['drop_a', 'drop_b']));
    const request = { cwd, paths: [] };
    const { entries } = acceptFindings(await openProject({ ...request, baseline: false }), request, {
      asOf: '2026-11-20',
    });
    const [entry, ...others] = entries.filter((each) => each.rule === rule);
    // The line of the version is the cause, whatever systems it is locked for.
    expect(others).toEqual([]);
    expect(entry?.tools?.map(({ name }) => name)).toEqual(['drop_a', 'drop_b', 'drop_z']);
    const { findings } = await lintProject({ cwd, baseline: false });
    expect(findings.find((each) => each.rule === rule)?.message).toMatch(
      /^`openai-agents` `0\.18\.0` does not enforce the gate of `drop_a`, the gate of `drop_b` and the gate of `drop_z`: /,
    );
    expect(await open()).toEqual([]);
    write(gated(['drop_a', 'drop_b', 'drop_c']));
    expect(await open()).toEqual([[rule, 'drop_a', 'drop_b', 'drop_c', 'drop_z']]);
    // An entry without tools accepts the version, as before.
    const { tools: _tools, ...whole } = entry as BaselineEntry;
    write({ [FILE]: JSON.stringify({ schema: 'agent-lint/baseline@1', entries: [whole] }) });
    expect((await open()).filter(([one]) => one === rule)).toEqual([]);
  });
});
