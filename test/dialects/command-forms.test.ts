import { describe, expect, it } from 'vitest';
import { patternCommand, patternForms } from '../../src/dialects/commands/patterns.js';
import { lintFiles } from '../rules/lint-files.js';

describe('a pattern of commands', () => {
  it.each([
    ['^npm (test|run lint)$', ['npm test', 'npm run lint']],
    ['^(?:ls|pwd)$', ['ls', 'pwd']],
    ['^make\\.sh$', ['make.sh']],
    ['^pwsh -File "\\.ops/run\\.ps1" -Json 2>\\$null$', ['pwsh -File ".ops/run.ps1" -Json 2>$null']],
    ['^npm (run )?test$', ['npm run test', 'npm test']],
    ['^npm tests?$', ['npm tests', 'npm test']],
    ['^git (stash (list|show)|log)$', ['git stash list', 'git stash show', 'git log']],
    ['^git (status|diff)\\b', ['git status *', 'git diff *']],
    ['^git (status|show\\b.*)$', ['git status', 'git show *']],
    ['^npm test(\\s|$)', ['npm test *', 'npm test']],
    ['^npm .*$', ['npm *']],
    ['^git log \\d$', ['git log ?']],
    ['^git [a-z]+$', ['git ?']],
    ['^npm (test|lint)*$', ['npm test ?', 'npm lint ?', 'npm']],
    ['^git -C \\S+ status', ['git status *']],
    ['^find \\.(?!.*-exec)', ['find . ?']],
    [`^${'(a|b)'.repeat(9)}$`, undefined],
    ['^git (status', undefined],
  ])('%s stands for a few beginnings', (pattern, forms) => {
    const ends = { whole: '', open: ' *', narrow: ' ?', on: '' };
    expect(patternForms(pattern)?.map(({ text, end }) => text + ends[end])).toEqual(forms);
  });

  it.each([
    ['^(ls|mkdir|frobnicate|git commit|bash|git push)$', { line: 'git push', isOne: true }],
    ['^(bash|git push$)', { line: 'bash', isOne: false }],
    ['^git (status|diff)\\b', { line: 'git status', isOne: false }],
    ['^.*$', { line: '', isOne: false }],
    ['^git [a-z]+$', undefined],
    ['^[a-z]+$', undefined],
    ['^find \\.(?!.*-exec)', undefined],
    ['^git (push|pull)( origin [\\w-]+)?$', { line: 'git push origin', isOne: true }],
    ['^(rm|[a-z]+ x)', { line: 'rm', isOne: false }],
  ])('%s is as grave as the gravest of them', (pattern, gravest) => {
    expect(patternCommand(pattern)).toEqual(gravest);
  });

  const found = async (file: string, text: unknown) => {
    const { findings, systems } = await lintFiles({ [file]: JSON.stringify(text) });
    return [
      ...findings.map(({ severity }) => severity),
      ...systems.flatMap(({ unresolved }) => unresolved.map(({ what }) => what)),
    ];
  };

  it.each([
    ['/^git (status|diff)\\b/', []],
    ['/^git (status|push)\\b/', ['error']],
    ['/^docker (ps|logs)/', []],
    ['/^docker (ps|exec)/', ['error']],
    ['/^kubectl (get|describe)\\s/', []],
    ['/^gh (pr|issue) (view|list)\\b/', []],
    ['/^gh (pr|issue) (view|delete)\\b/', ['error']],
    ['/^(bash|sh)\\b/', ['error']],
    ['/^(rm|mv)\\b/', ['error']],
    ['/^(git push|npm publish)/', ['error']],
    ['/^git (?!push)/', ['the entry `/^git (?!push)/` of chat.tools.terminal.autoApprove']],
  ])('of VS Code is judged by what it stands for: %s', async (entry, expected) => {
    const key = 'chat.tools.terminal.autoApprove';
    expect(await found('.vscode/settings.json', { [key]: { [entry]: true } })).toEqual(expected);
  });

  it.each([
    ['npm (test|run build)', []],
    ['npm (test|publish) .*', ['error']],
  ])('of Kiro is judged by what it stands for: %s', async (entry, expected) => {
    const toolsSettings = { shell: { allowedCommands: [entry] } };
    const agent = { name: 'a', description: 'd', tools: ['shell'], toolsSettings };
    expect(await found('.kiro/agents/a.json', agent)).toEqual(expected);
  });

  it.each([
    ['^cargo (check|test)', []],
    ['^cargo (check|publish)', ['error']],
  ])('of Zed is judged by what it stands for: %s', async (pattern, expected) => {
    const terminal = { always_allow: [{ pattern }] };
    const settings = { agent: { tool_permissions: { default: 'confirm', tools: { terminal } } } };
    expect(await found('.config/zed/settings.json', settings)).toEqual(expected);
  });
});
