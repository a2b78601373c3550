import { describe, expect, it } from 'vitest';
import { lintFiles } from '../rules/lint-files.js';

const HEADERS = `const headers = { 'Content-Type': 'application/json', 'OpenAI-Beta': 'agents=v1' };\n`;
const HOST = 'https://api.openai.com/v1';
const post = (url: string, body: string, headers = 'headers') =>
  `export const sent = (id, text, body) => fetch(\`${url}\`, { method: 'POST', headers${headers === 'headers' ? '' : `: ${headers}`}, body: JSON.stringify(${body}) });\n`;
const PLAIN = `{ 'Content-Type': 'application/json' }`;

const systemsOf = async (file: string, text: string) => (await lintFiles({ [file]: text })).systems.length;

describe('a request beside the creation of a session', () => {
  it.each([
    [
      'gives a session its task',
      post(`${HOST}/agents/sessions/\${id}/events`, '{ events: [{ input: text }] }'),
    ],
    ['gives a session what it is passed', post(`${HOST}/agents/sessions/\${id}/events`, 'body')],
    ['stores an agent', post(`${HOST}/agents`, `{ model: 'm', name: text, tools: [{ type: 'shell' }] }`)],
    ['stores a template', post(`${HOST}/agents/environments/templates`, '{ name: text }')],
  ])('%s with the same header, and creates none', async (_, text) => {
    expect(await systemsOf('a.ts', HEADERS + text)).toBe(0);
  });

  it.each([
    ['other keys', post('/api/agents/sessions', '{ backend: id, repo: body, prompt: text }', PLAIN)],
    ['the name of an agent', post('/v1/agents/sessions', `{ agent: 'coder', prompt: text }`, PLAIN)],
    ['an agent of its own', post('/v1/agents/sessions', '{ agent: { id, label: text } }', PLAIN)],
    ['what it is passed', post('/api/agents/sessions', 'body', PLAIN)],
    ['an agent that it is passed', post('/api/agents/sessions', '{ agent: id, prompt: text }', PLAIN)],
  ])('has %s in its body, in a project whose own path ends alike', async (_, text) => {
    expect(await systemsOf('a.ts', text)).toBe(0);
  });

  it.each([
    ['a body of the project', `-d '{"agent":"coder","prompt":"x"}'`],
    ['a body that is filled in', '-d "$BODY"'],
    ['a file', '-d @body.json'],
  ])('is written for curl with %s', async (_, data) => {
    const line = `curl -X POST http://localhost:3000/api/agents/sessions -H "Content-Type: application/json" ${data}\n`;
    expect(await systemsOf('a.sh', line)).toBe(0);
  });
});

describe('a request that creates a session', () => {
  it.each([
    ['a body that it is passed', post(`${HOST}/agents/sessions`, 'body', PLAIN)],
    ['an agent that it is passed', post(`${HOST}/agents/sessions`, '{ agent: body, input: text }', PLAIN)],
    [
      'an agent that is stored',
      post(`${HOST}/agents/sessions`, `{ agent_id: id, environment: { type: 'hosted' } }`, PLAIN),
    ],
    [
      'a payload at a path that ends alike',
      post('/proxy/agents/sessions', `{ agent: { model: 'm' }, environment: { type: 'hosted' } }`, PLAIN),
    ],
  ])('is judged for its header with %s', async (_, text) => {
    const { findings } = await lintFiles({ 'a.ts': text });
    expect(findings.map(({ rule }) => rule)).toContain('session/beta-header');
  });

  it('is recognised by its header where its path is wrong', async () => {
    const text =
      HEADERS + post(`${HOST}/sessions`, `{ agent: { model: 'm' }, environment: { type: 'hosted' } }`);
    const { findings } = await lintFiles({ 'a.ts': text });
    expect(findings.filter(({ rule }) => rule === 'session/request')).toHaveLength(1);
  });

  it('is recognised by path and header where nobody can read its body', async () => {
    expect(await systemsOf('a.ts', HEADERS + post('/proxy/agents/sessions', 'body'))).toBe(1);
  });
});
