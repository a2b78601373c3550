import { expect, it } from 'vitest';
import { lintFiles } from '../../rules/lint-files.js';

const SCRIPT = "import { Agent, run } from '@openai/agents';\nconst a = new Agent({ name: 'A' });\n";
const PYTHON = 'from agents import Agent, Runner\na = Agent(name="A")\n';
const HANDS_ON = 'async function ask(agent, text, options) { return run(agent, text, options); }\n';
const HANDS_ONE = 'async function ask(agent, text, maxTurns) { return run(agent, text, { maxTurns }); }\n';
const WITH_LIMIT = `async def ask(agent, text, max_turns=10):
    return await Runner.run(agent, text, max_turns=max_turns)
`;

/** A program whose limit is a field that is nothing by default. */
const limitOf = (imported: string, base: string, given = ''): string =>
  `${PYTHON}${imported}\nclass Limits(${base}):\n    turns: int | None = None\nRunner.run_sync(a, "x", max_turns=Limits(${given}).turns)\n`;

/** Where a limit is taken away, and where it is not assessed whether it is. */
async function limits(file: string, text: string) {
  const { findings, notAssessed } = await lintFiles(
    { [file]: text },
    { only: ['delegation/unbounded-turns'] },
  );
  return {
    removed: findings.map(({ range }) => range.start.line),
    open: notAssessed
      .filter(({ rule }) => rule === 'delegation/unbounded-turns')
      .map(({ at }) => at.range().start.line),
  };
}

it.each([
  [
    'options that a function hands on',
    'a.ts',
    `${SCRIPT}${HANDS_ON}await ask(a, 'x', { maxTurns: null });\n`,
    [4],
  ],
  [
    'the options in one call of two',
    'a.ts',
    `${SCRIPT}${HANDS_ON}await ask(a, 'x', { maxTurns: 3 });\nawait ask(a, 'x', { maxTurns: null });\n`,
    [5],
  ],
  ['a limit that a function hands on', 'a.ts', `${SCRIPT}${HANDS_ONE}await ask(a, 'x', null);\n`, [4]],
  [
    'a limit that a function of Python hands on',
    'a.py',
    `${PYTHON}${WITH_LIMIT}ask(a, "x", max_turns=None)\n`,
    [5],
  ],
  ['the default of a field', 'a.py', limitOf('from pydantic import BaseModel', 'BaseModel'), [6]],
])('a limit is taken away by %s', async (_, file, text, removed) => {
  expect(await limits(file, text)).toEqual({ removed, open: [] });
});

it.each([
  ['its function is called elsewhere', 'a.ts', `${SCRIPT}export ${HANDS_ON}`, [3]],
  [
    'its function hands on all that it is passed',
    'a.ts',
    `${SCRIPT}const ask = (...all) => run(a, ...all);\n`,
    [3],
  ],
  ['it is passed what is computed', 'a.ts', `${SCRIPT}await run(a, 'x', optionsOf(env));\n`, [3]],
  [
    'its limit is a setting',
    'a.py',
    limitOf('from pydantic_settings import BaseSettings', 'BaseSettings'),
    [6],
  ],
  [
    'its limit is a setting (pydantic 1)',
    'a.py',
    limitOf('from pydantic import BaseSettings', 'BaseSettings'),
    [6],
  ],
  [
    'its limit may be among keywords',
    'a.py',
    limitOf('from pydantic import BaseModel', 'BaseModel', '**dict(os.environ)'),
    [6],
  ],
  [
    'the command line gives its limit',
    'a.py',
    `${PYTHON}import click\n@click.command()\n@click.option("--turns", default=None)\ndef main(turns=None):\n    Runner.run_sync(a, "x", max_turns=turns)\nmain()\n`,
    [6],
  ],
])('a run is not assessed where %s', async (_, file, text, open) => {
  expect(await limits(file, text)).toEqual({ removed: [], open });
});

it.each([
  ['no limit', 'a.ts', `${SCRIPT}${HANDS_ONE}await ask(a, 'x', undefined);\n`],
  ['limits alone', 'a.py', `${PYTHON}${WITH_LIMIT}ask(a, "x")\nask(a, "x", max_turns=5)\n`],
])('a run has a limit where its function is passed %s', async (_, file, text) => {
  expect(await limits(file, text)).toEqual({ removed: [], open: [] });
});

it.each([
  ['only an input', `${SCRIPT}const input = inputOf(env);\nawait run(a, input);\n`],
  ['other options', `${SCRIPT}const input = inputOf(env);\nawait run(a, input, { stream: true });\n`],
  ['options by name', `${SCRIPT}const options = { maxTurns: 4 };\nawait run(a, inputOf(env), options);\n`],
  ['nothing as options', `${SCRIPT}await run(a, inputOf(env), undefined);\n`],
])('a run that is given %s has its limit', async (_, text) => {
  expect(await limits('a.ts', text)).toEqual({ removed: [], open: [] });
});
