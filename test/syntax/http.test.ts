import { beforeAll, describe, expect, it } from 'vitest';
import { loadParsers, parseDocument, type SyntaxNode } from '../../src/syntax/index.js';
import { problemsOf, startOf, textAt } from './place-text.js';

beforeAll(() => loadParsers(['http']));

const http = (text: string) => parseDocument('a.http', 'http', text);
const requestsOf = (text: string): unknown =>
  (http(text).roots[0]?.toValue() as { requests: unknown } | undefined)?.requests;

const TWO = `@base = https://api.example.com
### Create it
# @name create
POST {{base}}/v1/agents/sessions
  ?dry=1
  &trace=on HTTP/1.1
Acme-Beta: agents=v1
// a note
Content-Type: application/json
Authorization: Bearer {{token}}

{ "agent": { "model": {{model}}, "tools": [{ "type": "shell" }] },
# a comment
  "note": "for {{who}}" }

> {% client.log("done") %}

###

< {%
  request.variables.set("a", 1)
%}
https://api.example.com/status
`;

describe('a request file', () => {
  it('gives its requests with method, target, headers and JSON body', () => {
    const document = http(TWO);
    expect(document.problems).toEqual([]);
    expect(document.roots[0]?.toValue()).toEqual({
      requests: [
        {
          name: 'create',
          method: 'POST',
          target: '{{base}}/v1/agents/sessions?dry=1&trace=on',
          headers: [
            { name: 'Acme-Beta', value: 'agents=v1' },
            { name: 'Content-Type', value: 'application/json' },
            { name: 'Authorization', value: 'Bearer {{token}}' },
          ],
          body: { agent: { model: undefined, tools: [{ type: 'shell' }] }, note: 'for {{who}}' },
        },
        { method: 'GET', target: 'https://api.example.com/status', headers: [] },
      ],
    });
  });

  it('places a request at its line, and each part where it stands', () => {
    const document = http(TWO);
    const [create, status] = document.roots[0]?.get('requests')?.items() ?? [];
    const text = (node: SyntaxNode | undefined): string | undefined => node && textAt(document, node.at());
    expect(text(create)).toBe('POST {{base}}/v1/agents/sessions');
    expect(text(create?.get('name'))).toBe('create');
    expect(text(create?.get('method'))).toBe('POST');
    expect(text(create?.get('target'))).toBe('{{base}}/v1/agents/sessions\n  ?dry=1\n  &trace=on');
    const header = create?.get('headers')?.items()[0];
    expect(text(header)).toBe('Acme-Beta: agents=v1');
    expect(text(header?.get('value'))).toBe('agents=v1');
    expect(header?.path()).toBe('requests[create].headers[Acme-Beta]');
    expect(text(status)).toBe('https://api.example.com/status');
    expect(startOf(status!.get('method')!.at())).toBe('23:1');
  });

  it('names places in a body as if the body were the root', () => {
    const document = http(TWO);
    const body = document.roots[0]?.get('requests')?.items()[0]?.get('body');
    expect(body?.path()).toBe('');
    const type = body?.get('agent')?.get('tools')?.items()[0]?.get('type');
    expect(type?.path()).toBe('agent.tools[shell].type');
    expect(type && startOf(type.at())).toBe('12:54');
    expect(body && textAt(document, body.at())).toBe(
      TWO.slice(TWO.indexOf('{ "agent"'), TWO.indexOf('\n\n> {%')),
    );
  });

  it('sees a bare variable as computed, and one in a string as text', () => {
    const document = http(TWO);
    const body = document.roots[0]?.get('requests')?.items()[0]?.get('body');
    const model = body?.get('agent')?.get('model');
    expect(model?.kind).toBe('dynamic');
    expect(model?.why).toBe('computed at run time ({{model}})');
    expect(model?.scalar).toBe(undefined);
    expect(model && textAt(document, model.at())).toBe('{{model}}');
    expect(body?.get('note')?.scalar).toBe('for {{who}}');
  });

  it('takes a body that is one variable as computed', () => {
    const [request] = http('POST /x\n\n{{payload}}\n').roots[0]?.get('requests')?.items() ?? [];
    expect(request?.get('body')?.kind).toBe('dynamic');
  });

  it.each([
    ['< ./body.json', './body.json'],
    ['<@ ./body.json', './body.json'],
    ['<@latin1 my body.json', 'my body.json'],
    ['< ./body.json\n\n# a comment\n> {% check() %}', './body.json'],
    ['< ./body.json\n< ./more.json', undefined],
    ['< {% before() %}', 'none'],
  ])('says which file holds the body: %s', (line, file) => {
    const [request] = http(`POST /x\nAccept: a\n\n${line}\n`).roots[0]?.get('requests')?.items() ?? [];
    expect(request?.get('body')?.kind).toBe(file === 'none' ? undefined : 'dynamic');
    expect(request?.get('bodyFile')?.scalar).toBe(file === 'none' ? undefined : file);
  });

  it.each([
    ['a form', 'POST /x\n\na={{b}}&c=d\n'],
    ['a template', 'POST /x\n\n{{a}}&b=c\n'],
    ['a response script', 'POST /x\n\n> {% check() %}\n'],
    ['nothing', 'POST /x\n'],
  ])('has no body where it is %s', (_, text) => {
    const document = http(text);
    expect(document.problems).toEqual([]);
    expect(requestsOf(text)).toEqual([{ method: 'POST', target: '/x', headers: [] }]);
  });

  it('says where a body that begins like JSON is broken, and keeps what can be recovered', () => {
    const document = http('GET /a\n\n###\nPOST /x\n\n{\n "a": 1\n "b": 2\n}\n');
    expect(problemsOf(document)).toEqual(['syntax 8:2 expected a comma before a string']);
    expect(document.roots[0]?.get('requests')?.items()[1]?.get('body')?.toValue()).toEqual({ a: 1, b: 2 });
  });

  it('says which line is no header', () => {
    expect(problemsOf(http('POST /x\nnonsense\n\n{}\n'))).toEqual([
      'syntax 2:1 expected a header ("Name: value") or an empty line',
    ]);
  });

  it('sees repeated keys of a body', () => {
    const document = http('POST /x\n\n{ "a": 1, "b": { "c": 1, "c": 2 } }\n');
    expect(problemsOf(document)).toEqual([
      'duplicate-key 3:26 the key "c" is repeated (first on line 3); the last one applies',
    ]);
    expect(document.problems[0]?.at.path).toBe('b.c');
  });

  it('takes the name after the separator where no other is stated', () => {
    expect(requestsOf('### Create a session\nGET /x\n')).toEqual([
      { name: 'Create a session', method: 'GET', target: '/x', headers: [] },
    ]);
  });

  it('gives no request where there is none', () => {
    expect(requestsOf('# only a comment\n@a = b\n###\n\n###\n')).toEqual([]);
    expect(requestsOf('curl -X POST https://api.example.com\n')).toEqual([]);
    expect(problemsOf(http('\n'))).toEqual(['syntax 1:1 the file is empty']);
  });

  it('gives its comments without their marks', () => {
    expect(http('# agent-lint-ignore a -- b\n// two\n### name\nGET /x\n').comments()).toEqual([
      { text: 'agent-lint-ignore a -- b', at: { line: 1, column: 1 }, ownLine: true },
      { text: 'two', at: { line: 2, column: 1 }, ownLine: true },
    ]);
  });
});
