import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { FORMATS } from '../../src/cli/formats.js';
import { type LintRequest, lint } from '../../src/index.js';
import { newRepository, type Repository, repositoryAt, temporaryFolder } from './repository.js';

const AGENT = `import { Agent } from '@openai/agents';
import { refund } from './tools.js';
export const agent = new Agent({ name: 'Refunds', tools: [refund] });
`;
/** The name of the tool is at 6:11. */
const tools = (imported: string, before: string, after: string) => `import { tool } from '@openai/agents';
import { z } from 'zod';
${imported}
${before}
export const refund = ${after}
const { a, b } = { a: '', b: '' };
`;
const STATED = `name: 'issue_refund', description: 'd', parameters: z.object({}), execute: async () => 'done'`;
const program = (imported: string, gate: string) => `import { tool } from '@openai/agents';
import { z } from 'zod';
${imported}
export const refund = tool({
  name: 'issue_refund',
  description: 'Refund a charge',
  parameters: z.object({}),
  execute: async () => 'done',
  ${gate},
});
`;
const python = (imported: string, decorator: string) => `from agents import Agent, function_tool
${imported}


${decorator}
def issue_refund(charge: str) -> str:
    """Refund a charge"""
    return pay(charge)


agent = Agent(name='Refunds', tools=[issue_refund])
`;

const MODES: readonly LintRequest[] = [{ staged: true }, { since: 'main' }, { newSince: 'main' }];

const reportOf = ({ folder }: Repository, mode: LintRequest = {}) => lint({ cwd: folder, ...mode });
async function errorsOf(repository: Repository, mode?: LintRequest): Promise<string[]> {
  const { findings } = await reportOf(repository, mode);
  return findings
    .filter(({ severity, ignored }) => severity === 'error' && !ignored)
    .map(({ file, range: { start }, rule }) => `${file}:${start.line}:${start.column} error ${rule}`);
}

/** A repository in which a file of `main` is removed, in the index and on disk. */
function without(gone: string, files: Record<string, string>): Repository {
  const repository = newRepository(files);
  repository.git('rm', '-q', '-r', gone);
  return repository;
}

describe('a gate that came from a file which a change deletes', () => {
  const ways: Record<string, { gone: string; files: Record<string, string>; at: string }> = {
    'an import': {
      gone: 'src/gate.ts',
      files: {
        'src/gate.ts': 'export const needs = true;\n',
        'src/tools.ts': program("import { needs } from './gate.js';", 'needsApproval: needs'),
      },
      at: 'src/tools.ts:5:9',
    },
    'a default export': {
      gone: 'src/gate.ts',
      files: {
        'src/gate.ts': 'export default async () => true;\n',
        'src/tools.ts': program("import needs from './gate.js';", 'needsApproval: needs'),
      },
      at: 'src/tools.ts:5:9',
    },
    'a member of an import': {
      gone: 'src/gate.ts',
      files: {
        'src/gate.ts': 'export const gates = { refund: true };\n',
        'src/tools.ts': program("import { gates } from './gate.js';", 'needsApproval: gates.refund'),
      },
      at: 'src/tools.ts:5:9',
    },
    'a spread behind the name': {
      gone: 'src/gate.ts',
      files: {
        'src/gate.ts': 'export const gate = { needsApproval: true };\n',
        'src/tools.ts': program("import { gate } from './gate.js';", '...gate'),
      },
      at: 'src/tools.ts:4:23',
    },
    'a name that another file hands on': {
      gone: 'src/gate.ts',
      files: {
        'src/gate.ts': 'export const needs = true;\n',
        'src/index.ts': "export { needs } from './gate.js';\n",
        'src/tools.ts': program("import { needs } from './index.js';", 'needsApproval: needs'),
      },
      at: 'src/tools.ts:5:9',
    },
    'an alias of a path': {
      gone: 'src/gate.ts',
      files: {
        'tsconfig.json': '{ "compilerOptions": { "paths": { "@/*": ["./src/*"] } } }\n',
        'src/gate.ts': 'export const needs = true;\n',
        'src/tools.ts': program("import { needs } from '@/gate';", 'needsApproval: needs'),
      },
      at: 'src/tools.ts:5:9',
    },
    'a package of the monorepo': {
      gone: 'packages/gates',
      files: {
        'packages/gates/package.json': '{ "name": "@acme/gates", "main": "index.ts" }\n',
        'packages/gates/index.ts': 'export const needs = true;\n',
        'src/tools.ts': program("import { needs } from '@acme/gates';", 'needsApproval: needs'),
      },
      at: 'src/tools.ts:5:9',
    },
    'the configuration that gives its alias': {
      gone: 'tsconfig.json',
      files: {
        'tsconfig.json': '{ "compilerOptions": { "paths": { "@/*": ["./src/*"] } } }\n',
        'src/gate.ts': 'export const needs = true;\n',
        'src/tools.ts': program("import { needs } from '@/gate';", 'needsApproval: needs'),
      },
      at: 'src/tools.ts:5:9',
    },
    'the default of a parameter': {
      gone: 'src/gate.ts',
      files: {
        'src/gate.ts': 'export const needs = true;\n',
        'src/tools.ts': tools(
          "import { needs } from './gate.js';",
          `const make = (needsApproval = needs) => tool({ ${STATED}, needsApproval });`,
          'make();',
        ),
      },
      at: 'src/tools.ts:4:54',
    },
    'a function that makes the tool': {
      gone: 'src/gate.ts',
      files: {
        'src/gate.ts':
          "import { tool } from '@openai/agents';\nexport const gated = (options: object) => tool({ ...options, needsApproval: true });\n",
        'src/tools.ts': tools("import { gated } from './gate.js';", '', `gated({ ${STATED} });`),
      },
      at: 'src/agent.ts:3:59',
    },
    'the tool itself': {
      gone: 'src/tools.ts',
      files: { 'src/tools.ts': program('', 'needsApproval: true') },
      at: 'src/agent.ts:3:59',
    },
  };
  for (const [way, { gone, files, at }] of Object.entries(ways))
    it(`is an error, where it was ${way}`, async () => {
      const repository = without(gone, { 'src/agent.ts': AGENT, ...files });
      for (const mode of MODES)
        expect({ mode, errors: await errorsOf(repository, mode) }).toEqual({
          mode,
          errors: [`${at} error approval/missing`],
        });
      expect(await errorsOf(repository)).toEqual([]);
    });

  const inPython: Record<string, { imported: string; decorator: string; gate: string; at: string }> = {
    'a relative import': {
      imported: 'from .gate import NEEDS',
      decorator: '@function_tool(needs_approval=NEEDS)',
      gate: 'NEEDS = True\n',
      at: 'app/main.py:6:5',
    },
    'an import by the name of the package': {
      imported: 'from app.gate import NEEDS',
      decorator: '@function_tool(needs_approval=NEEDS)',
      gate: 'NEEDS = True\n',
      at: 'app/main.py:6:5',
    },
    'a module of the package': {
      imported: 'from . import gate',
      decorator: '@function_tool(needs_approval=gate.NEEDS)',
      gate: 'NEEDS = True\n',
      at: 'app/main.py:6:5',
    },
    'a spread': {
      imported: 'from app.gate import GATE',
      decorator: '@function_tool(**GATE)',
      gate: "GATE = {'needs_approval': True}\n",
      at: 'app/main.py:6:5',
    },
    'a decorator': {
      imported: 'from app.gate import gated',
      decorator: '@gated',
      gate: 'from agents import function_tool\n\n\ndef gated(f):\n    return function_tool(f, needs_approval=True)\n',
      at: 'app/main.py:11:38',
    },
  };
  for (const [way, { imported, decorator, gate, at }] of Object.entries(inPython))
    it(`is an error in Python, where it was ${way}`, async () => {
      const repository = without('app/gate.py', {
        'app/__init__.py': '',
        'app/gate.py': gate,
        'app/main.py': python(imported, decorator),
      });
      for (const mode of MODES)
        expect(await errorsOf(repository, mode)).toEqual([`${at} error approval/missing`]);
    });
});

const IMPORTED = {
  'src/agent.ts': AGENT,
  'src/gate.ts': 'export const needs = true;\n',
  'src/tools.ts': program("import { needs } from './gate.js';", 'needsApproval: needs'),
};

describe('a version that does not hold the gate of an act', () => {
  it('is new where the base has it for tools that read, and accepts it', async () => {
    const text = (tools: string) => `import { stepCountIs, ToolLoopAgent, tool } from 'ai';
import { z } from 'zod';
const look = tool({ inputSchema: z.object({ id: z.string() }), needsApproval: true, execute: async ({ id }) => (await fetch(\`https://api.example.com/\${id}\`)).text() });
const refund = tool({ description: 'Refund a charge', inputSchema: z.object({ id: z.string() }), needsApproval: true, execute: async ({ id }) => (await fetch(\`https://api.example.com/refunds/\${id}\`, { method: 'POST' })).text() });
export const agent = new ToolLoopAgent({ model: 'openai/gpt-5', tools: { ${tools} }, stopWhen: stepCountIs(8) });
`;
    const repository = newRepository({
      'package-lock.json': JSON.stringify({ packages: { 'node_modules/ai': { version: '6.0.37' } } }),
      'agent.ts': text('look'),
    });
    await repository.run('check', '--update-baseline');
    repository.git('add', '-A');
    repository.commit();
    repository.git('branch', '-f', 'main');
    repository.write('agent.ts', text('look, refund'));
    repository.git('add', '-A');
    for (const mode of MODES)
      expect(await errorsOf(repository, mode)).toContainEqual(
        expect.stringMatching(/^package-lock\.json:\S+ error approval\/broken-version$/),
      );
  });
});

describe('a lock file or a manifest that alone changes', () => {
  const script = `import { stepCountIs, tool, ToolLoopAgent } from 'ai';
import { z } from 'zod';
const refund = tool({ description: 'Refund a charge', inputSchema: z.object({ id: z.string() }), needsApproval: true, execute: async ({ id }) => (await fetch(\`https://api.example.com/refunds/\${id}\`, { method: 'POST' })).text() });
export const agent = new ToolLoopAgent({ model: 'openai/gpt-5', tools: { refund }, stopWhen: stepCountIs(8) });
`;
  const manifest = (ai: string) => `{ "dependencies": { "ai": "${ai}" } }\n`;
  const project = (agents: string) =>
    `[project]\nname = "p"\nversion = "1"\ndependencies = ["openai-agents${agents}"]\n`;
  const pinned = { 'agent.ts': script, 'package.json': manifest('^6.0.0') };
  const program = { 'agent.py': python('', '@function_tool(needs_approval=True)') };
  /** What the folder of each has, the file that changes, and its text by the version. */
  const kinds: Record<string, [Record<string, string>, string, (version: string) => string]> = {
    npm: [
      pinned,
      'package-lock.json',
      (version) => JSON.stringify({ packages: { 'node_modules/ai': { version } } }),
    ],
    yarn: [pinned, 'yarn.lock', (version) => `# yarn lockfile v1\n\n\nai@^6.0.0:\n  version "${version}"\n`],
    bun: [
      pinned,
      'bun.lock',
      (version) =>
        `{ "lockfileVersion": 1, "workspaces": { "": { "dependencies": { "ai": "^6.0.0" } } }, "packages": { "ai": ["ai@${version}", "", {}, "sha512-x"] } }`,
    ],
    pnpm: [
      pinned,
      'pnpm-lock.yaml',
      (version) => `lockfileVersion: '9.0'\npackages:\n\n  ai@${version}:\n    resolution: {}\n`,
    ],
    alias: [{ 'agent.ts': script }, 'package.json', (version) => manifest(`npm:ai@${version}`)],
    pyproject: [program, 'pyproject.toml', (version) => project(`==${version}`)],
    requirements: [program, 'requirements.txt', (version) => `openai-agents==${version}\n`],
    uv: [
      { ...program, 'pyproject.toml': project('>=0.17') },
      'uv.lock',
      (version) => `version = 1\n\n[[package]]\nname = "openai-agents"\nversion = "${version}"\n`,
    ],
    poetry: [
      { ...program, 'pyproject.toml': project('>=0.17') },
      'poetry.lock',
      (version) =>
        `[[package]]\nname = "openai-agents"\nversion = "${version}"\n\n[metadata]\nlock-version = "2.0"\n`,
    ],
  };
  const versions = (file: string): readonly [string, string] =>
    /^(?:py|req|uv|poe)/.test(file) ? ['0.20.0', '0.18.0'] : ['6.0.313', '6.0.37'];

  it('fails in each mode and in `diff`, of each kind', async () => {
    const all = Object.entries(kinds);
    const repository = newRepository(
      Object.fromEntries(
        all.flatMap(([kind, [files, file, text]]) =>
          Object.entries({ ...files, [file]: text(versions(file)[0]) }).map(([name, own]) => [
            `${kind}/${name}`,
            own,
          ]),
        ),
      ),
    );
    expect(await errorsOf(repository)).toEqual([]);
    for (const [kind, [, file, text]] of all) repository.write(`${kind}/${file}`, text(versions(file)[1]));
    repository.git('add', '-A');
    const expected = all.map(([kind, [, file]]) => `${kind}/${file} error approval/broken-version`).sort();
    for (const mode of [...MODES, { newSince: 'main', configFrom: 'main' }]) {
      const errors = await errorsOf(repository, mode);
      expect({ mode, errors: errors.map((one) => one.replace(/:\S+/, '')).sort() }).toEqual({
        mode,
        errors: expected,
      });
    }
    const { status, stdout } = await repository.run('diff', 'main', '--format', 'json');
    const lost = (JSON.parse(stdout) as { changes: { kind: string; is?: string; file: string }[] }).changes;
    expect(status).toBe(1);
    expect(new Set(lost.flatMap(({ is, file }) => (is === 'lost' ? file.split('/')[0] : [])))).toEqual(
      new Set(Object.keys(kinds)),
    );
  }, 60_000);
});

describe('a gate that is lost', () => {
  it('says what it was at the base, what it came from and how it comes back', async () => {
    const report = await reportOf(without('src/gate.ts', IMPORTED), { since: 'main' });
    const [finding] = report.findings.filter(({ severity }) => severity === 'error');
    expect(finding).toMatchObject({
      rule: 'approval/missing',
      evidence: 'undecidable',
      message:
        '`issue_refund` pays out money, and its human approval is lost: approval was shown at the base (`needsApproval: true`, src/tools.ts:9, from src/gate.ts) and cannot be known any more: imported from `./gate.js`, which is not found.',
      file: 'src/tools.ts',
      path: 'definitions[refund].tools[issue_refund]',
      related: [
        {
          message: 'src/gate.ts, which its approval came from, is deleted.',
          file: 'src/tools.ts',
          range: { start: { line: 3 } },
        },
      ],
      // The name may stand for what its author computes.
      fixes: [],
    });
    expect(finding?.remediation).toMatch(
      /Set `needsApproval: true` in this `tool\(\)`.* Or restore src\/gate\.ts\.$/,
    );
    expect(finding?.fingerprint).toMatch(/^[0-9a-f]{64}$/);
  });

  it('has the fingerprint of the tool that has no gate', async () => {
    const repository = without('src/gate.ts', IMPORTED);
    const fingerprint = async () => {
      const { findings } = await reportOf(repository, { since: 'main' });
      return findings.find(({ rule }) => rule === 'approval/missing')?.fingerprint;
    };
    const lost = await fingerprint();
    repository.write('src/tools.ts', program('', 'needsApproval: false'));
    expect(lost).toBeDefined();
    expect(await fingerprint()).toBe(lost);
  });

  it('is cleared by its remedy', async () => {
    const repository = without('src/gate.ts', IMPORTED);
    repository.write('src/tools.ts', program('', 'needsApproval: true'));
    expect((await repository.run('check', '--since', 'main')).status).toBe(0);
  });

  it('is reported in every format', async () => {
    const repository = without('src/gate.ts', IMPORTED);
    const targets = FORMATS.flatMap((format) => ['--format', format, '--output', `out.${format}`]);
    expect((await repository.run('check', '--since', 'main', ...targets)).status).toBe(1);
    for (const format of FORMATS) {
      const text = readFileSync(join(repository.folder, `out.${format}`), 'utf8');
      expect(text).toContain('approval/missing');
      expect(text.replace(/\s+/g, ' ')).toContain('its human approval is lost');
    }
  });

  it('is lost where a file is renamed and its importers still name the old one', async () => {
    const repository = newRepository(IMPORTED);
    repository.git('mv', 'src/gate.ts', 'src/guard.ts');
    for (const mode of MODES) {
      const [finding, ...others] = (await reportOf(repository, mode)).findings.filter(
        ({ severity, ignored }) => severity === 'error' && !ignored,
      );
      expect(others).toEqual([]);
      expect(finding?.related.map(({ message }) => message)).toEqual([
        'src/gate.ts, which its approval came from, is src/guard.ts now.',
      ]);
    }
    repository.write('src/tools.ts', program("import { needs } from './guard.js';", 'needsApproval: needs'));
    repository.git('add', '-A');
    for (const mode of MODES) expect(await errorsOf(repository, mode)).toEqual([]);
  });

  it('is lost where nothing is deleted and the program computes it', async () => {
    const repository = newRepository(IMPORTED);
    repository.write('src/gate.ts', "export const needs = JSON.parse(await read('gates.json')).needs;\n");
    repository.git('add', '-A');
    for (const mode of MODES)
      expect(await errorsOf(repository, mode)).toEqual(['src/tools.ts:5:9 error approval/missing']);
  });

  it('is none where it was not known before', async () => {
    const repository = newRepository({
      ...IMPORTED,
      'src/gate.ts': "export const needs = JSON.parse(await read('gates.json')).needs;\n",
    });
    repository.git('rm', '-q', 'src/gate.ts');
    for (const mode of MODES) expect(await errorsOf(repository, mode)).toEqual([]);
  });

  it('is lost, and a loss in `diff`, where who answers it was not known', async () => {
    const answering = (name: string) => `${AGENT.replace('{ Agent }', '{ Agent, run }')}
export async function go(${name}: Ask) {
  const result = await run(agent, 'hi');
  for (const one of result.interruptions)
    (await ${name}(one)) ? result.state.approve(one) : result.state.reject(one);
}
`;
    const repository = newRepository({ ...IMPORTED, 'src/agent.ts': answering('ask') });
    repository.write('src/agent.ts', answering('askThem'));
    repository.git('add', '-A');
    for (const mode of MODES) expect(await errorsOf(repository, mode)).toEqual([]);
    repository.git('rm', '-q', 'src/gate.ts');
    for (const mode of MODES)
      expect(await errorsOf(repository, mode)).toEqual(['src/tools.ts:5:9 error approval/missing']);
    repository.commit();
    const run = await repository.run('diff', 'main');
    expect([run.status, run.stdout.split('\n').slice(0, 2)]).toEqual([
      1,
      [
        'Controls lost or no longer known',
        '  `issue_refund` of `Refunds` (src/agent.ts) (outward): human approval before, a gate computed at run time now.',
      ],
    ]);
  });

  it('is a loss in `diff` also where the name of the tool is hidden with it', async () => {
    const repository = newRepository({
      'src/agent.ts': AGENT,
      'src/gate.ts': 'export const gate = { needsApproval: true };\n',
      'src/tools.ts': program("import { gate } from './gate.js';", '...gate'),
    });
    repository.git('rm', '-q', 'src/gate.ts');
    repository.commit();
    const run = await repository.run('diff', 'main');
    expect([run.status, run.stdout.split('\n').slice(0, 2)]).toEqual([
      1,
      [
        'Controls lost or no longer known',
        '  `refund` of `Refunds` (src/agent.ts) (outward): human approval before, a gate computed at run time now.',
      ],
    ]);
  });

  it('is none of a tool that does nothing irreversible', async () => {
    const reading = program("import { needs } from './gate.js';", 'needsApproval: needs')
      .replace("'issue_refund'", "'list_charges'")
      .replace('Refund a charge', 'List the charges')
      .replaceAll('refund =', 'charges =');
    const repository = without('src/gate.ts', {
      ...IMPORTED,
      'src/agent.ts': AGENT.replaceAll('refund', 'charges'),
      'src/tools.ts': reading,
    });
    for (const mode of MODES) expect(await errorsOf(repository, mode)).toEqual([]);
  });

  it('is old once the base has it', async () => {
    const repository = without('src/gate.ts', IMPORTED);
    repository.commit('Remove the gate');
    repository.git('branch', '-f', 'main');
    repository.write('src/agent.ts', `// a comment\n${AGENT}`);
    repository.git('add', '-A');
    for (const mode of MODES) expect(await errorsOf(repository, mode)).toEqual([]);
  });

  it('is ignored like each finding of its rule, and not against a lock', async () => {
    const repository = without('src/gate.ts', IMPORTED);
    const ignored = IMPORTED['src/tools.ts'].replace(
      "  name: 'issue_refund'",
      "  // agent-lint-ignore approval/missing -- a sandbox account\n  name: 'issue_refund'",
    );
    repository.write('src/tools.ts', ignored);
    repository.git('add', '-A');
    for (const mode of MODES) {
      const { findings } = await reportOf(repository, mode);
      const lost = findings.filter(({ rule }) => rule === 'approval/missing');
      expect(lost.map((one) => one.ignored)).toEqual([{ kind: 'comment', reason: 'a sandbox account' }]);
    }
    const outside = newRepository({
      'policy.yaml':
        'owner: { name: Security }\nrules:\n  approval/missing: { severity: error, locked: true }\n',
    }).folder;
    for (const mode of MODES)
      for (const settings of [{}, { configFrom: 'main' }])
        expect(
          await errorsOf(repository, { ...mode, ...settings, policy: `${outside}/policy.yaml` }),
        ).toContain('src/tools.ts:6:9 error approval/missing');
  });

  it('ends the command line with 1', async () => {
    const repository = without('src/gate.ts', IMPORTED);
    for (const mode of [['--staged'], ['--since', 'main'], ['--new-since', 'main']]) {
      const { status, stdout } = await repository.run('check', '--format', 'compact', ...mode);
      expect(status).toBe(1);
      expect(stdout).toContain('src/tools.ts:5:9: error approval/missing');
    }
    expect((await repository.run('check')).status).toBe(0);
  });

  it('is no finding of the first commit', async () => {
    const repository = repositoryAt(temporaryFolder());
    repository.git('init', '-q');
    for (const [name, text] of Object.entries(IMPORTED))
      if (name !== 'src/gate.ts') repository.write(name, text);
    repository.git('add', '-A');
    expect(await errorsOf(repository, { staged: true })).toEqual([]);
  });
});

describe('an import that leads to no file of the repository', () => {
  const told = async (repository: Repository) =>
    (await reportOf(repository)).notAssessed
      .filter(({ message }) => message.startsWith('The import of'))
      .map(({ file, range, message }) => `${file}:${range.start.line} ${message}`);
  const rest = 'leads to no file of the repository: a control that comes from there cannot be known.';

  it('is listed as not assessed in a whole run, at its place', async () => {
    const repository = without('src/gate.ts', IMPORTED);
    expect(await told(repository)).toEqual([
      `src/tools.ts:3 The import of \`needs\` from \`./gate.js\` ${rest}`,
    ]);
    const { stdout } = await repository.run('check');
    expect(stdout).toContain('(src/tools.ts:3:1)');
  });

  it('is listed where it hands a name on, or makes a tool', async () => {
    const handsOn = without('src/gate.ts', {
      ...IMPORTED,
      'src/index.ts': "export { needs } from './gate.js';\n",
      'src/tools.ts': program("import { needs } from './index.js';", 'needsApproval: needs'),
    });
    expect(await told(handsOn)).toEqual([
      `src/index.ts:1 The import of \`needs\` from \`./gate.js\` ${rest}`,
    ]);
    const makes = newRepository({
      'src/agent.ts': AGENT,
      'src/tools.ts': tools("import { gated } from './gate.js';", '', `gated({ ${STATED} });`),
    });
    expect(await told(makes)).toEqual([`src/tools.ts:3 The import of \`gated\` from \`./gate.js\` ${rest}`]);
  });

  it('is listed in Python, also by the name of a package of the repository', async () => {
    const imports = {
      'from .gate import NEEDS': '`NEEDS` from `.gate`',
      'from . import NEEDS': '`NEEDS` from `.`',
      'from app.gate import NEEDS': '`NEEDS` from `app.gate`',
    };
    for (const [imported, named] of Object.entries(imports)) {
      const repository = newRepository({
        'app/__init__.py': '',
        'app/main.py': python(imported, '@function_tool(needs_approval=NEEDS)'),
      });
      expect(await told(repository)).toEqual([`app/main.py:2 The import of ${named} ${rest}`]);
    }
  });

  it('is not listed where it names a package, data or a file that is there', async () => {
    const imports = [
      "import { needs } from '@acme/gate';",
      "import { needs } from 'gate';",
      "import needs from './gate.json';",
      "import { needs } from './there.js';",
    ];
    for (const imported of imports) {
      const repository = newRepository({
        'src/agent.ts': AGENT,
        'src/there.ts': 'export const needs = JSON.parse(read());\n',
        'src/tools.ts': program(imported, 'needsApproval: needs'),
      });
      expect(await told(repository)).toEqual([]);
    }
    for (const imported of [
      'from gate import NEEDS',
      'from agents.gate import NEEDS',
      'from mcp.gate import NEEDS',
    ]) {
      const repository = newRepository({
        'app/__init__.py': '',
        'mcp/notes.py': '',
        'app/main.py': python(imported, '@function_tool(needs_approval=NEEDS)'),
      });
      expect(await told(repository)).toEqual([]);
    }
  });

  it('is not listed where every control is known', async () => {
    const repository = newRepository({
      ...IMPORTED,
      'src/tools.ts': program("import { log } from './log.js';", 'needsApproval: true'),
    });
    expect(await told(repository)).toEqual([]);
  });
});
