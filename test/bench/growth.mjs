// Measures how the CPU time of one check grows when what is checked is doubled: the entries of a configuration together
// with the files, one list of grants, and what programs are made of.
// usage: node test/bench/growth.mjs [WORDS..] [--times N]
// WORDS: only rows with one of these in their title. `--times N`: each row N times as large, or N may be a part: 0.25.
// It prints seconds of CPU, and the factors by which calls of functions and CPU grow: the calls are counted, and the same at
// every run, but time that one expression or the parser takes is only in the other. It judges nothing.
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { GROWING_PROGRAMS } from './growing-programs.mjs';
import { amount, counted, printRow, seconds, times } from './measure.mjs';

const bin = resolve(import.meta.dirname, '../../dist/agent-lint.cjs');
const ENTRIES = 1_500;
const GRANT_COUNT = 4_000;
const COMMAND_COUNT = 3_000;
const TEXT_LENGTH = 10_000;
const NAME_LENGTH = 20_000;
/** The CPU time at which a check is ended. */
const MOST_SECONDS = 120;
const GOAL = 2.5;
const { positionals, values } = parseArgs({
  allowPositionals: true,
  options: { times: { type: 'string', default: '1' } },
});

const numbers = (count) => Array.from({ length: count }, (_, at) => at);
const json = (value) => `${JSON.stringify(value, null, 1)}\n`;

/** Files of sessions, each with a server of its own. */
const sessions = (count) =>
  Object.fromEntries(
    numbers(count).map((at) => [
      `services/s${at}/a.session.json`,
      json({ agent: { model: 'm', mcp_servers: [{ url: `https://s${at}.example.com/mcp` }] } }),
    ]),
  );

/** What each key of the configuration is measured with: entries that name a file or a folder, one for each file. */
const CONFIGURATIONS = {
  'overrides (folders)': (at) => ({
    overrides: { files: `services/s${at}/**`, rules: { 'tracing/missing': 'warning' } },
  }),
  'overrides (files)': (at) => ({
    overrides: { files: `services/s${at}/a.session.json`, rules: { 'tracing/missing': 'warning' } },
  }),
  attestations: (at) => ({
    attestations: { files: `services/s${at}/**`, controls: { tracing: { sink: 'webhooks' } }, reason: 'r' },
  }),
  ignore: (at) => ({ ignore: { rule: 'tracing/missing', files: `services/s${at}/**`, reason: 'r' } }),
  'servers.allow': (at) => ({ servers: `s${at}.example.com` }),
  exclude: (at) => ({ exclude: `services/s${at}/generated/**` }),
};

function configuration(entryOf, count) {
  const all = numbers(count).map(entryOf);
  const [[key] = []] = all.map(Object.keys);
  const list = all.map((entry) => entry[key]);
  return { 'agent-lint.config.json': json({ [key]: key === 'servers' ? { allow: list } : list }) };
}

const GRANTS = {
  'allowed-tools of one command': (count) => ({
    '.claude/commands/a.md': `---\ndescription: d\nallowed-tools: ${numbers(count)
      .map((at) => `Bash(tool${at} run:*)`)
      .join(', ')}\n---\nDo it.\n`,
  }),
  'allowed-tools that delete': (count) => ({
    '.claude/commands/a.md': `---\ndescription: d\nallowed-tools: ${numbers(count)
      .map((at) => `mcp__s${at}__delete_${at}`)
      .join(', ')}\n---\nDo it.\n`,
  }),
  'permissions.allow': (count) => ({
    '.claude/settings.json': json({
      permissions: { allow: numbers(count).map((at) => `Bash(tool${at} run:*)`) },
    }),
  }),
  'permissions.allow of MCP tools': (count) => ({
    '.claude/settings.json': json({
      permissions: { allow: numbers(count).map((at) => `mcp__s${at % 50}__get_${at}`) },
    }),
  }),
};

/** A hook of a coding agent whose command is one text, many times over. */
const hook = (text) => (count) => ({
  '.claude/settings.json': json({
    hooks: { Stop: [{ hooks: [{ type: 'command', command: text.repeat(count) }] }] },
  }),
});

const COMMANDS = {
  'a hook that downloads': hook('curl -o a https://example.com/a; '),
  'a hook of open brackets': hook('(a '),
  'a hook of substitutions': hook('$(a '),
  'a hook of files of commands': hook('sh <(a) '),
};

/** Characters in Markdown that nobody sees. */
const TEXTS = {
  'characters of no width': (count) => ({
    '.claude/agents/a.md': `---\nname: a\ndescription: d\ntools: Bash\n---\nRead it.${'\u200b'.repeat(count)} Then answer.\n`,
  }),
};

/** Names of a server, for which saved lists of tools are searched, and of a tool. */
const NAMES = {
  'a server named by dashes': (count) => ({
    '.agent-lint/tools/other.json': json({ tools: [] }),
    '.mcp.json': json({ mcpServers: { [`a${'-'.repeat(count)}a`]: { url: 'https://a.example.com/mcp' } } }),
  }),
  'a tool named by underscores': (count) => ({
    '.claude/settings.json': json({ permissions: { allow: [`mcp__${'_'.repeat(count)}a`] } }),
  }),
};

/** What one check of some files uses. */
function usedBy(files) {
  const cwd = mkdtempSync(join(tmpdir(), 'agent-lint-growth-'));
  try {
    for (const [name, text] of Object.entries(files)) {
      mkdirSync(dirname(join(cwd, name)), { recursive: true });
      writeFileSync(join(cwd, name), text);
    }
    const args = [bin, 'check', '--quiet', '--format', 'json', '--output', join(cwd, 'report.json')];
    return counted(args, cwd, { seconds: MOST_SECONDS });
  } finally {
    rmSync(cwd, { recursive: true, force: true });
  }
}

function printGrowth([title, filesOf, count]) {
  const size = Math.round(count * Number(values.times));
  const [once, twice] = [size, 2 * size].map((one) => usedBy(filesOf(one)));
  const sizes = `${amount(size)}, ${amount(2 * size)}`;
  const ended = once.isEnded || twice.isEnded;
  const figures = ended
    ? [`did not end in ${MOST_SECONDS} s`]
    : [
        seconds(once.cpu),
        seconds(twice.cpu),
        `calls ${times(twice.work / once.work)}`,
        `CPU ${times(twice.cpu / once.cpu)}`,
      ];
  printRow(title, [sizes, ...figures], times(GOAL));
}

const ROWS = [
  ...Object.entries(CONFIGURATIONS).map(([title, entryOf]) => [
    title,
    (count) => ({ ...sessions(count), ...configuration(entryOf, count) }),
    ENTRIES,
  ]),
  ...Object.entries(GRANTS).map(([title, filesOf]) => [title, filesOf, GRANT_COUNT]),
  ...Object.entries(COMMANDS).map(([title, filesOf]) => [title, filesOf, COMMAND_COUNT]),
  ...Object.entries(TEXTS).map(([title, filesOf]) => [title, filesOf, TEXT_LENGTH]),
  ...Object.entries(NAMES).map(([title, filesOf]) => [title, filesOf, NAME_LENGTH]),
  ...GROWING_PROGRAMS,
];

console.log('A size and twice that size:');
for (const row of ROWS)
  if (positionals.length === 0 || positionals.some((words) => row[0].includes(words))) printGrowth(row);
