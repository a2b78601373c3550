import { beforeAll, describe, expect, it } from 'vitest';
import { lintWorkspace } from '../../src/lint/lint.js';
import { noConfig } from '../../src/model/memory-config.js';
import { workspaceOf } from '../../src/model/memory-workspace.js';
import { loadParsers } from '../../src/syntax/index.js';
import { COMMITTED_FILES } from './committed-files.js';

beforeAll(() => loadParsers(['json', 'jsonc', 'yaml', 'toml', 'markdown']));

const lint = (files: Record<string, string>) =>
  lintWorkspace(workspaceOf(files), noConfig(), { asOf: '2026-11-20' });

/** Warnings and errors by file, in the order of the text. */
function found(files: Record<string, string>): Record<string, string[]> {
  const result = lint(files);
  const byFile: Record<string, string[]> = Object.fromEntries(Object.keys(files).map((path) => [path, []]));
  for (const { file, range, severity, rule } of result.findings) {
    if (severity === 'info') continue;
    byFile[file]?.push(`${range.start.line}:${range.start.column} ${severity} ${rule}`);
  }
  return byFile;
}

const byPlace = (a: string, b: string) => {
  const [left, right] = [a, b].map((one) => one.split(/[: ]/).map(Number));
  return (left?.[0] ?? 0) - (right?.[0] ?? 0) || (left?.[1] ?? 0) - (right?.[1] ?? 0) || (a < b ? 1 : -1);
};

describe('a repository with every kind of committed file', () => {
  const flawed = Object.fromEntries(COMMITTED_FILES.map(({ path, flawed: text }) => [path, text]));
  const mended = Object.fromEntries(COMMITTED_FILES.map(({ path, mended: text }) => [path, text]));

  it('has each file recognised by its dialect', () => {
    const dialects = (files: Record<string, string>) =>
      Object.fromEntries(lint(files).files.map(({ path, dialect }) => [path, dialect]));
    const expected = Object.fromEntries(COMMITTED_FILES.map(({ path, dialect }) => [path, dialect]));
    expect(dialects(flawed)).toEqual(expected);
    expect(dialects(mended)).toEqual(expected);
  });

  it.each(COMMITTED_FILES)('has the flaws of $path reported at their places', ({ path, found: expected }) => {
    expect(found(flawed)[path]?.sort(byPlace)).toEqual([...expected].sort(byPlace));
  });

  it.each(COMMITTED_FILES)('is silent on the mended $path', ({ path }) => {
    expect(found(mended)[path]).toEqual([]);
  });

  it('leaves other files of the same formats alone', () => {
    const others = {
      'docker-compose.yml': 'services:\n  web:\n    image: nginx\n    command: run\nnetworks: {}\n',
      'k8s.yaml': 'apiVersion: v1\nkind: Workflow\nmetadata: { name: x }\nspec: { agents: 1 }\n',
      '.github/workflows/ci.yml': 'name: ci\non: push\njobs:\n  agents:\n    runs-on: x\n    steps: []\n',
      'openapi.json':
        '{"openapi":"3.1.0","servers":[{"url":"http://x"}],"tools":[],"skills":[],"capabilities":{}}',
      'package.json':
        '{"name":"x","scripts":{"agents":"x"},"dependencies":{"langgraph":"1"},"description":"d"}',
      'tsconfig.json': '{"compilerOptions":{"paths":{}},"env":{"node":true}}',
      '.eslintrc.json': '{"env":{"browser":true},"permissions":{"allow":[]}}',
      'Cargo.toml': '[package]\nname = "agents"\n[dependencies]\nmcp = "1"\n',
      'pyproject.toml': '[project]\nname = "agents"\n[tool.ruff]\nline-length = 100\n',
      'README.md': '# Agents\n\n---\nname: x\ntools: Bash\n---\n',
      'post.md': '---\ntitle: About agents\ndescription: x\ndate: 2026-01-01\n---\nBash\n',
      'tasks.yaml': 'build:\n  description: builds\n  command: make\n',
      'manifest.json': '{"name":"x","permissions":["tabs"],"description":"d","version":"1"}',
    };
    expect(lint(others).files).toEqual([]);
  });
});
