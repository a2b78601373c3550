import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { rowsOf } from '../../src/dialects/commands/command-table.js';
import { programNamed } from '../../src/dialects/ci/profiles.js';
import type { StepContext } from '../../src/dialects/ci/stated-tools.js';
import { toolsOfProgram } from '../../src/dialects/ci/tools.js';
import { includes, meet } from '../../src/dialects/commands/globs.js';
import { coverageBy, readRule, toolOfRule } from '../../src/dialects/permissions/permission-rules.js';
import { programRow } from '../../src/facts/programs/table.js';
import { isAnsweredByMachine } from '../../src/assess/approval/gates.js';
import { containmentOf, type Place, type Tool, toolsOf, wideReach } from '../../src/model/index.js';
import { readText } from './read-text.js';

const AT = { file: 'a.json', path: '' } as Place;
/** Pairs of entries; the long run makes more. */
const RUNS = Number(process.env.AGENT_LINT_PAIRS ?? 2000);

/** How grave tools that run without approval are: 3 an error, 2 a warning, 1 not known, 0 nothing. */
const gravityOf = (tools: readonly Tool[]): number =>
  Math.max(
    0,
    ...tools.map((tool) => {
      const { effect, openEnded, kind, command, grant } = tool;
      const isWide = (kind === 'shell' && command === undefined) || wideReach(grant) !== undefined;
      if (!isWide && !openEnded && effect.effect !== 'destructive' && effect.effect !== 'outward')
        return effect.effect === 'unknown' ? 1 : 0;
      const isMild = containmentOf(tool) !== undefined || effect.because.from.endsWith('script');
      return isMild || effect.because.from === 'script-name' ? 2 : 3;
    }),
  );

const gravity = (entry: string): number => {
  const rule = readRule(entry);
  return rule ? gravityOf([toolOfRule(rule, AT, { state: 'absent' })]) : 0;
};

const LINES = rowsOf()
  .filter(({ words }) => !words.some((word) => word.includes('*')))
  .map(({ words: [program = '', ...words] }) =>
    [program, words.join(programRow(program)?.colons ? ':' : ' ')].join(' ').trimEnd(),
  );

/** A line of the table, then what a person makes of it: shorter, or with a star inside. */
const pairs = fc
  .record({
    line: fc.constantFrom(...LINES),
    cut: fc.nat(30),
    form: fc.constantFrom('star', 'prefix', 'blank', 'inside', 'folder'),
  })
  .map(({ line, cut, form }): [narrow: string, wide: string] => {
    const at = 1 + (cut % Math.max(1, line.length - 1));
    const head = line.slice(0, at);
    const words = line.split(' ');
    const wide = {
      star: `${head.trimEnd()}*`,
      prefix: `${words.slice(0, 1 + (cut % words.length)).join(' ')}:*`,
      blank: `${words.slice(0, 1 + (cut % words.length)).join(' ')} *`,
      inside: `${line.slice(0, Math.max(1, at - 1)).trimEnd()}*${line.slice(at)}`,
      folder: `/usr/bin/${head.trimEnd()}*`,
    }[form];
    return [`Bash(${form === 'folder' ? '/usr/bin/' : ''}${line}:*)`, `Bash(${wide})`];
  });

/**
 * How a client writes what runs without approval: a file with one entry, and the entries that fit a line. Of those that grow,
 * each covers the one before it; each of the others covers the first.
 */
interface Language {
  file: string;
  state(entry: unknown): object | string;
  /** `at`: where the line is cut. */
  entries(line: string, at: number): { grow: readonly unknown[]; others?: readonly unknown[] };
}

const beginnings = (line: string): string[] =>
  line.split(' ').map((_, index, words) => words.slice(0, words.length - index).join(' '));
const cut = (line: string, at: number): string => line.slice(0, 1 + (at % line.length)).trimEnd();
const starred = (line: string, at: number, form: (glob: string) => string = (glob) => glob) => ({
  grow: [...beginnings(line).map((one) => `${one} *`), '*'].map(form),
  others: [`${cut(line, at)}*`, `${cut(line, at)}*${line.slice(cut(line, at).length + 1)}*`].map(form),
});
const escaped = (text: string): string => text.replaceAll(/[^\w\s]/g, '\\$&');
const colons = (entry: string): string => entry.replace(' ', ':');
/** Expressions for beginnings of a line and for a part of its last word, each with what stands around them. */
const expressions = (line: string, at: number, [before, behind, any]: readonly [string, string, string]) => ({
  grow: [...beginnings(line).map((one) => `${before}${escaped(one)}${behind}`), `${before}.*`],
  others: [`${before}${escaped(cut(line, at))}${any}`],
});
/** Names of tools of a server, from one tool on to all that begin alike, and to wider ones. */
const names = (server: string, wider: readonly string[]) => (line: string, at: number) => {
  const tool = line.replaceAll(/\W+/g, '_');
  const [first = ''] = line.split(/\W/, 1);
  return { grow: [`${server}${tool}`, `${server}${first}${cut(tool.slice(first.length), at)}*`, ...wider] };
};

const LANGUAGES: Readonly<Record<string, Language>> = {
  Codex: {
    file: '.codex/rules/a.rules',
    state: (words) => `prefix_rule(pattern = ${JSON.stringify(words)}, decision = "allow")\n`,
    entries: (line) => ({ grow: beginnings(line).map((one) => one.split(' ')) }),
  },
  'Cursor, command line': {
    file: '.cursor/cli.json',
    state: (entry) => ({ permissions: { allow: [entry] } }),
    entries: (line, at) => starred(line, at, (glob) => `Shell(${colons(glob)})`),
  },
  Cursor: {
    file: '.cursor/permissions.json',
    state: (entry) => ({ terminalAllowlist: [entry] }),
    entries: (line) => ({ grow: beginnings(line).map(colons) }),
  },
  Droid: {
    file: '.factory/settings.json',
    state: (entry) => ({ commandAllowlist: [entry] }),
    entries: (line) => ({ grow: beginnings(line) }),
  },
  'Gemini CLI': {
    file: '.gemini/settings.json',
    state: (entry) => ({ tools: { allowed: [entry] } }),
    entries: (line) => ({
      grow: [...beginnings(line).map((one) => `run_shell_command(${one})`), 'run_shell_command'],
    }),
  },
  opencode: {
    file: 'opencode.json',
    state: (entry) => ({ permission: { bash: { [String(entry)]: 'allow' } } }),
    entries: (line, at) => {
      const { grow, others } = starred(line, at);
      const head = cut(line, at).slice(0, -1);
      return { grow, others: [...others, `${head}?${line.slice(head.length + 1)} *`] };
    },
  },
  'opencode, by rules': {
    file: 'opencode.json',
    state: (resource) => ({ permissions: [{ action: 'shell', resource, effect: 'allow' }] }),
    entries: (line, at) => starred(line, at),
  },
  'VS Code': {
    file: '.vscode/settings.json',
    state: (entry) => ({ 'chat.tools.terminal.autoApprove': { [String(entry)]: true } }),
    entries: (line, at) => ({
      grow: [...beginnings(line), '/^.*/'],
      others: [`/^${escaped(cut(line, at))}/`],
    }),
  },
  Kiro: {
    file: '.kiro/agents/a.json',
    state: (entry) => ({ name: 'a', toolsSettings: { execute_bash: { allowedCommands: [entry] } } }),
    entries: (line, at) => expressions(line, at, ['', ' .*', '.*']),
  },
  Zed: {
    file: 'zed/settings.json',
    state: (pattern) => ({
      agent: { tool_permissions: { tools: { terminal: { always_allow: [{ pattern }] } } } },
    }),
    entries: (line, at) => expressions(line, at, ['^', '\\b', '']),
  },
  Amp: {
    file: '.amp/settings.json',
    state: (cmd) => ({ 'amp.permissions': [{ tool: 'Bash', action: 'allow', matches: { cmd } }] }),
    entries: (line, at) => starred(line, at),
  },
  Auggie: {
    file: '.augment/settings.json',
    state: (shellInputRegex) => ({
      toolPermissions: [{ toolName: 'launch-process', shellInputRegex, permission: { type: 'allow' } }],
    }),
    entries: (line, at) => expressions(line, at, ['^', '\\b.*', '.*']),
  },
  'Claude Code, servers': {
    file: '.claude/settings.json',
    state: (entry) => ({ permissions: { allow: [entry] } }),
    entries: names('mcp__s__', ['mcp__s__*', 'mcp__s']),
  },
  'Kiro, servers': {
    file: '.kiro/agents/a.json',
    state: (entry) => ({ name: 'a', allowedTools: [entry] }),
    entries: names('@s/', ['@s/*', '@s', '*']),
  },
  'Roo Code, servers': {
    file: '.roo/mcp.json',
    state: (entry) => ({
      mcpServers: { s: { type: 'sse', url: 'https://x.example/mcp', alwaysAllow: [entry] } },
    }),
    entries: (line) => ({ grow: [line.replaceAll(/\W+/g, '_'), '*'] }),
  },
  'Cursor, servers': {
    file: '.cursor/permissions.json',
    state: (entry) => ({ mcpAllowlist: [entry] }),
    entries: names('s:', ['s:*', '*:*']),
  },
  'opencode, servers': {
    file: 'opencode.json',
    state: (entry) => ({
      mcp: { s: { type: 'remote', url: 'https://x.example/mcp' } },
      permission: { [String(entry)]: 'allow' },
    }),
    entries: names('s_', ['s_*', '*']),
  },
};

const known = new Map<string, Promise<number>>();

/** How grave an entry of a client is; 1 where it is not read. */
function gravityIn(client: string, entry: unknown): Promise<number> {
  const { file, state } = LANGUAGES[client] as Language;
  const stated = state(entry);
  const text = typeof stated === 'string' ? stated : JSON.stringify(stated);
  const before = known.get(`${client} ${text}`);
  if (before) return before;
  const found = readText(file, text).then(({ systems }) => {
    const tools = systems.flatMap(({ agents }) => agents.flatMap((agent) => toolsOf(agent)));
    const level = gravityOf(tools.filter(isAnsweredByMachine));
    const isWhole = systems.some(({ agents }) =>
      agents.some(({ mode, mcpServers }) => mode?.asks === 'nobody' || mcpServers.some(({ grant }) => grant)),
    );
    if (isWhole) return 3;
    return level === 0 && systems.some(({ unresolved }) => unresolved.length > 0) ? 1 : level;
  });
  known.set(`${client} ${text}`, found);
  return found;
}

const NOTHING_BESIDE: StepContext = {
  variable: () => undefined,
  readBeside: () => undefined,
  ran: () => [],
  isWindows: false,
  isCheckedOut: () => false,
};

/** How grave the tools are that an option of a program lists. */
function gravityOfOption(program: string, option: string, entry: string): number {
  const agent = programNamed(program);
  return agent ? gravityOf(toolsOfProgram({ agent, given: [option, entry] }, AT, NOTHING_BESIDE).tools) : -1;
}

describe('entries of grants by their characters', () => {
  it.each([
    ['claude', '--allowedTools', (line: string) => `Bash(${line}:*)`, 'Bash'],
    ['copilot', '--allow-tool', (line: string) => `shell(${line}:*)`, 'shell'],
    ['gemini', '--allowed-tools', (line: string) => `run_shell_command(${line})`, 'run_shell_command'],
  ])('are never milder than one that they cover, in options of %s', (program, option, form, whole) => {
    const milder = LINES.flatMap((line) => {
      const entries = [...beginnings(line).map(form), whole];
      const levels = entries.map((entry) => gravityOfOption(program, option, entry));
      return levels.some((level, index) => index > 0 && level < (levels[index - 1] ?? 0)) ? [line] : [];
    });
    expect(gravityOfOption(program, option, form('git push'))).toBe(3);
    expect(milder).toEqual([]);
  });

  it('are never milder than one that they cover, in any client', async () => {
    const milder = new Set<string>();
    await fc.assert(
      fc.asyncProperty(
        fc.constantFrom(...LINES),
        fc.constantFrom(...Object.keys(LANGUAGES)),
        fc.nat(30),
        async (line, client, at) => {
          const { grow, others = [] } = (LANGUAGES[client] as Language).entries(line, at);
          const compare = async (narrow: unknown, wide: unknown) => {
            const [least, level] = [await gravityIn(client, narrow), await gravityIn(client, wide)];
            if (level < least && least > 1)
              milder.add(
                `${client}: ${JSON.stringify(wide)} (${String(level)}) covers ${JSON.stringify(narrow)} (${String(least)})`,
              );
          };
          for (const [index, wide] of grow.slice(1).entries()) await compare(grow[index], wide);
          for (const wide of others) await compare(grow[0], wide);
        },
      ),
      { numRuns: RUNS / 2, seed: 46 },
    );
    expect([...milder]).toEqual([]);
  }, 120_000);

  it('are never milder than a command that they cover', () => {
    fc.assert(
      fc.property(pairs, ([narrow, wide]) => {
        const [one, other] = [readRule(narrow), readRule(wide)];
        if (!one || !other || !coverageBy([other])(one)) return;
        expect(gravity(wide), `${wide} covers ${narrow}`).toBeGreaterThanOrEqual(gravity(narrow));
      }),
      { numRuns: RUNS, seed: 46 },
    );
  });

  it.each([
    ['a*c', 'abc', true, true],
    ['a*c', 'a*c', true, true],
    ['a*c', 'ab*', true, false],
    ['*', 'a*', true, true],
    ['a*', '*', true, false],
    ['a*b*c', 'axbxc', true, true],
    ['a*b', 'ac*', true, false],
    ['a*', 'b*', false, false],
    ['*b', 'a*', true, false],
    ['abc', 'abd', false, false],
  ])('meet and include one another: %s, %s', (wide, narrow, meets, isIncluded) => {
    expect([meet(wide, narrow), meet(narrow, wide), includes(wide, narrow)]).toEqual([
      meets,
      meets,
      isIncluded,
    ]);
  });

  it.each([
    ['kube*', 'kubectl delete:*'],
    ['git p*', 'git push:*'],
    ['gi*', 'git push:*'],
    ['git * origin *', 'git push origin main'],
    ['* aws *', 'sudo aws s3 rm x'],
    ['/usr/bin/*', '/usr/bin/rm:*'],
    ['cd app && *', 'cd app && rm:*'],
    ['timeout 5 r*', 'timeout 5 rm:*'],
  ])('`%s` is as grave as `%s`', (wide, narrow) => {
    expect(gravity(`Bash(${wide})`)).toBe(3);
    expect(gravity(`Bash(${narrow})`)).toBeGreaterThan(0);
  });

  it.each([
    'kubectl get*',
    'git log*',
    'ls*',
    'npx tsc*',
    'npm test*',
    'cargo b*',
    'docker ps*',
    '* --version',
  ])('`%s` fits nothing grave', (entry) => {
    expect(gravity(`Bash(${entry})`)).toBe(0);
  });

  it.each(['./scripts/*', 'python scripts/*', 'node tools/*', 'bash scripts/*', 'sh /home/a/b/scripts/*'])(
    '`%s` runs any script of the folder, which is a warning',
    (entry) => {
      expect(gravity(`Bash(${entry})`)).toBe(2);
    },
  );
});
