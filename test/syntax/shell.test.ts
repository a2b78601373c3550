import { beforeAll, describe, expect, it } from 'vitest';
import { loadParsers, parseDocument, type SyntaxNode } from '../../src/syntax/index.js';
import { startOf, textAt } from './place-text.js';

beforeAll(() => loadParsers(['shell', 'markdown']));

const shell = (text: string) => parseDocument('a.sh', 'shell', text);
const requestsOf = (text: string): unknown =>
  (shell(text).roots[0]?.toValue() as { requests: unknown } | undefined)?.requests;
const only = (text: string): SyntaxNode => shell(text).roots[0]?.get('requests')?.items()[0] as SyntaxNode;

const CREATE = `#!/bin/sh
# Creates a session.
set -eu
BASE=https://api.example.com
id=$(curl -sS -X POST "$BASE/v1/agents/sessions" \\
  -H "Authorization: Bearer $TOKEN" -H 'Acme-Beta: agents=v1' \\
  --header 'Content-Type: application/json' \\
  -d '{
    "agent": { "model": "'"$MODEL"'", "tools": [{ "type": "shell" }] },
    "note": "it'\\''s"
  }' | jq -r .id)
`;

describe('a shell script', () => {
  it('gives its lines for curl with method, path, headers and body', () => {
    expect(requestsOf(CREATE)).toEqual([
      {
        method: 'POST',
        target: 'https://api.example.com/v1/agents/sessions',
        headers: [
          { name: 'Authorization', value: 'Bearer {{TOKEN}}' },
          { name: 'Acme-Beta', value: 'agents=v1' },
          { name: 'Content-Type', value: 'application/json' },
        ],
        body: { agent: { model: undefined, tools: [{ type: 'shell' }] }, note: "it's" },
      },
    ]);
  });

  it('places each part where the script spells it', () => {
    const request = only(CREATE);
    expect(textAt(shell(CREATE), request.at())).toBe('curl -sS -X POST "$BASE/v1/agents/sessions"');
    expect(startOf(request.at())).toBe('5:6');
    expect(textAt(shell(CREATE), request.get('method')!.at())).toBe('POST');
    expect(textAt(shell(CREATE), request.get('target')!.at())).toBe('$BASE/v1/agents/sessions');
    const [, beta] = request.get('headers')!.items();
    expect([textAt(shell(CREATE), beta!.at()), startOf(beta!.at())]).toEqual([
      'Acme-Beta: agents=v1',
      '6:41',
    ]);
    expect(textAt(shell(CREATE), beta!.get('value')!.at())).toBe('agents=v1');
    const type = request.get('body')!.get('agent')!.get('tools')!.items()[0]!.get('type')!;
    expect([type.path(), textAt(shell(CREATE), type.at()), startOf(type.at())]).toEqual([
      'agent.tools[shell].type',
      '"shell"',
      '9:59',
    ]);
    const model = request.get('body')!.get('agent')!.get('model')!;
    expect([model.kind, model.why, textAt(shell(CREATE), model.at())]).toEqual([
      'dynamic',
      'computed at run time ($MODEL)',
      `"'"$MODEL"'"`,
    ]);
  });

  it.each([
    ['an option within options', `curl -sSXPATCH a/b`, 'PATCH'],
    ['POST by its body', `curl a/b --json '{}'`, 'POST'],
    ['GET', `curl a/b`, 'GET'],
    ['GET with a query', `curl -G a/b -d '{}'`, 'GET'],
    ['HEAD', `curl -I a/b`, 'HEAD'],
    ['PUT of a file', `curl -T x a/b`, 'PUT'],
    ['none where it is filled in', `curl -X "$METHOD" a/b`, undefined],
  ])('asks with %s', (_, text, method) => {
    expect(only(text).get('method')?.scalar).toBe(method);
    expect(only(text).get('target')?.scalar).toBe('a/b');
  });

  it.each([
    ['single quotes', `curl u -d '{"a":"b"}'`, '"b"'],
    ['double quotes', `curl u -d "{\\"a\\":\\"b\\"}"`, '\\"b\\"'],
    ['quotes of C', `curl u -d $'{"a":\\n"b"}'`, '"b"'],
    ['a here-document', `curl u --json @- <<EOF\n{"a":"b"}\nEOF\n`, '"b"'],
    ['a quoted here-document', `curl u -d @- <<-'EOF' -s\n\t{"a":"b"}\n\tEOF\necho`, '"b"'],
    ['a here-string', `curl u --data @- <<< '{"a":"b"}'`, '"b"'],
    ['a variable', `BODY='{"a":"b"}'\ncurl u --data-raw "$BODY"`, '"b"'],
    ['the output of cat', `curl u -d "$(cat <<'EOF'\n{"a":"b"}\nEOF\n)"`, '"b"'],
    ['a variable with the output of cat', `export B=$(cat <<E\n{"a":"b"}\nE\n)\ncurl u -d "\${B}"`, '"b"'],
    ['continued lines in double quotes', `curl u -d "{\\"a\\":\\\n\\"b\\"}"`, '\\"b\\"'],
    ['escaped characters', `curl u -d {\\"a\\":\\"b\\"}`, '\\"b\\"'],
  ])('reads a body in %s', (_, text, spelled) => {
    const body = only(text).get('body')!;
    expect(body.toValue()).toEqual({ a: 'b' });
    expect(textAt(shell(text), body.get('a')!.at())).toBe(spelled);
  });

  it.each([
    ['a file', `curl u -d @a.json`, 'it is read from the file `a.json`'],
    ['a pipe', `jq . a | curl u -d @-`, 'it comes from another command'],
    ['a variable', `curl u -d "$BODY"`, 'computed at run time'],
    ['a variable set twice', `B='{}'\nB='[]'\ncurl u -d "$B"`, 'computed at run time'],
    ['several parts', `curl u -d a=1 -d b=2`, 'it is put together from several parts'],
    ['a form', `curl u -F a=1`, 'it is put together from several parts'],
    ['text', `curl u -d a=1`, 'it is not JSON'],
    ['an outline', `curl u -d '{"a": ...}'`, 'its JSON does not parse: unexpected "..."'],
  ])('knows no body from %s', (_, text, why) => {
    const body = only(text).get('body')!;
    expect([body.kind, body.why?.slice(0, why.length)]).toEqual(['dynamic', why]);
    expect(shell(text).problems).toEqual([]);
  });

  it('sends a form where it says nothing else', () => {
    const types = (text: string) =>
      (only(text).get('headers')!.toValue() as { name: string; value: string }[]).map(({ value }) => value);
    expect(types(`curl u -d '{}'`)).toEqual(['application/x-www-form-urlencoded']);
    expect(types(`curl u --json '{}'`)).toEqual([]);
    expect(types(`curl u -d '{}' -H content-type:application/json`)).toEqual(['application/json']);
    expect(types(`curl u -d '{}' "\${headers[@]}"`)).toEqual(['{{value}}']);
    expect(types(`curl u -d '{}' -H @headers.txt`)).toEqual(['{{value}}']);
  });

  it('holds no request in comments, words and the text of a here-document', () => {
    const text = `# curl a\necho curl b\necho 'curl c'\ncat <<EOF\ncurl d\nEOF\nmycurl e\n`;
    expect(shell(text).roots).toEqual([]);
  });

  it.each([
    [`if ! curl a; then curl b; fi`, ['a', 'b']],
    [`A=1 sudo /usr/bin/curl a && curl b | curl c`, ['a', 'b', 'c']],
    [`x="$(curl a "$(curl b)")" \`curl c\``, ['b', 'a', 'c']],
    [`curl -o x -u a:b --retry 3 a --next -X POST b`, ['a', 'b']],
    [`$ curl a\n{"ok": true}\n$ curl --url b`, ['a', 'b']],
    [`curl a > curl 2>&1 < curl b`, ['a']],
    [`f() { curl a; }; (curl b)`, ['a', 'b']],
  ])('finds the lines for curl in %s', (text, targets) => {
    const requests = requestsOf(text) as { target: string }[];
    expect(requests.map(({ target }) => target)).toEqual(targets);
  });

  it('tells a key that is repeated', () => {
    const { problems } = shell(`curl u -d '{"a":1,\n"a":2}'`);
    expect(problems.map(({ kind, message, at }) => [kind, message, startOf(at), at.path])).toEqual([
      ['duplicate-key', 'the key "a" is repeated (first on line 1); the last one applies', '2:1', 'a'],
    ]);
  });

  it('prints nothing that stands around a variable', () => {
    const body = only(`curl u -d '{"authorization":"Bearer sk-abc'"$REST"'"}'`).get('body')!;
    expect(body.get('authorization')!.why).toBe('computed at run time ($REST)');
  });
});

describe('Markdown', () => {
  const markdown = (text: string) => parseDocument('a.md', 'markdown', text);
  const targets = (text: string) =>
    markdown(text).roots.flatMap((root) =>
      (root.get('requests')?.items() ?? []).map((one) => one.get('target')?.scalar),
    );

  it('holds lines for curl in fenced blocks for a shell', () => {
    const text = `---
name: x
---
curl prose
\`\`\`bash
curl a
\`\`\`
\`\`\`python
curl b
\`\`\`
1. Then
   ~~~~ console
   $ curl c -d @- <<EOF
   {"a": 1}
   EOF
   ~~~~
\`\`\`
curl d
\`\`\`
\`\`\`
not curl e
curl f
\`\`\`
\`\`\`sh
curl never closed
`;
    expect(targets(text)).toEqual(['a', 'c', 'd']);
    const { roots } = markdown(text);
    expect(roots.map(({ document }) => document.format)).toEqual(['markdown', 'shell']);
    const body = roots[1]?.get('requests')?.items()[1]?.get('body');
    expect([body?.toValue(), startOf(body!.get('a')!.at())]).toEqual([{ a: 1 }, '14:10']);
  });

  it('has the comments of its blocks', () => {
    const text = '```sh\n# agent-lint-ignore approval/missing -- x\ncurl a\n```\n';
    expect(markdown(text).comments()).toEqual([
      { text: 'agent-lint-ignore approval/missing -- x', at: { line: 2, column: 1 }, ownLine: true },
    ]);
  });
});

describe('a hostile script', () => {
  const many = 500_000;
  it.each([
    ['open quotes', `curl '${'"'.repeat(many)}`],
    ['open commands', `curl ${'$('.repeat(many)}`],
    ['open commands in here-documents', `curl a\n${'cat <<E\n$(\nE\n'.repeat(many / 10)}`],
    ['here-documents of one line', `curl a ${'<<E '.repeat(many)}\nE\n`],
    ['backquotes', `curl ${'`'.repeat(many)}`],
    ['braces', `curl ${'${'.repeat(many)}`],
    ['backslashes', `curl "${'\\'.repeat(many)}`],
    ['brackets', `curl a -d '${'['.repeat(many)}'`],
    ['words', `curl ${'a '.repeat(many)}`],
    ['options', `curl ${'-d a '.repeat(many)}`],
    ['variables', `${'A=$A\n'.repeat(many / 10)}curl $A`],
    ['escapes', `curl a -d "{${'\\"a\\":1,'.repeat(many / 10)}\\"b\\":2}"`],
  ])('of %s is read in time', (_, text) => {
    shell(text);
    parseDocument('a.md', 'markdown', `\`\`\`sh\n${text}\n\`\`\`\n`);
  });
});
