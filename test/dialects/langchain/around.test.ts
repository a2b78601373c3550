import { expect, it } from 'vitest';
import { lintFiles } from '../../rules/lint-files.js';

const program = (body: string) => `import asyncio
import os
from functools import partial
from langchain.agents import create_agent
from langchain.agents.middleware import wrap_tool_call
from langchain_core.tools import tool
from tenacity import Retrying

SEEN = {}


@tool
def drop_file(path: str) -> str:
    """Deletes a file."""
    os.remove(path)
    return path


@wrap_tool_call
def around(request, handler):
    ${body}


agent = create_agent("m", tools=[drop_file], middleware=[around])
agent.invoke({"messages": []})
`;

/** What middleware does around a call, and whether the tool still runs ungated. */
it.each([
  ['runs it', 'return handler(request)', 'red'],
  ['prints and runs it', 'print(request)\n    return handler(request)', 'red'],
  ['passes it to a package', 'return Retrying(stop=3)(handler, request)', 'red'],
  ['passes it to a thread', 'return asyncio.to_thread(handler, request)', 'red'],
  ['binds it', 'return partial(handler, request)()', 'red'],
  ['runs it in a function', 'return (lambda: handler(request))()', 'red'],
  [
    'runs it again after an error',
    'try:\n        return handler(request)\n    except OSError:\n        return handler(request)',
    'red',
  ],
  [
    'keeps answers',
    'if request.id in SEEN:\n        return SEEN[request.id]\n    SEEN[request.id] = handler(request)\n    return SEEN[request.id]',
    'red',
  ],
  ['asks and runs it', 'input("Go? ")\n    return handler(request)', 'red'],
  ['runs it and asks', 'said = handler(request)\n    input("Go? ")\n    return said', 'red'],
  [
    'runs it for each answer',
    'if input("Go? ") == "yes":\n        return handler(request)\n    return handler(request)',
    'red',
  ],
  [
    'runs it for a yes',
    'if input("Go? ") == "yes":\n        return handler(request)\n    return "no"',
    'met',
  ],
  ['never runs it', 'return "no"', 'met'],
  ['never runs it where it is called', 'if False:\n        return handler(request)\n    return "no"', 'met'],
])('middleware that %s', async (_, body, expected) => {
  const { findings } = await lintFiles({ 'desk.py': program(body) });
  const isRed = findings.some(({ rule, severity }) => rule === 'approval/missing' && severity === 'error');
  expect(isRed ? 'red' : 'met').toBe(expected);
});

/** Middleware with a function for runs that wait and one for runs that are async. */
it.each([
  ['asks in both', 'if input("Go? ") != "yes":\n            return "no"', []],
  ['asks in one', 'print(request)', ['a person is asked only in runs that are async, or only in others']],
])('middleware that %s', async (_, body, expected) => {
  const wrap = (lead: string, name: string, text: string) =>
    `    ${lead}def ${name}(self, request, handler):\n        ${text}\n        return handler(request)\n\n`;
  const ask = 'if input("Go? ") != "yes":\n            return "no"';
  const gate = `class Gate(AgentMiddleware):
${wrap('', 'wrap_tool_call', ask)}${wrap('async ', 'awrap_tool_call', body)}
agent = create_agent("m", tools=[drop_file], middleware=[Gate()])`;
  const text = program('return handler(request)')
    .replace(/^agent = create_agent.*$/m, gate)
    .replace('import wrap_tool_call', 'import AgentMiddleware, wrap_tool_call');
  const { findings, notAssessed } = await lintFiles({ 'desk.py': text });
  const open = notAssessed.filter(({ rule }) => rule === 'approval/missing');
  expect(open.map(({ because }) => because)).toEqual(expected);
  expect(findings.filter(({ rule }) => rule === 'approval/missing')).toEqual([]);
});
