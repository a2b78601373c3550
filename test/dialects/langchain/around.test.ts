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

/** Middleware that asks nobody, and whether the tool still runs ungated. */
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
  ['never runs it', 'return "no"', 'met'],
  ['never runs it where it is called', 'if False:\n        return handler(request)\n    return "no"', 'met'],
])('middleware that %s', async (_, body, expected) => {
  const { findings } = await lintFiles({ 'desk.py': program(body) });
  const isRed = findings.some(({ rule, severity }) => rule === 'approval/missing' && severity === 'error');
  expect(isRed ? 'red' : 'met').toBe(expected);
});
