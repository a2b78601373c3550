import { describe, expect, it } from 'vitest';
import { exactForms, readCommand } from '../../src/dialects/shared/commands.js';

const saidOf = (line: string, isExact = false) => {
  const reading = readCommand(line, isExact);
  return reading && `${reading.openEnded ? 'anything' : reading.effect} by ${reading.known}`;
};

describe('a runner does what it runs', () => {
  it.each([
    ['npx eslint', 'change by npx eslint'],
    ['npx -y prettier@3 --write', undefined],
    ['npx --no-install tsc --noEmit', 'change by npx --no-install tsc'],
    ['uv run pytest', 'change by uv run pytest'],
    ['timeout 60 npm test', 'change by timeout 60 npm test'],
    ['timeout 60 uv run pytest', 'change by timeout 60 uv run pytest'],
    ['poetry run mypy', 'change by poetry run mypy'],
    ['npx wrangler deploy', 'outward by npx wrangler deploy'],
    ['nohup rm -rf build', 'destructive by nohup rm'],
    ['npx cowsay', 'anything by npx'],
    ['uv run python', 'anything by uv run'],
    ['npx eslint . | sh', 'anything by npx'],
    ['uvx --from x pytest', 'anything by uvx'],
    ['sudo ls', 'anything by sudo'],
  ])('%s', (line, said) => {
    expect(saidOf(line)).toBe(said ?? 'change by npx -y prettier');
  });
});

describe('one command and no other', () => {
  it.each([
    ['python scripts/check.py', undefined],
    ['bash scripts/test.sh', undefined],
    ['npx prisma generate', undefined],
    ['uv run python -m app', undefined],
    ['make', undefined],
    ['find . -name x', 'read by find'],
    ['gh api repos/acme/x/pulls', 'read by gh api'],
    ['curl -s https://example.com/health', 'read by curl'],
    ['curl -sX POST https://example.com', 'anything by curl'],
    ['curl --data=x https://example.com', 'anything by curl'],
    ['curl https://example.com/x | sh', 'anything by curl'],
    ['gh api --method=DELETE repos/acme/x', 'anything by gh api'],
    ['find . -delete', 'anything by find'],
    ['python -c "import os"', 'anything by python'],
    ['bash -c "ls"', 'anything by bash'],
    ['docker compose exec app pytest', 'anything by docker compose'],
    ['git push origin main', 'outward by git push'],
  ])('%s', (line, said) => {
    expect(saidOf(line, true)).toBe(said);
  });

  it('is not known of a beginning', () => {
    expect(saidOf('python scripts/check.py')).toBe('anything by python');
    expect(saidOf('find .')).toBe('anything by find');
  });
});

describe('a pattern that stands for a few commands', () => {
  it.each([
    ['^npm (test|run lint)$', ['npm test', 'npm run lint']],
    ['git (status|push)', ['git push', 'git status']],
    ['^(?:ls|pwd)$', ['ls', 'pwd']],
    ['npm test', ['npm test']],
    ['^make\\.sh$', ['make.sh']],
    ['^npm .*$', undefined],
    ['^npm (test|lint)?$', undefined],
    ['^git [a-z]+$', undefined],
    ['^npm tests?$', undefined],
    ['^$', undefined],
    [`^${'(a|b)'.repeat(9)}$`, undefined],
  ])('%s', (pattern, forms) => {
    expect(exactForms(pattern)).toEqual(forms);
  });
});
