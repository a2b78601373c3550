import { describe, expect, it } from 'vitest';
import { CLAUDE_CODE } from '../../src/dialects/claude-settings/profile.js';
import { CRUSH } from '../../src/dialects/client-settings/crush.js';
import {
  CURSOR_CLI_PROJECT,
  CURSOR_ENVIRONMENT,
  CURSOR_PERMISSIONS,
  CURSOR_SANDBOX,
} from '../../src/dialects/client-settings/cursor.js';
import { FACTORY } from '../../src/dialects/client-settings/factory.js';
import { GOOSE } from '../../src/dialects/client-settings/goose.js';
import { HERMES } from '../../src/dialects/client-settings/hermes.js';
import { KIRO_HOOKS, KIRO_PERSON } from '../../src/dialects/client-settings/kiro.js';
import { OPENCLAW } from '../../src/dialects/client-settings/openclaw.js';
import { QWEN } from '../../src/dialects/client-settings/qwen.js';
import { ZED_PROJECT, ZED_USER } from '../../src/dialects/client-settings/zed.js';
import { AMP } from '../../src/dialects/clients/amp.js';
import { GEMINI } from '../../src/dialects/clients/gemini.js';
import { OPENCODE } from '../../src/dialects/opencode/profile.js';
import { VS_CODE } from '../../src/dialects/vscode-settings/profile.js';
import { lintFiles } from '../rules/lint-files.js';

const VALUES: readonly unknown[] = [true, 'x', ['x'], { x: { x: ['x'] } }, 1, null, [{ x: true }]];

/** Every path that a profile names, whatever for. */
function pathsIn(value: unknown): string[][] {
  if (typeof value !== 'object' || value === null) return [];
  const own = Array.isArray(value) && value.length > 0 && value.every((one) => typeof one === 'string');
  return own ? [value.map(String)] : Object.values(value).flatMap(pathsIn);
}

/** Settings with every path of a profile, a value of another kind at each. */
function settingsOf(profile: object, turn: number): object {
  const root: Record<string, unknown> = {};
  for (const [index, path] of pathsIn(profile).entries()) {
    let node = root;
    const names = path.map((key) => (key === '*' ? 'x' : key));
    for (const key of names.slice(0, -1)) {
      const below = node[key];
      const next =
        typeof below === 'object' && below !== null && !Array.isArray(below)
          ? (below as Record<string, unknown>)
          : {};
      node[key] = next;
      node = next;
    }
    node[names.at(-1) ?? ''] ??= structuredClone(VALUES[(index + turn) % VALUES.length]);
  }
  return root;
}

describe('settings with every key at once', () => {
  it.each([
    ['.claude/settings.json', 'claude-settings', CLAUDE_CODE],
    ['.gemini/settings.json', 'gemini-settings', GEMINI],
    ['.vscode/settings.json', 'vscode-settings', VS_CODE],
    ['.qwen/settings.json', 'client-settings', QWEN],
    ['.config/zed/settings.json', 'client-settings', ZED_USER],
    ['.factory/settings.json', 'client-settings', FACTORY],
    ['.amp/settings.json', 'client-settings', AMP],
    ['crush.json', 'client-settings', CRUSH],
    ['openclaw.json', 'client-settings', OPENCLAW],
    ['.zed/settings.json', 'client-settings', ZED_PROJECT],
    ['.cursor/permissions.json', 'client-settings', CURSOR_PERMISSIONS],
    ['.cursor/cli.json', 'client-settings', CURSOR_CLI_PROJECT],
    ['.cursor/sandbox.json', 'client-settings', CURSOR_SANDBOX],
    ['.cursor/environment.json', 'client-settings', CURSOR_ENVIRONMENT],
    ['.config/goose/config.yaml', 'client-settings', GOOSE],
    ['.hermes/config.yaml', 'client-settings', HERMES],
    ['.kiro/hooks/a.json', 'client-settings', KIRO_HOOKS],
    ['home/.kiro/settings/permissions.yaml', 'client-settings', KIRO_PERSON],
    ['opencode.json', 'opencode', OPENCODE],
  ])('are read, whatever their values are: %s', async (file, dialect, profile) => {
    for (const [turn] of VALUES.entries()) {
      const result = await lintFiles({ [file]: JSON.stringify(settingsOf(profile, turn)) });
      expect(result.files.map((one) => one.dialect)).toEqual([dialect]);
      expect(result.findings.filter(({ rule }) => rule.startsWith('file/'))).toEqual([]);
    }
  });
});
