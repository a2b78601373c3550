import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { rowsOf } from '../../src/dialects/commands/command-table.js';
import { includes, meet } from '../../src/dialects/commands/globs.js';
import { coverageBy, readRule, toolOfRule } from '../../src/dialects/permissions/permission-rules.js';
import { containmentOf, type Place, type Tool } from '../../src/model/index.js';

const AT = { file: 'a.json', path: '' } as Place;
/** Pairs of entries; the long run makes more. */
const RUNS = Number(process.env.AGENT_LINT_PAIRS ?? 8000);

/** How grave what an entry lets run is: 3 an error, 2 a warning, 1 not known, 0 nothing. */
const gravity = (entry: string): number => {
  const rule = readRule(entry);
  if (!rule) return 0;
  const tool: Tool = toolOfRule(rule, AT, { state: 'absent' });
  const isGrave =
    tool.openEnded ||
    tool.effect.effect === 'destructive' ||
    tool.effect.effect === 'outward' ||
    (tool.kind === 'shell' && tool.command === undefined);
  if (!isGrave) return 0;
  return containmentOf(tool) !== undefined || ['script-name', 'any-script'].includes(tool.effect.because.from)
    ? 2
    : 3;
};

const LINES = rowsOf()
  .filter(({ words }) => !words.some((word) => word.includes('*')))
  .map(({ words }) => words.join(' '));

/** A line of the table, then what a person makes of it: shorter, or with a star inside. */
const pairs = fc
  .record({
    line: fc.constantFrom(...LINES),
    cut: fc.nat(30),
    form: fc.constantFrom('star', 'prefix', 'blank', 'inside', 'folder'),
  })
  .map(({ line, cut, form }): [narrow: string, wide: string] => {
    const at = 1 + (cut % Math.max(1, line.length - 1));
    const head = line.slice(0, at);
    const words = line.split(' ');
    const wide = {
      star: `${head.trimEnd()}*`,
      prefix: `${words.slice(0, 1 + (cut % words.length)).join(' ')}:*`,
      blank: `${words.slice(0, 1 + (cut % words.length)).join(' ')} *`,
      inside: `${line.slice(0, Math.max(1, at - 1)).trimEnd()}*${line.slice(at)}`,
      folder: `/usr/bin/${head.trimEnd()}*`,
    }[form];
    return [`Bash(${form === 'folder' ? '/usr/bin/' : ''}${line}:*)`, `Bash(${wide})`];
  });

describe('entries of grants by their characters', () => {
  it('are never milder than a command that they cover', () => {
    fc.assert(
      fc.property(pairs, ([narrow, wide]) => {
        const [one, other] = [readRule(narrow), readRule(wide)];
        if (!one || !other || !coverageBy([other])(one)) return;
        expect(gravity(wide), `${wide} covers ${narrow}`).toBeGreaterThanOrEqual(gravity(narrow));
      }),
      { numRuns: RUNS, seed: 46 },
    );
  });

  it.each([
    ['a*c', 'abc', true, true],
    ['a*c', 'a*c', true, true],
    ['a*c', 'ab*', true, false],
    ['*', 'a*', true, true],
    ['a*', '*', true, false],
    ['a*b*c', 'axbxc', true, true],
    ['a*b', 'ac*', true, false],
    ['a*', 'b*', false, false],
    ['*b', 'a*', true, false],
    ['abc', 'abd', false, false],
  ])('meet and include one another: %s, %s', (wide, narrow, meets, isIncluded) => {
    expect([meet(wide, narrow), meet(narrow, wide), includes(wide, narrow)]).toEqual([
      meets,
      meets,
      isIncluded,
    ]);
  });

  it.each([
    ['kube*', 'kubectl delete:*'],
    ['git p*', 'git push:*'],
    ['gi*', 'git push:*'],
    ['git * origin *', 'git push origin main'],
    ['* aws *', 'sudo aws s3 rm x'],
    ['/usr/bin/*', '/usr/bin/rm:*'],
    ['cd app && *', 'cd app && rm:*'],
    ['timeout 5 r*', 'timeout 5 rm:*'],
  ])('`%s` is as grave as `%s`', (wide, narrow) => {
    expect(gravity(`Bash(${wide})`)).toBe(3);
    expect(gravity(`Bash(${narrow})`)).toBeGreaterThan(0);
  });

  it.each([
    'kubectl get*',
    'git log*',
    'ls*',
    'npx tsc*',
    'npm test*',
    'cargo b*',
    'docker ps*',
    '* --version',
  ])('`%s` fits nothing grave', (entry) => {
    expect(gravity(`Bash(${entry})`)).toBe(0);
  });

  it.each(['./scripts/*', 'python scripts/*', 'node tools/*', 'bash scripts/*'])(
    '`%s` runs any script of the folder, which is a warning',
    (entry) => {
      expect(gravity(`Bash(${entry})`)).toBe(2);
    },
  );
});
