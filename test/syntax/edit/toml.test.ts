import { beforeAll, describe, expect, it } from 'vitest';
import { loadParsers } from '../../../src/syntax/index.js';
import { edited } from './edited.js';

beforeAll(() => loadParsers(['toml']));

const CODEX = `# codex
approval_policy = "never" # nobody
args = ["a", "b"]

[sandbox]
mode = "write"
net = { on = true, hosts = [] }

[mcp_servers.files]
command = "npx"

[mcp_servers.files.env]
A = "1"

[mcp_servers.mail]
command = "uvx"
`;

describe('an edit of TOML', () => {
  it('replaces a value', () => {
    expect(edited('a.toml', CODEX, ['approval_policy'], (at) => at.replace('on-request'))).toBe(
      CODEX.replace('never', 'on-request'),
    );
    expect(edited('a.toml', CODEX, ['sandbox', 'net', 'on'], (at) => at.replace(false))).toBe(
      CODEX.replace('on = true', 'on = false'),
    );
  });

  it('adds pairs to the root, to a table, to an inline table, and to a table without a header', () => {
    expect(edited('a.toml', CODEX, [], (at) => at.set('model', 'm'))).toBe(
      CODEX.replace('["a", "b"]\n', '["a", "b"]\nmodel = "m"\n'),
    );
    expect(edited('a.toml', '[a]\nb = 1\n', [], (at) => at.set('c', { d: [1] }))).toBe(
      'c = { d = [1] }\n\n[a]\nb = 1\n',
    );
    expect(edited('a.toml', CODEX, ['sandbox'], (at) => at.merge({ mode: 'read', roots: ['x y'] }))).toBe(
      CODEX.replace('"write"', '"read"').replace('hosts = [] }\n', 'hosts = [] }\nroots = ["x y"]\n'),
    );
    expect(edited('a.toml', CODEX, ['sandbox', 'net'], (at) => at.set('a b', 1))).toBe(
      CODEX.replace('hosts = [] }', 'hosts = [], "a b" = 1 }'),
    );
    expect(edited('a.toml', CODEX, ['mcp_servers'], (at) => at.set('ask', true))).toBe(
      `${CODEX}\n[mcp_servers]\nask = true\n`,
    );
    expect(edited('a.toml', CODEX, [], (at) => at.set(['mcp_servers', 'mail', 'on'], false))).toBe(
      `${CODEX}on = false\n`,
    );
  });

  it('takes pairs, items and tables out', () => {
    expect(edited('a.toml', CODEX, ['approval_policy'], (at) => at.remove())).toBe(
      CODEX.replace('approval_policy = "never" # nobody\n', ''),
    );
    expect(edited('a.toml', CODEX, ['args', 0], (at) => at.remove())).toBe(
      CODEX.replace('["a", "b"]', '["b"]'),
    );
    expect(edited('a.toml', CODEX, ['sandbox', 'net', 'on'], (at) => at.remove())).toBe(
      CODEX.replace('{ on = true, hosts', '{ hosts'),
    );
    expect(edited('a.toml', CODEX, ['mcp_servers', 'files'], (at) => at.remove())).toBe(
      CODEX.replace(/\[mcp_servers\.files\][\s\S]*(?=\[mcp_servers\.mail\])/, ''),
    );
  });

  it('appends to a list and renames a key', () => {
    expect(edited('a.toml', CODEX, ['args'], (at) => at.append('c'))).toBe(
      CODEX.replace('"b"]', '"b", "c"]'),
    );
    expect(edited('a.toml', CODEX, ['sandbox', 'mode'], (at) => at.rename('kind'))).toBe(
      CODEX.replace('mode =', 'kind ='),
    );
    expect(edited('a.toml', CODEX, ['sandbox', 'mode'], (at) => at.rename('net'))).toBeUndefined();
  });
});
