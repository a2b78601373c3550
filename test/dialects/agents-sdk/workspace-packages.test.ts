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
