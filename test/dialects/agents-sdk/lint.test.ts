import { execFileSync } from 'node:child_process';
import { describe, expect, it } from 'vitest';
import { lint } from '../../../src/index.js';
import { openProject } from '../../../src/project/open-project.js';
import { lintFiles, statedFindings } from '../../rules/lint-files.js';
import { withTree } from './tree.js';

const REFUNDS = `from agents import Agent, function_tool


@function_tool
def issue_refund(charge: str) -> str:
    return charge


refunds = Agent(name="Refunds", tools=[issue_refund])
`;

const rules = (result: Awaited<ReturnType<typeof lintFiles>>) =>
  result.findings.map(({ rule, file, ignored }) => `${rule} ${file}${ignored ? ' ignored' : ''}`);

describe('comments in a program', () => {
  const AGENT = `from agents import Agent, function_tool
from tools import issue_refund
refunds = Agent(name="Refunds", tools=[issue_refund])
`;
  const BODY = `def issue_refund(charge: str) -> str:
    """Refund a charge."""
    return pay.refund(charge)
`;
  it.each([
    [
      'of a tool that a call makes',
      'main.ts',
      `import { Agent } from '@openai/agents';
import { issueRefund } from './tools';
export const refunds = new Agent({ name: 'Refunds', tools: [issueRefund] });
`,
      'tools.ts',
      `import { tool } from '@openai/agents';
//@
export const issueRefund = tool({
  name: 'issue_refund',
});
`,
    ],
    [
      'of a tool that a decorator makes',
      'main.py',
      AGENT,
      'tools.py',
      `from agents import function_tool\n\n@function_tool\n#@\n${BODY}`,
    ],
    [
      'of a function that knows no SDK',
      'main.py',
      AGENT.replace('[issue_refund]', '[function_tool(issue_refund)]'),
      'tools.py',
      `#@\n${BODY}`,
    ],
  ])('hold in another file than the agent: %s', async (_, main, agent, tools, text) => {
    const only = { only: ['approval/missing', 'config/unused-ignore'] };
    const found = async (comment: string) =>
      rules(await lintFiles({ [main]: agent, [tools]: text.replace('@\n', ` ${comment}\n`) }, only));
    expect(await found('nothing')).toEqual([`approval/missing ${tools}`]);
    expect(await found('agent-lint-ignore approval/missing -- the refund console asks a person')).toEqual([
      `approval/missing ${tools} ignored`,
    ]);
    expect(await found('agent-lint-effect read -- only looks up')).toEqual([]);
  });

  it('declare the effect of a tool', async () => {
    const text = REFUNDS.replace(
      '@function_tool',
      '# agent-lint-effect read -- only looks up\n@function_tool',
    );
    const result = await lintFiles({ 'refunds.py': text }, { only: ['approval/missing'] });
    expect(result.findings).toEqual([]);
  });
});

describe('a tool that several agents hold', () => {
  it('is one tool and one finding', async () => {
    const text = `${REFUNDS}other = Agent(name="Other", tools=[issue_refund], handoffs=[refunds])\n`;
    const result = await lintFiles({ 'refunds.py': text }, { only: ['approval/missing'] });
    expect(rules(result)).toEqual(['approval/missing refunds.py']);
  });

  it('is not judged where no agent holds it', async () => {
    const text = REFUNDS.replace('tools=[issue_refund]', '');
    const result = await lintFiles({ 'refunds.py': text }, { only: ['approval/missing'] });
    expect(result.findings).toEqual([]);
    expect(result.systemCount).toBe(1);
  });
});

describe('a test file', () => {
  it('gives findings of severity info', async () => {
    const result = await lintFiles({ 'tests/refunds.py': REFUNDS }, { only: ['approval/missing'] });
    expect(result.findings.map(({ severity }) => severity)).toEqual(['info']);
  });
});

describe('the project', () => {
  it('opens no grammar where no file uses an SDK', async () => {
    const files = { 'a.ts': "import { Agent } from 'node:http';\n", 'b.py': 'import agentsmith\n' };
    const project = await withTree(files, (cwd) => openProject({ cwd, config: false }));
    expect(project.code).toBeUndefined();
  });

  it('says which runtime was found where', async () => {
    const result = await lintFiles({
      'refunds.py': REFUNDS,
      'a.session.json': '{ "agent": { "model": "m" }, "environment": { "type": "hosted" } }',
    });
    expect(result.decisions.map(({ found }) => found)).toEqual([
      [
        { runtime: 'managed', files: ['a.session.json'] },
        { runtime: 'framework', files: ['refunds.py'] },
      ],
    ]);
  });

  it('reads broken code as far as it goes', async () => {
    const result = await lintFiles(
      { 'refunds.py': `${REFUNDS}\nprint "old"\nx = = 3\n` },
      { only: ['approval/missing'] },
    );
    expect(statedFindings(result, 'approval/missing')).toEqual([
      '5:5 error `issue_refund` pays out money without human approval (inferred from its name: "refund").',
    ]);
  });

  it('follows imports in a circle, and those that lead nowhere', async () => {
    const result = await lintFiles(
      {
        'a.ts': `import { Agent } from '@openai/agents';
import { b } from './b.js';
import { gone } from '../../outside.js';
export const a = new Agent({ name: 'A', handoffs: [b, gone] });
`,
        'b.ts': `import { Agent } from '@openai/agents';
import { a } from './a.js';
export const b = new Agent({ name: 'B', handoffs: [a] });
`,
      },
      { only: ['delegation/handoff-cycle'] },
    );
    expect(statedFindings(result, 'delegation/handoff-cycle', 'a.ts')).toEqual([
      "b.ts:3:52 info `B` hands off to `A`, which closes a cycle: A -> B -> A. Only the framework's default limit of 10 turns ends it.",
    ]);
    expect(result.systems[0]?.unresolved.map(({ what }) => what)).toEqual(['a handoff of `A`']);
  });
});

describe('switches of tracing', () => {
  const program = 'from agents import Agent\n\na = Agent(name="A")\n';
  it.each([
    ['.env', 'OPENAI_AGENTS_DISABLE_TRACING=true\n', ['.env:1:1']],
    ['.env.example', 'OPENAI_AGENTS_DISABLE_TRACING=true\n', []],
    ['.env', 'OPENAI_AGENTS_DISABLE_TRACING=0\n', []],
    ['other/.env', 'OPENAI_AGENTS_DISABLE_TRACING=1\n', []],
    [
      'compose.yaml',
      'services:\n  app:\n    build: .\n    environment:\n      OPENAI_AGENTS_DISABLE_TRACING: "1"\n',
      ['compose.yaml:5:7'],
    ],
    [
      'docker-compose.prod.yml',
      'services:\n  app:\n    image: app\n    environment:\n      - A=b\n      - OPENAI_AGENTS_DISABLE_TRACING=true\n',
      ['docker-compose.prod.yml:6:9'],
    ],
    [
      'deploy/docker-compose.yml',
      'x-env: &env { OPENAI_AGENTS_DISABLE_TRACING: true }\nservices:\n  app: { build: { context: .. }, environment: { <<: *env } }\n',
      ['deploy/docker-compose.yml:1:15'],
    ],
    [
      'compose.yml',
      'services:\n  web: { build: ./web, environment: [OPENAI_AGENTS_DISABLE_TRACING=1] }\n  other: { image: x, environment: [OPENAI_AGENTS_DISABLE_TRACING=1] }\n',
      [],
    ],
    [
      'compose.override.yaml',
      'services:\n  app: { build: ., environment: { OPENAI_AGENTS_DISABLE_TRACING: "${OFF:-1}", B: } }\n',
      [],
    ],
    ['other.yaml', 'services:\n  app: { build: ., environment: [OPENAI_AGENTS_DISABLE_TRACING=1] }\n', []],
    ['Dockerfile', 'FROM scratch\nENV OPENAI_AGENTS_DISABLE_TRACING 1\n', ['Dockerfile:2:5']],
    ['Dockerfile', 'FROM scratch\nENV A="x y" OPENAI_AGENTS_DISABLE_TRACING=1 B=2\n', ['Dockerfile:2:13']],
    [
      'Dockerfile',
      'FROM scratch\nenv A=1 \\\n    # why\n    OPENAI_AGENTS_DISABLE_TRACING="1"\n',
      ['Dockerfile:4:5'],
    ],
    [
      'Dockerfile.prod',
      'ARG OFF=1\nFROM scratch\nENV OPENAI_AGENTS_DISABLE_TRACING=${OFF}\n',
      ['Dockerfile.prod:3:5'],
    ],
    ['Dockerfile', 'FROM scratch\nARG OPENAI_AGENTS_DISABLE_TRACING=1\n', []],
    ['Dockerfile', 'FROM scratch\nRUN echo \\\n  ENV OPENAI_AGENTS_DISABLE_TRACING=1\n', []],
    ['set.py', 'import os\nos.environ["OPENAI_AGENTS_DISABLE_TRACING"] = "1"\n', []],
  ])('in %s holding %j', async (name, text, expected) => {
    const result = await lintFiles(
      { 'app/a.py': program, [`app/${name}`]: text },
      { only: ['tracing/disabled'] },
    );
    const places = result.findings.map(
      ({ file, range }) => `${file}:${range.start.line}:${range.start.column}`,
    );
    expect(places).toEqual(expected.map((place) => `app/${place}`));
  });

  it.each([
    ['a program that is named alone', ['app/src/a.py']],
    ['a folder of it', ['app/src']],
    ['the whole', []],
  ])('beside %s are seen, but for those that git ignores', async (_, paths) => {
    const off = 'OPENAI_AGENTS_DISABLE_TRACING=1\n';
    const report = await withTree(
      {
        'app/src/a.py': program,
        'app/Dockerfile': `FROM scratch\nENV ${off}`,
        'app/src/.env': off,
        'app/docs/.env': off,
        'compose.yml': 'services: { app: { build: app, environment: [OPENAI_AGENTS_DISABLE_TRACING=1] } }\n',
        '.gitignore': 'app/src/.env\n',
      },
      (cwd) => {
        execFileSync('git', ['init', '-q', cwd], { stdio: 'ignore' });
        return lint({ cwd, paths, config: false, only: ['tracing/disabled'] });
      },
    );
    const places = report.findings.map(
      ({ file, range }) => `${file}:${range.start.line}:${range.start.column}`,
    );
    expect(places.sort()).toEqual(['app/Dockerfile:2:5', 'compose.yml:1:46']);
  });

  it('beside a program outside the working directory are seen', async () => {
    const report = await withTree(
      {
        'app/src/a.py': program,
        'app/.git/HEAD': '',
        'app/.env': 'OPENAI_AGENTS_DISABLE_TRACING=1\n',
        'here/x': '',
      },
      (cwd) =>
        lint({ cwd: `${cwd}/here`, paths: ['../app/src/a.py'], config: false, only: ['tracing/disabled'] }),
    );
    expect(report.findings.map(({ file, range }) => `${file}:${range.start.line}`)).toEqual([
      '../app/.env:1',
    ]);
  });

  it('in a configuration that several runs share are one finding', async () => {
    const result = await lintFiles(
      {
        'config.py': 'from agents import RunConfig\n\nconfig = RunConfig(tracing_disabled=True)\n',
        'one.py': `from agents import Agent, Runner\nfrom config import config\n\none = Agent(name="One")\nRunner.run_sync(one, "x", run_config=config)\n`,
        'two.py': `from agents import Agent, Runner\nfrom config import config\n\ntwo = Agent(name="Two")\nRunner.run_sync(two, "x", run_config=config)\n`,
      },
      { only: ['tracing/disabled'] },
    );
    expect(rules(result)).toEqual(['tracing/disabled config.py']);
    expect(result.systems.map(({ tracing }) => tracing.state)).toEqual(['absent', 'absent']);
  });

  it.each([
    [
      'import os\nfrom agents import set_tracing_disabled\nset_tracing_disabled(bool(os.environ.get("NT")))\n',
      '3:1 error Whether `set_tracing_disabled` switches tracing off is not known (computed by bool()): if it does, no step, tool call or result of `A` is recorded.',
    ],
  ])('that a value decides is no constant: %s', async (head, expected) => {
    const files = { 'a.py': `${head}${program}`, 'agent-lint.config.yaml': 'preset: strict\n' };
    const result = await lintFiles(files, { only: ['tracing/disabled'] });
    expect(statedFindings(result, 'tracing/disabled')).toEqual([expected]);
  });

  it('in the program itself', async () => {
    const text = `import os\n\nos.environ["OPENAI_AGENTS_DISABLE_TRACING"] = "1"\n${program}`;
    const result = await lintFiles({ 'a.py': text }, { only: ['tracing/disabled'] });
    expect(statedFindings(result, 'tracing/disabled')).toEqual([
      '3:1 error `OPENAI_AGENTS_DISABLE_TRACING=1` switches tracing off: no step, tool call or result of `A` is recorded.',
    ]);
  });
});

describe('what the settings of a model have the operator keep', () => {
  const CONFIG = {
    'agent-lint.config.yaml': 'requirements: { zero_data_retention: true, needs: [code-first-control] }\n',
  };
  const TYPESCRIPT = `import { Agent, Runner } from '@openai/agents';
const shared = { temperature: 0 };
const first = new Agent({ name: 'First', modelSettings: { ...shared, store: true } });
const second = new Agent({ name: 'Second', handoffs: [first] });
export const runner = new Runner({});
export const answer = runner.run(second, 'hi');
`;
  const PYTHON = `from agents import Agent, ModelSettings, RunConfig, Runner

first = Agent(name="First", model_settings=ModelSettings(store=True))
second = Agent(name="Second", handoffs=[first])
config = RunConfig()
Runner.run_sync(second, "hi", run_config=config)
`;
  const stored = async (file: string, text: string) => {
    const { findings, systems } = await lintFiles({ ...CONFIG, [file]: text });
    const own = findings.filter(({ rule }) => rule.endsWith('-state') || rule === 'runtime/own-controls');
    const lines = own.map(({ rule, range }) => `${range.start.line}:${range.start.column} ${rule}`);
    return { lines: lines.sort(), retention: systems[0]?.retention.state };
  };

  it.each([
    ['a.ts', TYPESCRIPT, ['3:77 runtime/stores-state', '4:16 runtime/may-store-state']],
    ['a.py', PYTHON, ['3:64 runtime/stores-state', '4:10 runtime/may-store-state']],
  ])('is reported in %s, and beside it what is kept by default', async (file, text, lines) => {
    expect(await stored(file, text)).toEqual({ lines, retention: 'absent' });
  });

  it.each([
    ['a.ts', TYPESCRIPT.replace('Runner({})', 'Runner({ modelSettings: { store: false } })')],
    ['a.py', PYTHON.replace('RunConfig()', 'RunConfig(model_settings=ModelSettings(store=False))')],
  ])('is what the run says in %s', async (file, text) => {
    expect(await stored(file, text)).toEqual({ lines: [], retention: 'shown' });
  });

  it.each([
    ['a.ts', TYPESCRIPT.replace('store: true', 'topP: 1'), ['3:15', '4:16']],
    ['a.py', PYTHON.replace('store=True', 'top_p=1'), ['3:9', '4:10']],
  ])('is each response where %s states nothing', async (file, text, places) => {
    const lines = places.map((place) => `${place} runtime/may-store-state`);
    expect(await stored(file, text)).toEqual({ lines, retention: 'absent' });
  });

  it('is not known where it is computed', async () => {
    const text = PYTHON.replace('store=True', 'store=KEEP').replace(', handoffs=[first]', '');
    expect((await stored('a.py', text)).retention).toBe('undecidable');
  });
});

describe('imports under an alias', () => {
  const MAIN = `import { Agent } from '@openai/agents';
import { refund } from '@/tools/refund';
export const desk = new Agent({ name: 'Desk', tools: [refund] });
`;
  const TOOL = `import { tool } from '@openai/agents';
export const refund = tool({ name: 'issue_refund', description: '', parameters: {}, execute: pay });
`;
  const placesIn = async (files: Record<string, string>) => {
    const { findings } = await lintFiles(
      { 'web/app/main.ts': MAIN, 'web/src/tools/refund.ts': TOOL, ...files },
      { only: ['approval/missing'] },
    );
    return findings.map(({ file, range }) => `${file}:${range.start.line}:${range.start.column}`);
  };

  it.each([
    [
      'paths',
      {
        'web/tsconfig.json':
          '{ // JSON with comments\n "compilerOptions": { "paths": { "@/*": ["./src/*"] }, }, }',
      },
    ],
    [
      'paths from a base',
      { 'web/tsconfig.json': '{"compilerOptions":{"baseUrl":"src","paths":{"@/*":["gone/*","*"]}}}' },
    ],
    [
      'paths that are inherited',
      {
        'web/tsconfig.json': '{"extends":"../tsconfig.base"}',
        'tsconfig.base.json': '{"compilerOptions":{"paths":{"@/*":["web/src/*"]}}}',
      },
    ],
    [
      'a configuration of JavaScript',
      { 'jsconfig.json': '{"compilerOptions":{"baseUrl":".","paths":{"@/*":["web/src/*"]}}}' },
    ],
  ])('are followed by %s', async (_, files) => {
    expect(await placesIn(files as Record<string, string>)).toEqual(['web/src/tools/refund.ts:2:36']);
  });

  it('are followed where the program alone is named', async () => {
    const files = {
      'web/app/main.ts': MAIN,
      'web/src/tools/refund.ts': TOOL,
      'web/tsconfig.json': '{"compilerOptions":{"paths":{"@/*":["./src/*"]}}}',
    };
    const { findings } = await withTree(files, (cwd) =>
      lint({ cwd, paths: ['web/app/main.ts'], config: false, only: ['approval/missing'] }),
    );
    expect(findings.map(({ file, range }) => `${file}:${range.start.line}:${range.start.column}`)).toEqual([
      'web/src/tools/refund.ts:2:36',
    ]);
  });

  it.each([
    ['no alias', {}],
    [
      'an alias that leaves the root',
      { 'tsconfig.json': '{"compilerOptions":{"paths":{"@/*":["../../*"]}}}' },
    ],
    ['a circle', { 'tsconfig.json': '{"extends":"./tsconfig.json"}' }],
    ['broken JSON', { 'tsconfig.json': '{"compilerOptions":' }],
  ])('lead nowhere with %s', async (_, files) => {
    expect(await placesIn(files as Record<string, string>)).toEqual([]);
  });
});

describe('functions that make agents of each other', () => {
  it('are read for a bounded number of calls', async () => {
    const wide = (index: number) =>
      `function f${index}(a) { return new Agent({ name: a, handoffs: [${`f${index + 1}(a), `.repeat(40)}] }); }\n`;
    const text = `import { Agent } from '@openai/agents';\n${[0, 1, 2, 3, 4, 5].map(wide).join('')}export const x = f0('x');\n`;
    const { systems } = await lintFiles({ 'a.ts': text });
    const made = systems.flatMap(({ agents }) => agents).length;
    expect(made).toBeGreaterThan(5);
    expect(made).toBeLessThan(1_100);
  });
});

describe('options that are changed thousands of times', () => {
  it.each([
    ['are known at the end', (index: number) => `o.update(k${index}=${index})`, 'Desk'],
    ['are unknown where one of many changes is', (index: number) => `o.update(f${index}())`, 'a'],
  ])('%s', async (_, change, name) => {
    const changes = Array.from({ length: 3_000 }, (_, index) => change(index)).join('\n');
    const text = `from agents import Agent\no = {"name": "Desk"}\n${changes}\na = Agent(**o)\n`;
    const { systems } = await lintFiles({ 'a.py': text });
    expect(systems.flatMap(({ agents }) => agents.map((agent) => agent.name))).toEqual([name]);
  });
});
