import { describe, expect, it } from 'vitest';
import { loadFormat } from '../../src/cli/formats.js';
import { joined } from '../../src/report/shared/chunks.js';
import { notAssessed, place, result } from './results.js';

const files = Array.from({ length: 60 }, (_, at) => `src/f${String(at).padStart(2, '0')}.py`);
const RESULT = result({
  unread: [
    { framework: 'Vercel AI SDK', files: ['src/a.ts', 'src/[x]b.ts'] },
    { framework: 'LangChain', files: ['src/a.ts'] },
  ],
  notAssessed: [
    notAssessed({
      rule: 'framework/unread',
      at: place(3, 1, 30, 'src/a.ts', 'import[ai]'),
      message: '`a.ts` uses Vercel AI SDK and LangChain, which are not read yet',
    }),
  ],
});
const options = { color: false, source: () => undefined };
const rendered = async (format: Parameters<typeof loadFormat>[0], result = RESULT) => {
  const text = (await loadFormat(format))(result, options);
  return typeof text === 'string' ? text : joined(text);
};

describe('frameworks that are not read yet', () => {
  it('are named with their files at the end of the report for people, and not listed again', async () => {
    expect((await rendered('pretty')).split('\n').slice(1)).toEqual([
      'Not checked: 2 files use a framework that is not read yet',
      '  - Vercel AI SDK: src/a.ts, src/[x]b.ts',
      '  - LangChain: src/a.ts',
      'Next: review them by hand, and leave out what was reviewed with `exclude`. --fail-on-unread ends',
      'with status 1 while any is left.',
      '',
    ]);
  });

  it('are named in one line of the short formats', async () => {
    const line =
      '0 errors, 0 warnings, 0 infos; 2 files not checked, framework not read yet (Vercel AI SDK: src/a.ts, src/[x]b.ts; LangChain: src/a.ts)\n';
    expect(await rendered('compact')).toBe(line);
    expect(await rendered('agent')).toBe(line);
    const many = result({ unread: [{ framework: 'LangChain', files }] });
    const [agent] = (await rendered('agent', many)).split('\n');
    expect(agent).toBe(
      '0 errors, 0 warnings, 0 infos; 60 files not checked, framework not read yet (LangChain: src/f00.py, src/f01.py, src/f02.py and 57 more)',
    );
  });

  it('are a list in Markdown and lines on a GitHub runner', async () => {
    expect(await rendered('markdown')).toContain(
      '\n\nNot checked: 2 files use a framework that is not read yet:\n\n- Vercel AI SDK: src/a.ts, src/\\[x\\]b.ts\n- LangChain: src/a.ts\n',
    );
    expect(
      await rendered('github'),
    ).toBe(`agent-lint: Not checked: 2 files use a framework that is not read yet
agent-lint: Vercel AI SDK: src/a.ts, src/[x]b.ts
agent-lint: LangChain: src/a.ts
agent-lint: 0 errors, 0 warnings, 0 infos
`);
  });

  it('are notifications of SARIF at the import', async () => {
    const { invocations } = JSON.parse(await rendered('sarif')).runs[0];
    expect(invocations[0].toolExecutionNotifications).toMatchObject([
      {
        level: 'warning',
        message: { text: '`a.ts` uses Vercel AI SDK and LangChain, which are not read yet.' },
        locations: [
          {
            physicalLocation: {
              artifactLocation: { uri: 'src/a.ts' },
              region: { startLine: 3, startColumn: 1 },
            },
          },
        ],
      },
    ]);
  });
});
