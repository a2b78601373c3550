import { describe, expect, it } from 'vitest';
import { RULES } from '../../rules/index.js';
import { lintFiles, statedFindings } from './lint-files.js';
import { type Example, HEADINGS, readPage } from './pages.js';

const mainFile = ({ files }: Example) =>
  Object.keys(files).find((name) => !name.startsWith('agent-lint.config')) ?? '';
const settings = ({ asOf, files }: Example) => ({
  ...(asOf === undefined ? {} : { asOf }),
  ...('policy.yaml' in files ? { policy: 'policy.yaml' } : {}),
});

/** No file is known that makes it fail: `test/lint/failure.test.ts` makes one. */
const UNPROVOKED = 'file/internal';

for (const rule of RULES) {
  describe(`the page of ${rule.id}`, () => {
    const page = readPage(rule.id);

    it('has the fixed headings, and examples that fail and pass', () => {
      expect(page.title).toBe(rule.id);
      expect(page.headings).toEqual(HEADINGS);
      expect(page.fails.length > 0).toBe(rule.id !== UNPROVOKED);
      expect(page.passes.length).toBeGreaterThan(0);
      for (const example of page.fails) expect(example.findings).not.toEqual([]);
    });

    for (const [index, example] of page.fails.entries()) {
      it(`fails as stated, example ${index + 1}`, async () => {
        const result = await lintFiles(example.files, settings(example));
        expect(statedFindings(result, rule.id, mainFile(example))).toEqual(example.findings);
      });
    }

    const passing = [
      ...page.passes.map(
        (example, index) => [`passes without an error, example ${index + 1}`, example] as const,
      ),
      ...page.programs.map((example) => [`shows how to fix it in ${mainFile(example)}`, example] as const),
    ];
    for (const [name, example] of passing) {
      it(name, async () => {
        const result = await lintFiles(example.files, settings(example));
        const wrong = result.findings.filter((one) => one.rule === rule.id || one.severity === 'error');
        const open = wrong.filter((one) => one.ignored === undefined);
        expect(open.map((one) => `${one.rule} ${one.message}`)).toEqual([]);
        expect(result.files.length).toBeGreaterThan(0);
      });
    }
  });
}
