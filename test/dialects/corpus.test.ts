import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { lintWorkspace } from '../../src/lint/lint.js';
import { noConfig } from '../../src/model/memory-config.js';
import { workspaceOf } from '../../src/model/memory-workspace.js';
import { loadParsers } from '../../src/syntax/index.js';
import { contradictions } from '../rules/contradictions.js';

const CORPUS = resolve(import.meta.dirname, '../../../shared/corpus');

/** Kinds of files and the dialect that reads them. */
const DIALECTS: Readonly<Record<string, string>> = {
  'mcp-json': 'mcp',
  'mcp-json-component': 'mcp',
  'vscode-mcp': 'mcp',
  'cursor-mcp': 'mcp',
  'claude-desktop': 'mcp',
  'mcp-fixture-vuln': 'mcp',
  'claude-settings': 'claude-settings',
  'claude-settings-component': 'claude-settings',
  subagents: 'claude-agent',
  'github-agents': 'copilot-agent',
  'codex-config': 'codex',
  'codex-agent-toml': 'codex',
  'gemini-settings': 'gemini-settings',
  opencode: 'opencode',
  cagent: 'cagent',
  'adk-agent-yaml': 'adk',
  crewai: 'crewai',
  'oracle-agentspec': 'agent-spec',
  'ms-agent-framework': 'agent-framework',
  langgraph: 'langgraph',
  'responses-request': 'responses',
};

interface Row {
  file: string;
  kind: string;
  path: string;
}

beforeAll(() => loadParsers(['json', 'jsonc', 'yaml', 'toml', 'markdown', 'http']));

describe('files of public repositories', () => {
  it('are recognised, and never break a run', (ctx) => {
    let rows: Row[];
    try {
      rows = readFileSync(`${CORPUS}/INDEX.jsonl`, 'utf8')
        .split('\n')
        .filter((line) => line !== '')
        .map((line) => JSON.parse(line) as Row);
    } catch {
      ctx.skip('skipped: corpus not present');
      return;
    }
    const files: Record<string, string> = {};
    const kinds = new Map<string, string>();
    for (const [index, { file, kind, path }] of rows.entries()) {
      let text: string;
      try {
        text = readFileSync(`${CORPUS}/${file}`, 'utf8');
      } catch {
        continue;
      }
      files[`${kind}/${index}/${path}`] = text;
      kinds.set(`${kind}/${index}/${path}`, kind);
    }
    const result = lintWorkspace(workspaceOf(files), noConfig(), { asOf: '2026-11-20' });
    expect(contradictions(result)).toEqual([]);
    const dialects = new Map(result.files.map(({ path, dialect }) => [path, dialect]));
    const share: Record<string, [right: number, all: number]> = {};
    for (const [path, kind] of kinds) {
      if (DIALECTS[kind] === undefined) continue;
      share[kind] ??= [0, 0];
      share[kind][1]++;
      if (dialects.get(path) === DIALECTS[kind]) share[kind][0]++;
    }
    const below = Object.entries(share).filter(([, [right, all]]) => right < 0.8 * all);
    expect(Object.keys(share)).toHaveLength(Object.keys(DIALECTS).length);
    expect(below).toEqual([]);

    // A finding of error severity is one that a change is stopped for: no rule hits a quarter of a kind.
    const hit: Record<string, Set<string>> = {};
    for (const { severity, rule, file } of result.findings) {
      if (severity !== 'error') continue;
      const key = `${rule} in ${file.split('/')[0]}`;
      hit[key] ??= new Set();
      hit[key].add(file);
    }
    const often = Object.entries(hit)
      .filter(([key, found]) => found.size > 0.25 * (share[key.split(' in ')[1] ?? '']?.[1] ?? 0))
      .map(([key, found]) => `${key}: ${found.size}`);
    // `node` by prefix is any command: five files, four of them of one repository.
    expect(often).toEqual(['approval/auto-approved in claude-settings: 5']);
  });
});
