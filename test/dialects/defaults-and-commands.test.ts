import { describe, expect, it } from 'vitest';
import { redact } from '../../src/model/secrets.js';
import { lintFiles, statedFindings } from '../rules/lint-files.js';

// Put together here, so that no scanner takes this file for a leak.
const token = (prefix: string, rest: string) => [prefix, rest].join('');
const GITHUB = token('ghp_', 'a1B2c3D4e5F6g7H8i9J0k1L2m3N4o5P6q7R8');
const HEX = '9f8e7d6c5b4a39281706f5e4d3c2b1a0';

/** Where a rule speaks: `line:column severity`. */
async function places(rule: string, file: string, text: string): Promise<string[]> {
  const stated = statedFindings(await lintFiles({ [file]: text }), rule);
  return stated.map((one) => one.split(' ').slice(0, 2).join(' '));
}

const server = (value: string) =>
  `{"mcpServers": {"x": {"command": "x", "env": {\n"GITHUB_TOKEN": ${JSON.stringify(value)}}}}}`;

describe('the default of a reference', () => {
  it.each([
    `\${GITHUB_TOKEN:-${GITHUB}}`,
    `\${GITHUB_TOKEN:-${HEX}}`,
    `Bearer \${A:-\${B:-${HEX}}}`,
    `postgres://u:\${PW:-${HEX}}@db.example.com/x`,
  ])('is a credential like any other: %s', async (value) => {
    expect(await places('mcp/literal-secret', '.mcp.json', server(value))).toEqual(['2:17 error']);
  });

  it.each(['${A:-}', '${A:-${B}}', '${A:-changeme}', '${input:my-token-12345678}', '${env:TOKEN_12345678}'])(
    'is none where it is left out, or stands in for one: %s',
    async (value) => {
      expect(await places('mcp/literal-secret', '.mcp.json', server(value))).toEqual([]);
    },
  );

  it('is not printed', () => {
    expect(redact(`"TOKEN": "\${TOKEN:-${HEX}}"`)).toBe('"TOKEN": "***"');
    expect(redact(`see \${X:-${GITHUB}}`)).toBe('see ${X:-***}');
  });
});

describe('a command that Claude Code was allowed', () => {
  const settings = (entry: string) => `{"permissions": {"allow": ["Read",\n${JSON.stringify(entry)}]}}`;

  it.each([
    `Bash(GITHUB_TOKEN=${GITHUB} gh issue list)`,
    `Bash(curl -s -H "Authorization: Bearer ${HEX}" https://api.example.com)`,
    `Bash(DATABASE_URL=postgres://u:${HEX}@db.example.com/x npx prisma migrate status)`,
  ])('is reported once where it holds a credential', async (entry) => {
    expect(await places('mcp/literal-secret', '.claude/settings.local.json', settings(entry))).toEqual([
      '2:1 error',
    ]);
  });

  it.each(['Bash(SECRET_KEY=test-secret npm test)', 'Bash(curl -H "Authorization: Bearer $TOKEN" x)'])(
    'holds none: %s',
    async (entry) => {
      expect(await places('mcp/literal-secret', '.claude/settings.local.json', settings(entry))).toEqual([]);
    },
  );

  it.each([
    ['Bash(git add -A && git commit -m wip && git push)', ['2:1 warning']],
    ['Bash(cd dist; npm publish)', ['2:1 warning']],
    ['Bash(cd dist && git push:*)', ['2:1 error']],
    ['Bash(git add -A && git status 2>&1 | head -5)', []],
    ['Bash(echo "fix; rm -rf && git push")', []],
  ])('does what the gravest of its parts does: %s', async (entry, expected) => {
    expect(await places('approval/auto-approved', '.claude/settings.json', settings(entry))).toEqual(
      expected,
    );
  });
});
