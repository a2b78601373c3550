import { describe, expect, it } from 'vitest';
import { lintFiles } from '../../rules/lint-files.js';

const codex = (options: string) =>
  `import { Codex } from '@openai/codex-sdk';\nconst thread = new Codex().startThread({ ${options} });\nawait thread.run('x');\n`;
const e2b = (options: string) =>
  `import { Sandbox } from 'e2b';\nconst box = await Sandbox.create({ ${options} });\n`;
const vercel = (policy: string) =>
  `import { Sandbox } from '@vercel/sandbox';\nconst box = await Sandbox.create({ networkPolicy: ${policy} });\n`;
const python = (options: string) =>
  `from e2b_code_interpreter import Sandbox\nbox = Sandbox.create(${options})\nbox.run_code("1")\n`;

describe('a program that makes a sandbox', () => {
  it.each([
    ['a.ts', codex("sandboxMode: 'danger-full-access'"), ['2:55 warning scope/filesystem-root']],
    [
      'a.ts',
      codex("sandboxMode: 'workspace-write', networkAccessEnabled: true"),
      ['2:96 warning scope/open-network'],
    ],
    ['a.ts', codex("sandboxMode: 'read-only'"), []],
    ['a.ts', codex("sandboxMode: 'danger-full-access'").replace('@openai/codex-sdk', './codex.js'), []],
    ['a.ts', e2b('allowInternetAccess: true'), ['2:57 warning scope/open-network']],
    ['a.ts', e2b("allowInternetAccess: true, network: { denyOut: ['0.0.0.0/0'] }"), []],
    ['a.ts', e2b('secure: false'), ['2:44 warning scope/filesystem-root']],
    ['a.ts', vercel("'allow-all'"), ['2:51 warning scope/open-network']],
    ['a.ts', vercel("{ allow: ['example.com'] }"), []],
    ['a.py', python('allow_internet_access=True'), ['2:44 warning scope/open-network']],
    ['a.py', python('allow_internet_access=False'), []],
  ])('is reported at what opens it: %s %s', async (file, text, expected) => {
    const { findings } = await lintFiles({ [file]: text });
    expect(
      findings.map(
        ({ rule, severity, range: { start } }) => `${start.line}:${start.column} ${severity} ${rule}`,
      ),
    ).toEqual(expected);
  });
});
