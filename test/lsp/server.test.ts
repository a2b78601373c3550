import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { PassThrough } from 'node:stream';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { describe, expect, it, vi } from 'vitest';
import { lint } from '../../src/index.js';
import { serve } from '../../src/lsp/server.js';
import { folderWith } from '../cli/run-cli.js';
import { CancellationTokenSource } from 'vscode-languageserver/node';
import { openClient, textsAfter } from './client.js';

const TOOLS = `from agents import function_tool
import requests

@function_tool
def issue_refund(charge: str) -> str:
    """Refund a charge é 😀."""
    requests.post("https://pay.example.com/refunds", json={"charge": charge})
    return "done"
`;
const FILES: Record<string, string> = {
  'tools.py': TOOLS,
  'agent.py': `from agents import Agent, Runner
from tools import issue_refund

agent = Agent(name="Shop", tools=[issue_refund])

def main():
    Runner.run_sync(agent, "hi")
`,
  'crlf.agent.yaml':
    'runtime: framework\r\nagent:\r\n  tools:\r\n    - { type: function, name: delete_user }\r\n',
  'agent.agent.json':
    '{ "runtime": "framework", "agent": { "tools": [{ "type": "function", "name": "delete_user" }] } }\n',
};
const LANGUAGES: Record<string, string> = { py: 'python', yaml: 'yaml', json: 'json' };
const languageOf = (name: string): string => LANGUAGES[name.slice(name.lastIndexOf('.') + 1)] ?? '';
const GATED = '@function_tool(needs_approval=True)';
const PULLS = {
  textDocument: { diagnostic: {} },
  workspace: { workspaceEdit: { documentChanges: true, resourceOperations: ['create'] } },
};

/** What a client was asked to watch. */
interface Registered {
  registrations: { registerOptions: { watchers: { globPattern: unknown }[] } }[];
}

/** A client that pulls, with documents of a folder open. */
async function opened(files: Record<string, string>, capabilities: object = PULLS) {
  const root = folderWith(files);
  const client = openClient(root);
  await client.initialize(capabilities);
  await client.notify('initialized', {});
  for (const name of Object.keys(files)) await client.open(name, languageOf(name));
  return { root, client };
}

const codes = (all: readonly { code?: unknown }[]) => all.map(({ code }) => code);

describe('diagnostics', () => {
  it('are those of a check, each with its place, severity, rule and page', async () => {
    const { root, client } = await opened(FILES);
    const { findings } = await lint({ cwd: root });
    expect(new Set(findings.map(({ severity }) => severity)).size).toBeGreaterThan(1);
    let count = 0;
    for (const name of Object.keys(FILES)) {
      const own = findings.filter(({ file, ignored }) => file === name && !ignored);
      count += own.length;
      const found = await client.pull(name);
      expect(
        found.map(({ range, severity, code, source, codeDescription }) => ({
          range,
          severity,
          code,
          source,
          codeDescription,
        })),
      ).toEqual(
        own.map(({ range, severity, rule }) => ({
          range: {
            start: { line: range.start.line - 1, character: range.start.column - 1 },
            end: { line: range.end.line - 1, character: range.end.column - 1 },
          },
          severity: { error: 1, warning: 2, info: 3 }[severity],
          code: rule,
          source: 'agent-lint',
          codeDescription: {
            href: pathToFileURL(join(import.meta.dirname, `../../rules/${rule}.md`)).href,
          },
        })),
      );
      for (const [at, { message }] of found.entries())
        expect(String(message).startsWith(own[at]?.message ?? '?')).toBe(true);
    }
    expect(count).toBe(findings.length);
  });

  it('are pushed to a client that does not pull, with the version, for each open document that an edit reaches', async () => {
    const root = folderWith(FILES);
    const client = openClient(root);
    expect((await client.initialize()).capabilities.diagnosticProvider).toBeUndefined();
    await client.notify('initialized', {});
    const first = Promise.all([client.next('tools.py', 1), client.next('agent.py', 1)]);
    await client.open('tools.py', 'python');
    await client.open('agent.py', 'python');
    const [tools] = await first;
    expect(codes(tools.diagnostics)).toContain('approval/missing');
    const again = client.next('tools.py', 1);
    await client.change('agent.py', 'tools=[issue_refund]', 'tools=[]');
    expect(codes((await again).diagnostics)).not.toContain('approval/missing');
    const empty = client.next('tools.py');
    await client.close('tools.py');
    expect((await empty).diagnostics).toEqual([]);
    expect(
      client.published.every(({ uri }) => uri === client.uri('tools.py') || uri === client.uri('agent.py')),
    ).toBe(true);
  });

  it('come back right after many edits, the last of which counts', async () => {
    const { client } = await opened(FILES);
    setFlagsFromString('--expose-gc');
    const collect = runInNewContext('gc') as () => void;
    let before = 0;
    for (let round = 0; round < 500; round++) {
      await client.change('tools.py', '@function_tool\n', `${GATED}\n`);
      await client.change('tools.py', `${GATED}\n`, '@function_tool\n');
      if (round % 10 === 0) expect(codes(await client.pull('tools.py'))).toContain('approval/missing');
      if (round !== 100) continue;
      collect();
      before = process.memoryUsage().heapUsed;
    }
    expect(codes(await client.pull('tools.py'))).toContain('approval/missing');
    collect();
    expect((process.memoryUsage().heapUsed - before) / 1024 ** 2).toBeLessThan(20);
    await client.change('tools.py', '@function_tool\n', `${GATED}\n`);
    expect(codes(await client.pull('tools.py'))).not.toContain('approval/missing');
  });

  it('of 50 questions at once are those of one', async () => {
    const { client } = await opened(FILES);
    const names = Object.keys(FILES);
    const asks = [
      (name: string) => client.pull(name),
      (name: string) => client.actions(name),
      (name: string) => client.hover(name, 0, 5),
    ];
    const all = await Promise.all(
      Array.from({ length: 50 }, (_, at) => asks[at % asks.length]?.(names[at % names.length] ?? '')),
    );
    for (const [at, answer] of all.entries())
      expect(answer).toEqual(await asks[at % asks.length]?.(names[at % names.length] ?? ''));
  });

  it('that are not wanted any more are refused at once, and the next are as always', async () => {
    const { client } = await opened(FILES);
    await client.change('tools.py', '@function_tool\n', `${GATED}\n`);
    const cancelled = Array.from({ length: 50 }, (_, at) => {
      const source = new CancellationTokenSource();
      const asked = client.connection.sendRequest(
        'textDocument/diagnostic',
        { textDocument: { uri: client.uri(Object.keys(FILES)[at % 4] ?? '') } },
        source.token,
      );
      source.cancel();
      return asked.catch(({ code }: { code: number }) => code);
    });
    expect(new Set(await Promise.all(cancelled))).toEqual(new Set([-32800]));
    expect(codes(await client.pull('tools.py'))).not.toContain('approval/missing');
    expect(codes(await client.pull('agent.agent.json'))).toContain('approval/missing');
  });

  it('of a buffer of 2 MB are those of a check of its text', async () => {
    const { root, client } = await opened(FILES);
    const comment = `# ${'x'.repeat(97)}\n`.repeat(20_000);
    await client.change('tools.py', 'from agents', `${comment}from agents`);
    const { findings } = await lint({ cwd: root, overlay: { 'tools.py': client.textOf('tools.py') } });
    const own = findings.filter(({ file }) => file === 'tools.py');
    expect(codes(await client.pull('tools.py'))).toEqual(own.map(({ rule }) => rule));
    await client.change('tools.py', comment, '');
    expect(codes(await client.pull('tools.py'))).toContain('approval/missing');
  });

  it('follow a save where the client asks for that', async () => {
    const client = openClient(folderWith(FILES));
    await client.initialize(PULLS, { initializationOptions: { run: 'onSave' } });
    await client.open('tools.py', 'python');
    expect(codes(await client.pull('tools.py'))).toContain('approval/missing');
    await client.change('tools.py', '@function_tool\n', `${GATED}\n`);
    expect(codes(await client.pull('tools.py'))).toContain('approval/missing');
    await client.notify('textDocument/didSave', { textDocument: { uri: client.uri('tools.py') } });
    expect(codes(await client.pull('tools.py'))).not.toContain('approval/missing');
    await client.notify('workspace/didChangeConfiguration', { settings: { agentLint: { run: 'onType' } } });
    await client.change('tools.py', `${GATED}\n`, '@function_tool\n');
    expect(codes(await client.pull('tools.py'))).toContain('approval/missing');
  });

  it.each([['opening'], ['closing']])(
    'show no text that is not saved after %s another document',
    async (act) => {
      const client = openClient(folderWith(FILES));
      await client.initialize(PULLS, { initializationOptions: { run: 'onSave' } });
      await client.open('tools.py', 'python');
      if (act === 'closing') await client.open('agent.py', 'python');
      await client.change('tools.py', '@function_tool\n', `${GATED}\n`);
      expect(await client.actions('tools.py')).toBeNull();
      await (act === 'opening' ? client.open('agent.py', 'python') : client.close('agent.py'));
      expect(codes(await client.pull('tools.py'))).toContain('approval/missing');
    },
  );

  it('are asked for once after many files changed on disk', async () => {
    const workspace = { ...PULLS.workspace, diagnostics: { refreshSupport: true } };
    const { client } = await opened(FILES, { ...PULLS, workspace });
    const refreshes = () => client.asked.filter(({ method }) => method === 'workspace/diagnostic/refresh');
    for (let round = 0; round < 50; round++)
      await client.notify('workspace/didChangeWatchedFiles', { changes: [] });
    await vi.waitFor(() => expect(refreshes()).not.toEqual([]), { timeout: 5000 });
    await client.pull('tools.py');
    expect(refreshes()).toHaveLength(1);
  });

  it('follow a configuration that is in no folder of the client', async () => {
    const root = folderWith({
      'agent-lint.config.yaml': 'extends: ./base.yaml\n',
      'base.yaml': '{}\n',
      'app/tools.py': TOOLS,
      '.git/HEAD': 'ref: refs/heads/main\n',
    });
    const client = openClient(join(root, 'app'));
    const didChangeWatchedFiles = { dynamicRegistration: true, relativePatternSupport: true };
    await client.initialize({ ...PULLS, workspace: { didChangeWatchedFiles } });
    await client.notify('initialized', {});
    await client.open('tools.py', 'python');
    await client.pull('tools.py');
    const watchers = () => client.asked.map(({ params }) => (params as Registered).registrations[0]);
    const baseUri = pathToFileURL(root).href;
    await vi.waitFor(() =>
      expect(watchers().map((one) => one?.registerOptions.watchers[0]?.globPattern)).toEqual([
        '**/*',
        { baseUri, pattern: 'base.yaml' },
        { baseUri, pattern: 'agent-lint.config.yaml' },
      ]),
    );
  });

  it.each([
    ['a configuration', 'agent-lint.config.yaml', 'rules: { approval/missing: off }\n'],
    ['a file that is not open', 'tools.py', TOOLS.replace('@function_tool', GATED)],
  ])('follow %s on disk', async (_, name, text) => {
    const { root, client } = await opened({ 'agent.py': FILES['agent.py'] ?? '' }, PULLS);
    writeFileSync(join(root, 'tools.py'), TOOLS);
    await client.notify('workspace/didChangeWatchedFiles', { changes: [] });
    await client.open('tools.py', 'python');
    expect(codes(await client.pull('tools.py'))).toContain('approval/missing');
    if (name === 'tools.py') await client.close('tools.py');
    writeFileSync(join(root, name), text);
    await client.notify('workspace/didChangeWatchedFiles', { changes: [] });
    if (name === 'tools.py') await client.open('tools.py', 'python');
    expect(codes(await client.pull('tools.py'))).not.toContain('approval/missing');
  });

  it('say what is wrong with the configuration, where it is open', async () => {
    const { client } = await opened({
      ...FILES,
      'agent-lint.config.yaml': 'rules: { approval/mising: off }\n',
    });
    const [problem, ...others] = await client.pull('agent-lint.config.yaml');
    expect(others).toEqual([]);
    expect(problem).toMatchObject({ severity: 1, range: { start: { line: 0, character: 9 } } });
    expect(problem?.message).toContain('approval/missing');
    expect(await client.pull('tools.py')).toEqual([]);
    await client.change('agent-lint.config.yaml', 'approval/mising', 'approval/misin');
    expect(await client.pull('tools.py')).toEqual([]);
    expect(client.shown).toEqual([
      expect.stringContaining('agent-lint.config.yaml:1: Unknown rule `approval/mising`'),
    ]);
  });

  it('fade what the baseline accepts, where a client asks for it', async () => {
    const root = folderWith(FILES);
    const { findings } = await lint({ cwd: root });
    const [finding] = findings.filter(({ rule }) => rule === 'approval/missing');
    const entry = {
      fingerprint: finding?.fingerprint,
      rule: finding?.rule,
      file: finding?.file,
      path: finding?.path,
    };
    writeFileSync(
      join(root, 'agent-lint-baseline.json'),
      JSON.stringify({
        schema: 'agent-lint/baseline@1',
        tool: '0.1.0',
        entries: [{ ...entry, since: '2026-01-01' }],
      }),
    );
    const name = finding?.file ?? '';
    for (const showBaselined of [false, true]) {
      const client = openClient(root);
      await client.initialize(PULLS, { initializationOptions: { showBaselined } });
      await client.open(name, languageOf(name));
      const faded = (await client.pull(name)).filter(({ code }) => code === 'approval/missing');
      expect(faded).toHaveLength(showBaselined ? 1 : 0);
      for (const one of faded) expect(one).toMatchObject({ severity: 4, tags: [1] });
    }
  });
});

describe('documents of no folder', () => {
  it.each([
    ['a file outside of every folder', (folder: string) => pathToFileURL(join(folder, 'tools.py')).href],
    ['one that is saved nowhere', () => 'untitled:Untitled-1'],
  ])('%s', async (_, uriIn) => {
    const client = openClient(folderWith({}));
    await client.initialize(PULLS, { rootUri: null });
    const uri = uriIn(folderWith({}));
    const text = `${TOOLS}from agents import Agent\nagent = Agent(name="A", tools=[issue_refund])\n`;
    await client.open(uri, 'python', text);
    const missing = (await client.pull(uri)).find(({ code }) => code === 'approval/missing');
    expect(missing?.relatedInformation?.map(({ location }) => location.uri)).toEqual([uri]);
    await client.change(uri, '@function_tool\n', `${GATED}\n`);
    expect(codes(await client.pull(uri))).not.toContain('approval/missing');
  });

  it.each([
    ['untitled:/no/a/x.py', 'untitled:/no/b/x.py'],
    ['untitled:a/x.py', 'untitled:b/x.py'],
    ['untitled:../../x', 'untitled:y'],
  ])('%s is another file than %s', async (one, other) => {
    const client = openClient(folderWith({}));
    await client.initialize(PULLS, { rootUri: null });
    await client.open(
      one,
      'python',
      `${TOOLS}from agents import Agent\nagent = Agent(name="A", tools=[issue_refund])\n`,
    );
    await client.open(other, 'python', 'print("hi")\n');
    expect(codes(await client.pull(one))).toContain('approval/missing');
    expect(await client.pull(other)).toEqual([]);
  });

  it('create no configuration in a folder that does not exist', async () => {
    const client = openClient(folderWith({}));
    await client.initialize(PULLS, { rootUri: null });
    await client.open('untitled:x.agent.json', 'json', FILES['agent.agent.json']);
    const actions = (await client.actions('untitled:x.agent.json')) ?? [];
    expect(actions.length).toBeGreaterThan(0);
    expect(actions.filter(({ command }) => command)).toEqual([]);
  });

  it.each([['git:/x.py'], ['vscode-notebook-cell:/a'], ['nonsense:x'], ['file://']])(
    '%s has no diagnostics',
    async (uri) => {
      const { client } = await opened({ 'agent.py': FILES['agent.py'] ?? '' });
      await client.open(uri, 'python', TOOLS);
      expect(await client.pull(uri)).toEqual([]);
      expect(await client.actions(uri)).toBeNull();
    },
  );
});

describe('a notebook', () => {
  const cell = (at: number) => `vscode-notebook-cell:/n.ipynb#${at}`;
  const CELLS = [
    { kind: 1, language: 'markdown', text: '# "Refunds" é' },
    { kind: 2, language: 'python', text: 'from agents import Agent, function_tool\nimport requests\n' },
    {
      kind: 2,
      language: 'python',
      text: '@function_tool\ndef issue_refund(charge: str, note: str = "é\\"\t😀"):\n    """Refund a charge."""\n    requests.post("https://pay.example.com/refunds", json={"charge": charge})\n',
    },
    { kind: 2, language: 'python', text: 'agent = Agent(name="Shop", tools=[issue_refund])' },
  ];

  it('has its findings, fixes and words in its cells', async () => {
    const root = folderWith({ 'n.ipynb': '{"cells":[],"metadata":{},"nbformat":4,"nbformat_minor":5}' });
    const client = openClient(root);
    const { capabilities } = await client.initialize(PULLS);
    expect(capabilities.notebookDocumentSync).toBeDefined();
    await client.notify('notebookDocument/didOpen', {
      notebookDocument: {
        uri: client.uri('n.ipynb'),
        notebookType: 'jupyter-notebook',
        version: 1,
        cells: CELLS.map(({ kind }, at) => ({ kind, document: cell(at) })),
      },
      cellTextDocuments: CELLS.map(({ language, text }, at) => ({
        uri: cell(at),
        languageId: language,
        version: 1,
        text,
      })),
    });
    expect(codes(await client.pull(cell(1)))).not.toContain('approval/missing');
    const missing = (await client.pull(cell(2))).find(({ code }) => code === 'approval/missing');
    expect(missing?.range).toEqual({ start: { line: 1, character: 4 }, end: { line: 1, character: 16 } });
    expect(String(missing?.message)).toMatch(/^Cell 3, line 2: .* at n\.ipynb, cell 3, line 4\)\. /);
    expect(missing?.relatedInformation?.[0]?.message).toMatch(/^Cell 3, line 4: /);
    expect(missing?.relatedInformation?.map(({ location }) => location)).toEqual([
      { uri: cell(2), range: { start: { line: 3, character: 4 }, end: { line: 3, character: 17 } } },
    ]);
    const gate = ((await client.actions(cell(2), missing)) ?? []).find(({ title }) =>
      title.includes('needs_approval'),
    );
    const texts = gate ? textsAfter(gate, () => CELLS[2]?.text ?? '') : new Map<string, string>();
    expect([...texts.keys()]).toEqual([cell(2)]);
    expect(texts.get(cell(2))).toBe(
      CELLS[2]?.text.replace('@function_tool', '@function_tool(needs_approval=True)'),
    );
    const hover = await client.request<{ contents: { value: string } } | null>('textDocument/hover', {
      textDocument: { uri: cell(3) },
      position: { line: 0, character: 10 },
    });
    expect(hover?.contents.value).toContain('**agent** `Shop`');
    await client.notify('notebookDocument/didChange', {
      notebookDocument: { uri: client.uri('n.ipynb'), version: 2 },
      change: {
        cells: {
          textContent: [
            { document: { uri: cell(2), version: 2 }, changes: [{ text: texts.get(cell(2)) ?? '' }] },
          ],
        },
      },
    });
    expect(codes(await client.pull(cell(2)))).not.toContain('approval/missing');
    await client.notify('notebookDocument/didClose', {
      notebookDocument: { uri: client.uri('n.ipynb') },
      cellTextDocuments: CELLS.map((_, at) => ({ uri: cell(at) })),
    });
    expect(await client.pull(cell(2))).toEqual([]);
  });
});

describe('code actions', () => {
  it('make each fix and the ignore; what they write clears the finding, or asks for the reason', async () => {
    const { root, client } = await opened(FILES);
    const { findings } = await lint({ cwd: root });
    let clearing = 0;
    for (const name of Object.keys(FILES))
      for (const finding of findings.filter(({ file }) => file === name)) {
        const diagnostic = (await client.pull(name)).find(
          ({ data }) => (data as { fingerprint: string }).fingerprint === finding.fingerprint,
        );
        const actions = (await client.actions(name, diagnostic)) ?? [];
        const own = actions.filter(
          ({ kind, diagnostics }) => kind === 'quickfix' && diagnostics?.[0]?.code === finding.rule,
        );
        expect(own.map(({ title }) => title)).toEqual(
          expect.arrayContaining(finding.fixes.map(({ title }) => title)),
        );
        for (const action of own) {
          const isIgnore = action.command !== undefined;
          const texts = textsAfter(action, (uri) => {
            try {
              return readFileSync(fileURLToPath(uri), 'utf8');
            } catch {
              return '';
            }
          });
          const overlay = Object.fromEntries([...texts].map(([uri, text]) => [fileURLToPath(uri), text]));
          const after = await lint({ cwd: root, overlay });
          const left = after.findings.filter(
            ({ rule, file, ignored }) => rule === finding.rule && file === finding.file && !ignored,
          );
          if (!isIgnore) clearing++;
          const rules = after.findings.map(({ rule }) => rule);
          expect(rules, action.title).not.toContain('file/syntax');
          if (!isIgnore) continue;
          expect(rules, action.title).toContain('config/ignore-without-reason');
          expect(left).not.toEqual([]);
          const reasoned = Object.fromEntries(
            Object.entries(overlay).map(([file, text]) => [file, withReason(action, file, text)]),
          );
          const done = await lint({ cwd: root, overlay: reasoned });
          expect(
            done.findings.find(({ fingerprint }) => fingerprint === finding.fingerprint)?.ignored?.reason,
            action.title,
          ).toBe('accepted');
        }
      }
    expect(clearing).toBeGreaterThan(3);
  });

  it('are edits of addresses alone for a client that announces no more, also of a configuration that is new', async () => {
    const { client } = await opened(FILES, { textDocument: { diagnostic: {} } });
    const actions = [
      ...((await client.actions('tools.py')) ?? []),
      ...((await client.actions('agent.agent.json')) ?? []),
    ];
    expect(actions.length).toBeGreaterThan(2);
    for (const { edit } of actions) expect(Object.keys(edit ?? {})).toEqual(['changes']);
    const config = actions.flatMap(({ edit }) =>
      Object.entries(edit?.changes ?? {}).flatMap(([uri, edits]) => (uri.includes('config') ? edits : [])),
    );
    expect(config[0]?.newText).toContain('ignore:');
  });

  it('make all safe fixes of a document at once', async () => {
    const safe = 'requirments: { residency: [eu] }\nruntime: framework\nagent: { tools: [] }\n';
    const { client } = await opened({ 'a.agent.yaml': safe });
    const [action] = ((await client.actions('a.agent.yaml')) ?? []).filter(
      ({ kind }) => kind === 'source.fixAll.agent-lint',
    );
    const texts = action ? [...textsAfter(action, () => safe).values()] : [];
    expect(texts).toEqual([safe.replace('requirments', 'requirements')]);
  });

  it('show where the reason goes', async () => {
    const root = folderWith(FILES);
    const client = openClient(root);
    await client.initialize({ ...PULLS, window: { showDocument: { support: true } } });
    await client.open('tools.py', 'python');
    const ignore = ((await client.actions('tools.py')) ?? []).find(({ command }) => command);
    await client.request('workspace/executeCommand', ignore?.command ?? {});
    expect(client.asked).toEqual([
      {
        method: 'window/showDocument',
        params: expect.objectContaining({
          uri: client.uri('tools.py'),
          selection: expect.objectContaining({ start: { line: 4, character: 40 } }) as unknown,
        }) as unknown,
      },
    ]);
  });
});

/** Writes a reason where an action says that it goes. */
function withReason(
  { command }: { command?: { arguments?: unknown[] } },
  file: string,
  text: string,
): string {
  const [uri, at] = (command?.arguments ?? []) as [string, { line: number; character: number }];
  if (fileURLToPath(uri) !== file) return text;
  const lines = text.split('\n');
  const line = lines[at.line] ?? '';
  lines[at.line] = `${line.slice(0, at.character)}accepted${line.slice(at.character)}`;
  return lines.join('\n');
}

it('shows what is known of a tool and an agent', async () => {
  const { client } = await opened(FILES);
  const hover = (name: string, word: string) => {
    const before = client.textOf(name).split(word)[0]?.split('\n') ?? [];
    return client.hover(name, before.length - 1, before.at(-1)?.length ?? 0);
  };
  expect((await hover('tools.py', 'issue_refund'))?.contents.value).toMatch(
    /^\*\*tool\*\* `issue_refund` {2}\neffect: outward \(its body, which runs `requests\.post\(.*`.*; high confidence\) {2}\napproval: not stated/,
  );
  expect((await hover('agent.py', 'Agent(name'))?.contents.value).toContain('**agent** `Shop`');
  expect(await hover('agent.py', 'def main')).toBeNull();
  const lenses = await client.request<{ command: { title: string } }[]>('textDocument/codeLens', {
    textDocument: { uri: client.uri('agent.py') },
  });
  expect(lenses.map(({ command }) => command.title)).toEqual(['1 tool, 1 without approval']);
  await client.change('tools.py', '@function_tool\n', `${GATED}\n`);
  const order: string[] = [];
  await Promise.all([
    client.pull('agent.py').then(() => order.push('check')),
    hover('agent.py', 'Agent(name').then(() => order.push('hover')),
  ]);
  expect(order).toEqual(['hover', 'check']);
  await client.close('tools.py');
  expect(await hover('tools.py', 'issue_refund')).toBeNull();
});

describe('bad input', () => {
  it('answers requests too early and unknown ones, and nothing to unknown notifications', async () => {
    const client = openClient(folderWith({}));
    const codeOf = (method: string) =>
      client.request(method, {}).then(
        () => undefined,
        ({ code }: { code: number }) => code,
      );
    expect(await codeOf('textDocument/hover')).toBe(-32002);
    expect(await codeOf('made/up')).toBe(-32002);
    await client.notify('textDocument/didOpen', {});
    await client.initialize();
    expect(await codeOf('made/up')).toBe(-32601);
    expect(await codeOf('initialize')).toBe(-32600);
    await client.notify('made/up', {});
    expect(await client.request('shutdown', undefined)).toBeNull();
    expect(await codeOf('textDocument/hover')).toBe(-32600);
    expect(await codeOf('initialize')).toBe(-32600);
    await client.notify('exit');
    expect(await client.status).toBe(0);
  });

  it.each([
    ['textDocument/hover', null, '`params` has to be an object, not `null`.'],
    ['textDocument/hover', {}, '`params.textDocument` is missing.'],
    [
      'textDocument/diagnostic',
      { textDocument: { uri: 5 } },
      '`params.textDocument.uri` has to be a string, not `5`.',
    ],
    [
      'textDocument/codeAction',
      { textDocument: { uri: 'file:///x' }, range: null },
      '`params.range` has to be an object, not `null`.',
    ],
    ['textDocument/codeLens', 'x', '`params` has to be an object, not `"x"`.'],
    ['workspace/executeCommand', [], '`params` has to be an object, not `[]`.'],
  ])('says what is wrong with the parameters of %s: %j', async (method, params, words) => {
    const client = openClient(folderWith({}));
    await client.initialize();
    const body = JSON.stringify({ jsonrpc: '2.0', id: 77, method, params });
    let answers = '';
    client.fromServer.on('data', (data: Buffer) => {
      answers += data.toString('utf8');
    });
    const told = vi.spyOn(console, 'error').mockImplementation(() => undefined);
    for (const change of ['textDocument/didOpen', 'notebookDocument/didOpen', 'textDocument/didClose'])
      await client.notify(change, params ?? {});
    client.toServer.write(`Content-Length: ${body.length}\r\n\r\n${body}`);
    await client.request('shutdown', undefined);
    expect(answers).toContain(JSON.stringify({ code: -32602, message: `\`${method}\`: ${words}` }));
    expect(told).not.toHaveBeenCalled();
    told.mockRestore();
  });

  it.each([
    ['a cancellation of nothing', '"method":"$/cancelRequest"'],
    ['one without id', '"method":"$/cancelRequest","params":{}'],
    ['one of null', '"method":"$/cancelRequest","params":{"id":null}'],
  ])('goes on after %s', async (_, fields) => {
    const client = openClient(folderWith({}));
    await client.initialize();
    const body = `{"jsonrpc":"2.0",${fields}}`;
    client.toServer.write(`Content-Length: ${body.length}\r\n\r\n${body}`);
    await client.request('shutdown', undefined);
    await client.notify('exit');
    expect(await client.status).toBe(0);
  });

  it.each([
    ['an exit without shutdown', 'Content-Length: 33\r\n\r\n{"jsonrpc":"2.0","method":"exit"}'],
    ['a header without length', 'Content-Type: x\r\n\r\n{}'],
    ['garbage', 'garbage\r\n\r\n'],
    ['the end', ''],
  ])('ends after %s', async (_, text) => {
    const [input, output] = [new PassThrough(), new PassThrough()];
    const status = serve(input, output);
    input.write(text);
    if (text === '') input.end();
    expect(await status).toBe(1);
  });
});
