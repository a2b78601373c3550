import { readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { Ajv } from 'ajv';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';

const root = resolve(import.meta.dirname, '../..');
const folder = join(root, 'schemas');
const names = readdirSync(folder).filter((name) => name.endsWith('.schema.json'));
const schemaOf = (name: string) => JSON.parse(readFileSync(join(folder, name), 'utf8'));

/** The schemas as an editor loads them: by file name, references relative to it. */
function load(): Ajv {
  const ajv = new Ajv({ allErrors: true, strict: false });
  for (const name of names) ajv.addSchema(schemaOf(name));
  return ajv;
}

const value = (path: string) => parse(readFileSync(join(root, path), 'utf8'));

describe('the schemas', () => {
  it.each(names)('%s compiles with every reference resolved, and says what it is', (name) => {
    expect(load().getSchema(name)).toBeTypeOf('function');
    expect(schemaOf(name)).toMatchObject({
      $id: name,
      title: expect.any(String),
      description: expect.any(String),
    });
  });

  it.each([
    'examples/support-desk/support.agent.yaml',
    'examples/eu-clinic/intake.agent.yaml',
    'examples/claims-desk/claims.agent.yaml',
    'examples/refund-bot/refunds.agent.json',
  ])('hold for %s', (path) => {
    const validate = load().getSchema('agent-config.schema.json');
    expect(validate?.(value(path)), JSON.stringify(validate?.errors)).toBe(true);
  });

  it.each(['examples/support-desk/agent-lint.config.yaml', 'examples/eu-clinic/agent-lint.config.yaml'])(
    'hold for %s',
    (path) => {
      const validate = load().getSchema('config.schema.json');
      expect(validate?.(value(path)), JSON.stringify(validate?.errors)).toBe(true);
    },
  );

  it('hold for the configuration that the guide shows', () => {
    const guide = readFileSync(join(root, 'docs/configuration.md'), 'utf8');
    const [, shown = ''] = /```yaml\n(# yaml-language-server[\s\S]*?)```/.exec(guide) ?? [];
    const validate = load().getSchema('config.schema.json');
    expect(validate?.(parse(shown)), JSON.stringify(validate?.errors)).toBe(true);
  });

  it('refuse a misspelt rule, an unknown key and a wrong type', () => {
    const validate = load().getSchema('config.schema.json');
    for (const wrong of [{ rules: { 'aproval/missing': 'error' } }, { requirments: {} }, { exclude: 3 }]) {
      expect(validate?.(wrong)).toBe(false);
    }
    const config = load().getSchema('agent-config.schema.json');
    expect(config?.({ agent: {}, requirements: { residency: ['Mars'] } })).toBe(false);
    expect(config?.({ agent: {}, multi_agent: { max_concurrent_subagents: 'four' } })).toBe(false);
  });

  it("hold exactly the spec's payload table", () => {
    const payload = schemaOf('payload.schema.json');
    expect(Object.keys(payload.properties)).toEqual(['agent', 'environment', 'multi_agent']);
    expect(Object.keys(payload.definitions.agent.properties)).toEqual([
      'model',
      'instructions',
      'tools',
      'mcp_servers',
    ]);
    expect(Object.keys(payload.properties.environment.properties)).toEqual(['type']);
    expect(Object.keys(payload.properties.multi_agent.properties)).toEqual([
      'enabled',
      'max_concurrent_subagents',
    ]);
    expect(JSON.stringify(payload)).not.toContain('"required":');
  });
});
