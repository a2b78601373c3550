import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { decide, GitError, inspect, lint } from '../../src/index.js';
import { newRepository } from '../cli/repository.js';
import { folderWith, runCli } from '../cli/run-cli.js';

const TOOLS = `import { tool } from '@openai/agents';
export const refund = tool({
  name: 'issue_refund', description: 'Refund a charge', needsApproval: true, execute: async () => pay.refund(),
});
`;
const FILES = {
  'src/tools.ts': TOOLS,
  'src/agent.ts': `import { Agent } from '@openai/agents';
import { refund } from './tools.js';
export const agent = new Agent({ name: 'Refunds', tools: [refund] });
`,
  'b.agent.yaml':
    'requirements: { residency: [eu] }\nruntime: managed\nagent: { model: m, tools: [{ type: shell }] }\n',
  'a.agent.yaml':
    'runtime: framework\nagent:\n  tools:\n    - { type: function, name: delete_user }\n    - { type: function, name: send_mail } # agent-lint-ignore approval/missing -- sandbox\n',
  'agent-lint.config.yaml':
    'rules: { runtime/better-fit: error }\nrequirements: { needs: [code-first-control] }\n',
  '.mcp.json':
    '{ "mcpServers": { "files": { "command": "npx", "args": ["-y", "@modelcontextprotocol/server-filesystem", "/"] } } }\n',
};
const UNGATED = { 'src/tools.ts': TOOLS.replace(' needsApproval: true,', '') };
const asOf = '2026-11-20';

/** What a command prints as JSON. */
const printed = async (cwd: string, ...args: string[]): Promise<Record<string, unknown>> =>
  JSON.parse((await runCli(cwd, args)).stdout) as Record<string, unknown>;
/** As JSON has it: without members that are undefined. */
const plain = (value: unknown) => JSON.parse(JSON.stringify(value)) as Record<string, unknown>;

function put(folder: string, files: Record<string, string>): void {
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, name)), { recursive: true });
    writeFileSync(join(folder, name), text);
  }
}

describe('the library gives what the command line prints, in the same order', () => {
  it.each([[[]], [['src/tools.ts']], [['b.agent.yaml', 'a.agent.yaml']], [['src', '.mcp.json']]])(
    'lint of %j',
    async (paths: string[]) => {
      const cwd = folderWith(FILES);
      const report = plain(await lint({ cwd, paths, asOf }));
      expect(report.findings).not.toEqual([]);
      expect(report).toEqual(await printed(cwd, 'check', '-f', 'json', '--as-of', asOf, ...paths));
    },
  );

  it('inspect', async () => {
    const cwd = folderWith(FILES);
    expect(plain(await inspect({ cwd, asOf }))).toEqual(await printed(cwd, 'inspect', '-f', 'json'));
  });

  it('decide', async () => {
    const cwd = folderWith(FILES);
    const decisions = plain(await decide({ cwd, paths: ['.'] }));
    expect(decisions.decisions).toHaveLength(2);
    expect(decisions).toEqual(await printed(cwd, 'decide', '.', '--format', 'json'));
  });
});

describe('a text over a file counts as if the file had it', () => {
  it('in lint, inspect and decide', async () => {
    const cwd = folderWith(FILES);
    const overlay = {
      ...UNGATED,
      'c/new.agent.yaml':
        'runtime: framework\nrequirements: { needs: [durable-session] }\nagent: { tools: [{ type: shell }] }\n',
    };
    const [linted, inspected, decided] = [
      plain(await lint({ cwd, overlay, asOf })),
      plain(await inspect({ cwd, overlay, asOf })),
      plain(await decide({ cwd, overlay })),
    ];
    expect(
      (linted.findings as { file: string; rule: string }[]).map(({ file, rule }) => `${file} ${rule}`),
    ).toContain('src/tools.ts approval/missing');
    put(cwd, overlay);
    expect(linted).toEqual(await printed(cwd, 'check', '-f', 'json', '--as-of', asOf));
    expect(inspected).toEqual(await printed(cwd, 'inspect', '-f', 'json'));
    expect(decided).toEqual(await printed(cwd, 'decide', '.', '--format', 'json'));
  });

  it('with everything that depends on it, where paths are named', async () => {
    const cwd = folderWith(FILES);
    const request = { cwd, paths: ['src/tools.ts'], asOf };
    const before = await lint(request);
    const after = await lint({ ...request, overlay: UNGATED });
    const rules = ({ findings }: typeof after) => findings.map(({ rule }) => rule);
    expect(rules(before)).not.toContain('approval/missing');
    expect(rules(after)).toContain('approval/missing');
  });
});

describe('a commit that a request names', () => {
  it('leaves only what is new', async () => {
    const repository = newRepository(FILES);
    repository.write('src/tools.ts', UNGATED['src/tools.ts']);
    const { findings } = await lint({ cwd: repository.folder, newSince: 'main', asOf });
    expect(findings.filter(({ ignored }) => !ignored).map(({ file, rule }) => `${file} ${rule}`)).toEqual([
      'src/tools.ts approval/missing',
    ]);
    const report = await printed(
      repository.folder,
      'check',
      '-f',
      'json',
      '--as-of',
      asOf,
      '--new-since',
      'main',
    );
    expect(plain(findings)).toEqual(report.findings);
  });

  it.each([
    ['nope', 'Unknown commit or branch `nope`'],
    ['--upload-pack=x', '`--upload-pack=x` looks like an option'],
  ])('is refused where it is %s, also if nothing is found', async (ref, message) => {
    const repository = newRepository({ 'a.txt': 'x' });
    for (const key of ['newSince', 'since', 'configFrom']) {
      const failed = await lint({ cwd: repository.folder, [key]: ref }).catch((error: unknown) => error);
      expect(failed).toBeInstanceOf(GitError);
      expect((failed as Error).message).toContain(message);
    }
    await expect(lint({ cwd: repository.folder, newSince: 1 } as object)).rejects.toThrow(
      new TypeError('agent-lint: `newSince` must be a commit or branch'),
    );
  });
});
