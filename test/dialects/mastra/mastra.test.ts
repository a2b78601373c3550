import { describe, expect, it } from 'vitest';
import { lintFiles } from '../../rules/lint-files.js';

const AGENT = `import { Agent } from '@mastra/core/agent';
import { issueRefund } from './tools';

export const support = new Agent({ id: 'support', name: 'Support', model: 'openai/gpt-5', tools: { issueRefund } });
`;
const RUN = `import { support } from './agent';

await support.generate(process.argv[2] ?? '');
`;
const tools = (
  more = '',
  act = "await fetch(`https://api.example.com/refunds/${charge}`, { method: 'POST' })",
) =>
  `import { createTool } from '@mastra/core/tools';

export const issueRefund = createTool({
  id: 'issue-refund',
  description: 'Refunds a charge',${more}
  execute: async ({ charge }: { charge: string }) => ${act},
});
`;

async function findings(files: Readonly<Record<string, string>>, rule: RegExp): Promise<string[]> {
  const { findings: all } = await lintFiles({
    'agent.ts': AGENT,
    'tools.ts': tools(),
    'run.ts': RUN,
    ...files,
  });
  return all
    .filter((one) => rule.test(one.rule))
    .map(({ file, range: { start }, severity, rule: id }) => `${file}:${start.line} ${severity} ${id}`);
}

describe('a tool of a Mastra agent', () => {
  it.each([
    ['without a gate', '', ['agent.ts:4 error approval/missing']],
    ['with requireApproval: true', '\n  requireApproval: true,', ['tools.ts:6 warning approval/unanswered']],
    ['with requireApproval: false', '\n  requireApproval: false,', ['agent.ts:4 error approval/missing']],
    [
      'with a function',
      "\n  requireApproval: async ({ charge }) => charge !== 'test',",
      ['tools.ts:6 warning approval/unanswered'],
    ],
    [
      'with a function that is never true',
      '\n  requireApproval: () => false,',
      ['agent.ts:4 error approval/missing'],
    ],
  ])('is judged by its gate: %s', async (_, gate, expected) => {
    expect(await findings({ 'tools.ts': tools(gate) }, /^approval\//)).toEqual(expected);
  });

  it.each([
    ['without a gate', '', ['agent.ts:4 error approval/missing']],
    ['with a gate of its own', '\n  needsApproval: true,', []],
  ])('is made by `tool` of the AI SDK, %s', async (_, gate, expected) => {
    const text = tools(gate)
      .replace("import { createTool } from '@mastra/core/tools'", "import { tool } from 'ai'")
      .replace('createTool', 'tool')
      .replace("\n  id: 'issue-refund',", '');
    expect(await findings({ 'tools.ts': text }, /^approval\//)).toEqual(expected);
  });

  it.each([
    ['charge.trim()', []],
    ['`Refunded ${charge}`', ['agent.ts:4 info approval/missing']],
  ])('is judged by its body, under the key that the model reads: %s', async (body, expected) => {
    expect(await findings({ 'tools.ts': tools('', body) }, /^approval\//)).toEqual(expected);
  });

  it('takes no gate by a name that another package has', async () => {
    const own = tools().replace('@mastra/core/tools', './make-tool');
    expect(await findings({ 'tools.ts': own }, /^approval\//)).toEqual([]);
  });
});

describe('an option that is not read', () => {
  it.each([
    ['', []],
    [', workflows: {}', []],
    [', workflows: { nightly }', ['`workflows` of `Support`']],
    [', workspace', ['the tools of `Support`']],
  ])('is listed, and not counted as clean: tools%s', async (more, expected) => {
    const { systems } = await lintFiles({
      'agent.ts': `import { nightly, workspace } from './other';\n${AGENT.replace('issueRefund } });', `issueRefund }${more} });`)}`,
      'tools.ts': tools('\n  requireApproval: true,'),
    });
    expect(systems.flatMap(({ unresolved }) => unresolved.map(({ what }) => what))).toEqual(expected);
  });
});

describe('the workspace of a Mastra agent', () => {
  const ALL = ['mastra_workspace_delete', 'mastra_workspace_execute_command', 'mastra_workspace_write_file'];
  const files = (more = '') => `filesystem: new LocalFilesystem({ basePath: './data'${more} })`;
  const shell = 'sandbox: new LocalSandbox()';
  it.each([
    ['files and a shell', `${files()}, ${shell}`, ALL],
    ['files that are read', files(', readOnly: true'), []],
    [
      'a tool that asks',
      `${files()}, tools: { mastra_workspace_delete: { requireApproval: true } }`,
      [ALL[2]],
    ],
    ['tools that all ask', `${files()}, ${shell}, tools: { requireApproval: true }`, []],
    [
      'a tool by its constant',
      `${files()}, tools: { [WORKSPACE_TOOLS.FILESYSTEM.DELETE]: { enabled: false } }`,
      ['?'],
    ],
    ['no files', "skills: ['./skills']", []],
  ])('has tools that act: %s', async (_, options, expected) => {
    const text = `import { LocalFilesystem, LocalSandbox, Workspace, WORKSPACE_TOOLS } from '@mastra/core/workspace';
${AGENT.replace(/import .*tools';\n/, '').replace('tools: { issueRefund }', `workspace: new Workspace({ ${options} })`)}`;
    const { findings: all, notAssessed } = await lintFiles({
      'agent.ts': text,
      'run.ts': RUN,
    });
    const named = all.filter(({ rule }) => rule.startsWith('approval/'));
    const open = notAssessed.some(({ rule }) => rule.startsWith('approval/')) ? ['?'] : [];
    expect([...named.map(({ message }) => /`([^`]+)`/.exec(message)?.[1]), ...open].sort()).toEqual(expected);
  });
});
