import { describe, expect, it } from 'vitest';
import bad from '../../src/facts/bad-packages.json' with { type: 'json' };
import { lintFiles, statedFindings } from '../rules/lint-files.js';
import { BASE, CLAUDE, GEMINI, workflow } from './workflow-shapes.js';

const FILE = '.github/workflows/agent.yml';

/** The version before another one, as its tag: `1.0.74` gives `v1.0.73`. */
const previous = (version: string): string =>
  `v${version.replace(/\d+$/, (last) => String(Number(last) - 1))}`;

describe('a version of an action with a known hole', () => {
  const actions = bad.packages.flatMap(({ from, name, before: bound }) =>
    from === 'github-actions' && bound !== undefined ? [{ name, bound }] : [],
  );

  it.each(actions)('is reported: $name before $bound', async ({ name, bound }) => {
    const lint = async (ref: string) =>
      statedFindings(
        await lintFiles({ [FILE]: workflow({ on: 'workflow_dispatch', uses: `${name}@${ref}` }) }),
        'mcp/known-bad-version',
      );
    expect(await lint(previous(bound))).toEqual([
      expect.stringMatching(
        new RegExp(`^7:15 error The workflow uses \`${name}@${previous(bound)}\`, which `),
      ),
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
