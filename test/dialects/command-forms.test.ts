import { describe, expect, it } from 'vitest';
import { exactForms } from '../../src/dialects/commands/commands.js';

describe('a pattern that stands for a few commands', () => {
  it.each([
    ['^npm (test|run lint)$', ['npm test', 'npm run lint']],
    ['git (status|push)', ['git push', 'git status']],
    [
      '(ls|mkdir|frobnicate|git commit|bash|git push)',
      ['git push', 'bash', 'git commit', 'frobnicate', 'mkdir', 'ls'],
    ],
    ['^(?:ls|pwd)$', ['ls', 'pwd']],
    ['npm test', ['npm test']],
    ['^make\\.sh$', ['make.sh']],
    ['^pwsh -File "\\.ops/run\\.ps1" -Json 2>\\$null$', ['pwsh -File ".ops/run.ps1" -Json 2>$null']],
    ['^git log \\d$', undefined],
    ['^npm .*$', undefined],
    ['^npm (run )?test$', ['npm run test', 'npm test']],
    ['^git status( --short)?$', ['git status --short', 'git status']],
    ['^npm (test|lint)??$', undefined],
    ['^npm (test|lint)*$', undefined],
    ['^git [a-z]+$', undefined],
    ['^npm tests?$', ['npm tests', 'npm test']],
    ['^npm tests+$', undefined],
    ['^$', undefined],
    [`^${'(a|b)'.repeat(9)}$`, undefined],
  ])('%s', (pattern, forms) => {
    expect(exactForms(pattern)).toEqual(forms);
  });
});
