import { beforeAll, describe, expect, it } from 'vitest';
import {
  type Format,
  loadParsers,
  parseDocument,
  type SourceDocument,
  type SyntaxNode,
} from '../../src/syntax/index.js';
import { startOf, textAt } from './place-text.js';

const JSON_TEXT = `{
  "agent": {
    "model": "some-model",
    "instructions": "Say \\"hi\\" first.\\nThen ask.",
    "tools": [
      { "type": "shell" },
      { "type": "function", "name": "issue_refund", "strict": true }
    ],
    "mcp_servers": [{ "url": "https://billing.example.com/mcp", "allowed": ["get_invoice"] }]
  },
  "environment": { "type": "hosted", "image": null },
  "multi_agent": { "max_concurrent_subagents": 4 },
  "controls": { "mcp_servers": { "https://billing.example.com/mcp": {} } }
}`;

const JSONC_TEXT = `// a comment
${JSON_TEXT.replace('"some-model",', '"some-model", /* which one */').replace('4 }', '4, }')}`;

const YAML_TEXT = `# a comment
agent:
  model: some-model
  instructions: "Say \\"hi\\" first.\\nThen ask."
  tools:
    - type: shell
    - { "type": "function", "name": "issue_refund", "strict": true }
  mcp_servers:
    - url: https://billing.example.com/mcp
      allowed: [get_invoice]
environment: { "type": "hosted", "image": null }
multi_agent:
  max_concurrent_subagents: 4 # a bound
controls:
  mcp_servers:
    "https://billing.example.com/mcp": {}
`;

const HTTP_TEXT = `### create
POST {{base}}/v1/agents/sessions HTTP/1.1
Content-Type: application/json

${JSON_TEXT}
`;

const forms: readonly (readonly [string, Format, string])[] = [
  ['JSON', 'json', JSON_TEXT],
  ['JSON with comments', 'jsonc', JSONC_TEXT],
  ['YAML', 'yaml', YAML_TEXT],
  ['a request body', 'http', HTTP_TEXT],
];

beforeAll(() => loadParsers(['json', 'yaml', 'http']));

function step(node: SyntaxNode | undefined, ...keys: (string | number)[]): SyntaxNode {
  let at = node;
  for (const key of keys) at = typeof key === 'number' ? at?.items()[key] : at?.get(key);
  if (!at) throw new Error(`no node at ${keys.join('.')}`);
  return at;
}

describe.each(forms)('a payload in %s', (_, format, text) => {
  let document: SourceDocument;
  let root: SyntaxNode;
  const read = (): void => {
    document = parseDocument('a.file', format, text);
    root = format === 'http' ? step(document.roots[0], 'requests', 0, 'body') : step(document.roots[0]);
  };
  beforeAll(read);

  it('has one root and no problems', () => {
    expect(document.roots.length).toBe(1);
    expect(document.problems).toEqual([]);
  });

  it('gives every kind of node', () => {
    expect(root.kind).toBe('object');
    expect(step(root, 'agent', 'tools').kind).toBe('array');
    expect(step(root, 'agent', 'model').kind).toBe('string');
    expect(step(root, 'multi_agent', 'max_concurrent_subagents').kind).toBe('number');
    expect(step(root, 'agent', 'tools', 1, 'strict').kind).toBe('boolean');
    expect(step(root, 'environment', 'image').kind).toBe('null');
  });

  it('gives the values of scalars, and none for collections', () => {
    expect(step(root, 'agent', 'instructions').scalar).toBe('Say "hi" first.\nThen ask.');
    expect(step(root, 'multi_agent', 'max_concurrent_subagents').scalar).toBe(4);
    expect(step(root, 'agent', 'tools', 1, 'strict').scalar).toBe(true);
    expect(step(root, 'environment', 'image').scalar).toBe(null);
    expect(root.scalar).toBe(undefined);
    expect(step(root, 'agent', 'tools').scalar).toBe(undefined);
  });

  it('lists keys in the order of the text', () => {
    expect(root.keys()).toEqual(['agent', 'environment', 'multi_agent', 'controls']);
    expect(step(root, 'agent', 'tools').keys()).toEqual([]);
    expect(step(root, 'agent', 'model').keys()).toEqual([]);
  });

  it('finds own keys alone', () => {
    expect(root.get('missing')).toBe(undefined);
    expect(root.get('constructor')).toBe(undefined);
    expect(root.get('__proto__')).toBe(undefined);
    expect(step(root, 'agent', 'tools').get('length')).toBe(undefined);
  });

  it('lists the items of arrays alone', () => {
    expect(step(root, 'agent', 'tools').items().length).toBe(2);
    expect(root.items()).toEqual([]);
    expect(step(root, 'agent', 'model').items()).toEqual([]);
  });

  it('gives the plain value', () => {
    expect(root.toValue()).toEqual(JSON.parse(JSON_TEXT));
  });

  it('names places by names', () => {
    expect(root.path()).toBe('');
    expect(step(root, 'agent', 'tools', 0, 'type').path()).toBe('agent.tools[shell].type');
    expect(step(root, 'agent', 'tools', 1).path()).toBe('agent.tools[issue_refund]');
    const server = step(root, 'agent', 'mcp_servers', 0);
    expect(server.path()).toBe('agent.mcp_servers[billing.example.com]');
    expect(step(server, 'allowed', 0).path()).toBe(
      'agent.mcp_servers[billing.example.com].allowed[get_invoice]',
    );
    const claimed = step(root, 'controls', 'mcp_servers', 'https://billing.example.com/mcp');
    expect(claimed.path()).toBe('controls.mcp_servers[https://billing.example.com/mcp]');
  });

  it('points at a value and at its key', () => {
    const tool = step(root, 'agent', 'tools', 1);
    expect(textAt(document, tool.at())).toBe(
      '{ "type": "function", "name": "issue_refund", "strict": true }',
    );
    expect(textAt(document, step(tool, 'name').at())).toBe('"issue_refund"');
    expect(textAt(document, step(tool, 'name').at('key'))).toBe('"name"');
    expect(textAt(document, step(root, 'multi_agent', 'max_concurrent_subagents').at())).toBe('4');
    expect(textAt(document, step(root, 'agent').at('key'))).toMatch(/^"?agent"?$/);
  });

  it('points at the value where there is no key', () => {
    const tool = step(root, 'agent', 'tools', 1);
    expect(tool.at('key').range()).toEqual(tool.at().range());
    expect(root.at('key').range()).toEqual(root.at().range());
  });

  it('carries file and path in a place', () => {
    const place = step(root, 'agent', 'tools', 1, 'name').at();
    expect(place.file).toBe('a.file');
    expect(place.path).toBe('agent.tools[issue_refund].name');
    expect(step(root, 'agent').at('key', 'other').path).toBe('other');
  });

  it('knows the element around a place', () => {
    const tool = step(root, 'agent', 'tools', 1);
    expect(step(tool, 'name').at().element?.()).toEqual(tool.at().range());
    expect(tool.at().element?.()).toEqual(tool.at().range());
    const type = step(root, 'environment', 'type');
    expect(textAt(document, { ...type.at(), range: () => type.at().element?.() ?? type.at().range() })).toBe(
      '"type": "hosted"',
    );
    const environment = step(root, 'environment').at();
    expect(
      textAt(document, { ...environment, range: () => environment.element?.() ?? environment.range() }),
    ).toMatch(/^"?environment"?: \{ "type": "hosted", "image": null \}$/);
  });

  it('maps a part of a value back over escapes', () => {
    const instructions = step(root, 'agent', 'instructions');
    const value = String(instructions.scalar);
    const quoted = value.indexOf('"hi"');
    expect(textAt(document, instructions.within(quoted, quoted + 4))).toBe('\\"hi\\"');
    expect(textAt(document, instructions.within(value.indexOf('Then'), value.length))).toBe('Then ask.');
    expect(textAt(document, instructions.within(0, 3))).toBe('Say');
    expect(instructions.within(3, 1000).range()).toEqual(instructions.at().range());
  });

  it('counts the same after a byte-order mark', () => {
    const marked = parseDocument('a.file', format, `\ufeff${text}`);
    const before = document.roots[0]?.at().range();
    expect(marked.roots[0]?.at().range()).toEqual(before);
    expect(marked.text).toBe(text);
  });

  it.each([
    ['CRLF', '\r\n'],
    ['CR', '\r'],
  ])('counts the same lines and columns with %s', (_name, lineBreak) => {
    const other = parseDocument('a.file', format, text.replaceAll('\n', lineBreak));
    const body = format === 'http' ? step(other.roots[0], 'requests', 0, 'body') : step(other.roots[0]);
    for (const keys of [
      ['agent', 'model'],
      ['agent', 'tools', 1, 'name'],
      ['environment'],
      ['controls', 'mcp_servers'],
    ]) {
      expect(startOf(step(body, ...keys).at())).toBe(startOf(step(root, ...keys).at()));
    }
    expect(other.problems).toEqual([]);
    expect(body.toValue()).toEqual(root.toValue());
  });
});

describe('the names of list items', () => {
  const nameOf = (item: unknown): string => {
    const [root] = parseDocument('a.json', 'json', JSON.stringify([item])).roots;
    return step(root, 0).path();
  };

  it('come from name, label, host or type, in this order', () => {
    expect(nameOf({ type: 't', url: 'https://h.example/x', label: 'l', name: 'n' })).toBe('[n]');
    expect(nameOf({ type: 't', url: 'https://h.example/x', label: 'l' })).toBe('[l]');
    expect(nameOf({ type: 't', url: 'https://h.example/x', server_label: 's' })).toBe('[s]');
    expect(nameOf({ type: 't', url: 'https://H.example:8080/x' })).toBe('[h.example]');
    expect(nameOf({ type: 't', url: '{{base}}/x' })).toBe('[t]');
  });

  it('are indices where an item has none', () => {
    expect(nameOf({ name: 7, type: '' })).toBe('[0]');
    expect(nameOf([])).toBe('[0]');
    expect(nameOf(null)).toBe('[0]');
  });

  it('are short and hold no secret', () => {
    expect(nameOf('x'.repeat(100))).toBe(`[${'x'.repeat(80)}]`);
    expect(nameOf({ name: 'sk-abcdefghijklmnop1234' })).toBe('[***]');
    const [root] = parseDocument('a.json', 'json', '{"https://me:pw@h.example/x?token=abc":1}').roots;
    expect(root?.get('https://me:pw@h.example/x?token=abc')?.path()).toBe(
      '[https://***@h.example/x?token=***]',
    );
  });
});
