import { describe, expect, it } from 'vitest';
import { lintFiles } from '../../rules/lint-files.js';

const TOOL =
  "import { tool } from '@openai/agents';\nexport const refund = tool({ name: 'issue_refund', description: 'x', parameters: {}, execute: async () => 'x' });\n";
const bot = (specifier: string) =>
  `import { Agent } from '@openai/agents';\nimport { refund } from '${specifier}';\nexport const a = new Agent({ name: 'A', tools: [refund] });\n`;

async function ungated(files: Record<string, string>): Promise<string[]> {
  const { findings } = await lintFiles(
    { 'bot/a.ts': bot('@acme/tools'), ...files },
    { only: ['approval/missing'] },
  );
  return findings.map(({ file, range }) => `${file}:${range.start.line}`);
}

describe('a package of a monorepo is found by its name', () => {
  it.each([
    ['its main file', { main: './lib.ts' }, 'lib.ts'],
    ['its source, where what it names is built', { main: 'dist/index.js' }, 'src/index.ts'],
    [
      'what it exports',
      { exports: { '.': { types: './dist/all.d.ts', import: './dist/all.js' } } },
      'src/all.ts',
    ],
    ['one export alone', { exports: './all.ts' }, 'all.ts'],
    ['where it names nothing', {}, 'src/index.ts'],
  ])('%s', async (_, manifest, file) => {
    const files = {
      'packages/tools/package.json': JSON.stringify({ name: '@acme/tools', ...manifest }),
      [`packages/tools/${file}`]: TOOL,
    };
    expect(await ungated(files)).toEqual([`packages/tools/${file}:2`]);
    expect(await ungated({ ...files, 'packages/tools/package.json': '{"name":"@acme/other"}' })).toEqual([]);
  });

  it.each([
    ['that it names', '@acme/tools/pay', { exports: { './pay': './src/money.ts' } }, 'src/money.ts'],
    ['of its folder', '@acme/tools/pay', {}, 'pay.ts'],
    ['of its sources', '@acme/tools/pay', {}, 'src/pay.ts'],
  ])('a file %s', async (_, specifier, manifest, file) => {
    const files = {
      'bot/a.ts': bot(specifier),
      'packages/tools/package.json': JSON.stringify({ name: '@acme/tools', ...manifest }),
      [`packages/tools/${file}`]: TOOL,
    };
    expect(await ungated(files)).toEqual([`packages/tools/${file}:2`]);
  });

  it('the SDK itself stays what it is, and a manifest that is broken names nothing', async () => {
    const files = { 'bot/tools.ts': TOOL, 'bot/a.ts': bot('./tools') };
    const sdk = {
      'sdk/package.json': '{"name":"@openai/agents"}',
      'sdk/src/index.ts': 'export class Agent {}',
    };
    expect(await ungated({ ...files, ...sdk })).toEqual(['bot/tools.ts:2']);
    expect(await ungated({ ...files, 'sdk/package.json': '{"name":' })).toEqual(['bot/tools.ts:2']);
  });
});

describe('a package of a workspace of Python is found by its name', () => {
  const REFUND =
    'from agents import function_tool\n\n@function_tool\ndef issue_refund(charge: str) -> str:\n    """Refunds a charge."""\n    return pay(charge)\n';
  const BOT =
    'from agents import Agent\nfrom money.tools import issue_refund\n\nbot = Agent(name="Bot", tools=[issue_refund])\n';
  const project = (folder: string) => ({ [`${folder}/pyproject.toml`]: '[project]\nname = "x"\n' });

  it.each<[string, Record<string, string>, string[]]>([
    [
      'in its sources',
      { ...project('packages/money'), 'packages/money/src/money/tools.py': REFUND },
      ['packages/money/src/money/tools.py:4'],
    ],
    [
      'in its folder',
      { ...project('libs/pay'), 'libs/pay/money/__init__.py': '', 'libs/pay/money/tools.py': REFUND },
      ['libs/pay/money/tools.py:4'],
    ],
    ['unless no project has it', { 'libs/pay/money/__init__.py': '', 'libs/pay/money/tools.py': REFUND }, []],
    [
      'unless two projects have one of the name',
      {
        ...project('packages/money'),
        ...project('packages/other'),
        'packages/money/src/money/tools.py': REFUND,
        'packages/other/src/money/tools.py': REFUND,
      },
      [],
    ],
  ])('%s', async (_, files, expected) => {
    const { findings } = await lintFiles(
      { ...project('packages/bot'), 'packages/bot/src/bot/main.py': BOT, ...files },
      { only: ['approval/missing'] },
    );
    expect(findings.map(({ file, range }) => `${file}:${range.start.line}`)).toEqual(expected);
  });
});
