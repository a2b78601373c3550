import { describe, expect, it } from 'vitest';
import credentials from '../../src/model/credentials.json' with { type: 'json' };
import {
  displayUrl,
  hostOf,
  isPlaceholder,
  looksLikeSecret,
  namesSecret,
  redact,
  secretIn,
} from '../../src/model/secrets.js';

const HEX = '9f8e7d6c5b4a39281706f5e4d3c2b1a0';
const GITHUB = `ghp_${'a1B2'.repeat(9)}`;
const JWT = 'eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxIn0.c2lnbmF0dXJl';

describe('a placeholder', () => {
  it.each([
    '',
    '...',
    '***',
    'xxx',
    'XXXXXXXX',
    '${VAR}',
    '$VAR',
    '${input:key}',
    '{{token}}',
    '{env:KEY}',
    '<token>',
    'YOUR_API_KEY',
    'your-key',
    'PUT_KEY_HERE',
    'changeme',
    'dummy',
    'example',
    'REDACTED',
    'Bearer ${TOKEN}',
    'process.env.KEY',
    'sk-xxxxxxxxxxxxxxxxxxxx',
    'sk-your-key-goes-in-here',
    '%TOKEN%',
    'op://vault/item',
    '$(</run/secrets/gh-token-1)',
  ])('is %j', (value) => {
    expect(isPlaceholder(value)).toBe(true);
  });

  it.each([GITHUB, 'hunter2', 'abc123def456', 'a$b', 'correct-horse-battery', '${A}abcdefghij1234567890'])(
    'is not %j',
    (value) => {
      expect(isPlaceholder(value)).toBe(false);
    },
  );
});

describe('a name', () => {
  it.each([
    'token',
    'API_KEY',
    'apiKey',
    'X-Api-Key',
    'OPENAI_API_KEY',
    'access_key',
    'client_secret',
    'privateKey',
    'Authorization',
    'DB_PASSWORD',
    'passwd',
    'credential',
    'signature',
    'awsSecretAccessKey',
    'APIKey',
  ])('says secret: %s', (name) => {
    expect(namesSecret(name)).toBe(true);
  });

  it.each([
    'max_tokens',
    'tokenizer',
    'key',
    'public_key',
    'token_url',
    'tokenLimit',
    'secretary',
    'keyboard',
    '',
    'authorization_endpoint',
    'API_KEY_ENV',
  ])('does not say secret: %s', (name) => {
    expect(namesSecret(name)).toBe(false);
  });
});

describe('a token of a known shape', () => {
  it.each([
    'sk-abcdefghijklmnopqrstuvwx',
    'sk-proj-a1B2c3D4e5F6g7H8',
    GITHUB,
    `github_pat_${'a1'.repeat(20)}`,
    'xoxb-1234567890-abc',
    'AKIAIOSFODNN7EXAMPL0',
    `AIza${'a1'.repeat(18)}`,
    `glpat-${'a1'.repeat(10)}`,
    JWT,
    `npm_${'a1'.repeat(18)}`,
    '-----BEGIN RSA PRIVATE KEY-----\nMIIE',
    `https://h.example/?k=${GITHUB}`,
  ])('is seen in %j', (value) => {
    expect(looksLikeSecret(value)).toBe(true);
  });

  it.each([
    'sk-learn',
    'sk-something-like-this-name',
    'AKIAIOSFODNN7EXAMPLE',
    'eyJ',
    'hunter2',
    'npm_config_cache',
  ])('is not seen in %j', (value) => {
    expect(looksLikeSecret(value)).toBe(false);
  });
});

describe('a literal credential', () => {
  it.each([
    ['anything', GITHUB],
    ['API_KEY', 'a1b2c3d4'],
    ['DB_PASSWORD', 'SUPER_SECRET1'],
    ['API_KEY', 'ABCD_1234EFGH5678'],
    ['TOKEN', 'sm:hunter2hunter2'],
    ['STRIPE_KEY', '3f9a1c77d2b84e0f9c51aa02'],
    ['LINEAR_KEY', 'Zk3vQ9xLr7TpW2mNs8Yb4Hc6'],
    ['password', 'correct-horse-battery'],
    ['Authorization', 'Bearer a1b2c3d4e5'],
    ['Authorization', 'token a1b2c3d4e5'],
    ['X-Custom', 'Basic dXNlcjpwYXNzdzByZA=='],
    ['url', 'https://user:hunter2@h.example/x'],
    ['url', 'https://h.example/mcp?api_key=a1b2c3d4'],
    ['url', 'https://h.example/mcp?key=a1b2c3d4'],
    ['API_KEY', 'short1'],
  ])('is in %s: %s', (name, value) => {
    expect(secretIn(name, value)).toBe(true);
  });

  it.each([
    ['API_KEY', '${API_KEY}'],
    ['PUBLIC_KEY', '3f9a1c77d2b84e0f9c51aa02'],
    ['SORT_KEY', 'created_at_of_the_order'],
    ['API_KEY', 'test-token-123'],
    ['password', 'ask a person for it please'],
    ['Authorization', 'Bearer {{token}}'],
    ['Authorization', 'Bearer ${TOKEN}'],
    ['X-Custom', 'Basic understanding'],
    ['model', 'a1b2c3d4e5f6g7h8'],
    ['max_tokens', '1234567890123456'],
    ['url', 'https://h.example/mcp?id=a1b2c3d4'],
    ['url', 'https://${USER}:${PASS}@h.example/x'],
    ['url', 'https://h.example/mcp?api_key={{key}}'],
  ])('is not in %s: %s', (name, value) => {
    expect(secretIn(name, value)).toBe(false);
  });
});

describe('redaction', () => {
  it.each([
    ['Authorization: Bearer a1b2c3d4e5 rest', 'Authorization: Bearer *** rest'],
    ['"Authorization": "Bearer abc"', '"Authorization": "Bearer ***"'],
    ['password: hunter2', 'password: ***'],
    ['"password": f"hunter2-{a}"', '"password": f"***"'],
    [`"Authorization": f"Bearer {os.environ['K']}"`, `"Authorization": f"Bearer {os.environ['K']}"`],
    ['"api_key": "abc\\"def", "a": 1', '"api_key": "***", "a": 1'],
    ["{'token': 'abc'}", "{'token': '***'}"],
    ['{\\"password\\": \\"x1y2\\"}', '{\\"password\\": \\"***\\"}'],
    ['npx server --api-key abc123 --verbose', 'npx server --api-key *** --verbose'],
    ['--token=foo9', '--token=***'],
    ['GITHUB_TOKEN=abc PATH=/bin', 'GITHUB_TOKEN=*** PATH=/bin'],
    ['https://u:p@h.example/x?token=abc&b=1#c', 'https://***@h.example/x?token=***&b=1#c'],
    ['https://me@h.example and ftp://a:b@c.example', 'https://***@h.example and ftp://***@c.example'],
    [`use ${GITHUB}, please`, 'use ***, please'],
    [`jwt ${JWT}!`, 'jwt ***!'],
    [`the glob none-${GITHUB}.json`, 'the glob none-***.json'],
    ['a\n-----BEGIN PRIVATE KEY-----\nabc\n-----END PRIVATE KEY-----\nb', 'a\n***\nb'],
    ['key -----BEGIN RSA PRIVATE KEY-----\nabc', 'key ***'],
    [`"Cookie": "lang=en; session=${HEX}", "a": 1`, '"Cookie": "lang=***; session=***", "a": 1'],
    [`{ Cookie: sid=${HEX}, X-Api-Key: ${HEX} }`, '{ Cookie: sid=***, X-Api-Key: *** }'],
    [`"--auth", "${HEX}", "--bearer", "${HEX}"`, '"--auth", "***", "--bearer", "***"'],
    [`node s.js --auth ${HEX} --token=${HEX}`, 'node s.js --auth *** --token=***'],
    [`bearer_token_env_var = "${HEX}"`, 'bearer_token_env_var = "***"'],
    [`"auth": "password=${HEX}"`, '"auth": "password=***"'],
    [`http://x.acme.io/${HEX}/mcp?id=${HEX}#${HEX}`, 'http://x.acme.io/***/mcp?id=***#***'],
    [`http://x.acme.io/a?next=http://y.acme.io/${HEX}`, 'http://x.acme.io/a?next=http://y.acme.io/***'],
  ])('cuts %j', (text, safe) => {
    expect(redact(text)).toBe(safe);
  });

  it.each([
    'agent.tools[issue_refund].approval',
    'controls.mcp_servers[https://billing.example.com/mcp]',
    'API_KEY=${API_KEY}',
    'Authorization: Bearer {{token}}',
    'Bearer tokens are used here',
    'max_tokens: 4096',
    'ssh://git@h.example/x',
    'https://h.example/mcp?id=1&page=2',
    'token: { type: oauth }',
    'The password is asked for once.',
    'https://h.example/1729a379-a882-4bd3-879d-729e7dbe99a3/mcp',
    'https://docs.h.example/guides/claude-3-5-sonnet-20241022-release-notes',
    'git+https://git.h.example/a/b@0123456789abcdef0123456789abcdef01234567',
    'https://raw.githubusercontent.com/a/b/0123456789abcdef0123456789abcdef01234567/x.json',
    'bearer_token_env_var = "GITHUB_TOKEN"',
    'auth: oauth2',
    'Cookie: session=${SESSION}',
    'the page_token=abc of the next page',
    'skills/my-sk-learn-notes-for-2024-and-2025/SKILL.md',
  ])('leaves %j', (text) => {
    expect(redact(text)).toBe(text);
  });

  it('is stable when done again', () => {
    const once = redact(`a ${GITHUB} password=hunter2 https://u:p@h.example`);
    expect(redact(once)).toBe(once);
  });

  it.each([
    'a',
    'token=',
    'token="',
    'token=\\"',
    'eyJ',
    '://',
    'https://a:',
    'Bearer ',
    '-----BEGIN ',
    '?key=',
    '{{',
    '--token ',
    '"--auth", "',
    'auth="',
    'auth:',
    'cookie:',
    'Cookie: a=',
    '://a/',
    '://a@',
    'SG.a',
    '123456:',
    'a=b;',
    '{"a":"',
    '[',
    'A1_',
    'https://a/9f8e7d6c5b4a39281706f5e4d3c2b1a0',
  ])('takes half a mebibyte of %j in its stride', (part) => {
    const text = part.repeat((512 * 1024) / part.length);
    expect(typeof redact(text)).toBe('string');
    expect(typeof secretIn('token', text)).toBe('boolean');
  });
});

describe('an address', () => {
  it('in short words is read no further, which no token is short enough for', () => {
    const lengths = credentials.tokens.flatMap(({ least, prefixes }) =>
      prefixes.map((prefix) => prefix.length + least),
    );
    expect(Math.min(...lengths)).toBeGreaterThan(14);
    const address = 'https://mcp.example.com/team_a/orders-2/';
    expect([redact(address), displayUrl(address), secretIn('API_TOKEN', address)]).toEqual([
      address,
      address,
      false,
    ]);
    const token = 'https://mcp.example.com/xoxb-1234567890/orders';
    expect([redact(token), displayUrl(token), secretIn('url', token)]).toEqual([
      'https://mcp.example.com/***/orders',
      'https://mcp.example.com/***/orders',
      true,
    ]);
  });

  it.each([
    ['https://Billing.Example.com:8443/mcp?x=1', 'billing.example.com'],
    ['https://user:p@h.example/x', 'h.example'],
    ['http://[::1]:8080/x', '::1'],
    ['https://${HOST}/mcp', '${host}'],
    ['{{base}}/mcp', undefined],
    ['/mcp', undefined],
    ['https:///x', undefined],
    ['npx -y server', undefined],
  ])('%s has the host %s', (url, host) => {
    expect(hostOf(url)).toBe(host);
  });

  it('is shown without user and secrets', () => {
    expect(displayUrl('https://u:p@h.example/mcp?api_key=a1b2c3d4&page=2')).toBe(
      'https://h.example/mcp?api_key=***&page=2',
    );
    expect(displayUrl('https://billing.example.com/mcp')).toBe('https://billing.example.com/mcp');
  });
});
