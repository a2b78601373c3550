// What an editor waits for: the first diagnostics of a project, an edit, many edits, and a finding of `check --watch` after saving.
import { spawn, spawnSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { pathToFileURL } from 'node:url';
import {
  createMessageConnection,
  StreamMessageReader,
  StreamMessageWriter,
} from 'vscode-languageserver/node';
import { median, mib, ms, printRow, times } from './measure.mjs';
import { agentPrograms, application, JSON_AGENT } from './programs.mjs';

const WATCHES = { dynamicRegistration: true, relativePatternSupport: true };
const CAPABILITIES = { textDocument: { diagnostic: {} }, workspace: { didChangeWatchedFiles: WATCHES } };

/** Prints the memory in use at each signal. */
const MEMORY = `process.on('SIGUSR2', () => {
  gc();
  const { heapUsed, external } = process.memoryUsage();
  process.stderr.write(\`\${heapUsed + external}\\n\`);
});
`;

const timeOf = async (run) => {
  const start = performance.now();
  await run();
  return performance.now() - start;
};

/** Starts the server for a folder, as a client that pulls diagnostics and watches files. */
async function openServer(folder, { bin, nodeOptions = [] }) {
  const child = spawn(process.execPath, [...nodeOptions, bin, 'lsp'], { stdio: 'pipe' });
  const connection = createMessageConnection(
    new StreamMessageReader(child.stdout),
    new StreamMessageWriter(child.stdin),
  );
  connection.onRequest(() => null);
  connection.listen();
  const rootUri = pathToFileURL(folder).href;
  await connection.sendRequest('initialize', { processId: null, rootUri, capabilities: CAPABILITIES });
  await connection.sendNotification('initialized', {});
  return {
    child,
    async open(name, languageId) {
      const uri = pathToFileURL(join(folder, name)).href;
      const text = readFileSync(join(folder, name), 'utf8');
      let version = 1;
      await connection.sendNotification('textDocument/didOpen', {
        textDocument: { uri, languageId, version, text },
      });
      return {
        text,
        pull: () => connection.sendRequest('textDocument/diagnostic', { textDocument: { uri } }),
        set: (changed) =>
          connection.sendNotification('textDocument/didChange', {
            textDocument: { uri, version: ++version },
            contentChanges: [{ text: changed }],
          }),
      };
    },
    async end() {
      await connection.sendRequest('shutdown');
      await connection.sendNotification('exit');
      connection.dispose();
    },
  };
}

/** The first diagnostics of a file, from the start of the server on. */
const firstOf = (folder, { name, languageId }, to) =>
  timeOf(async () => {
    const server = await openServer(folder, to);
    await (await server.open(name, languageId)).pull();
    await server.end();
  });

/** The time from an edit of a file to its diagnostics. */
async function editsOf(folder, { name, languageId, edited }, to) {
  const server = await openServer(folder, to);
  const document = await server.open(name, languageId);
  await document.pull();
  const found = [];
  for (let edit = 0; edit < 3 * to.runs; edit++)
    found.push(
      await timeOf(async () => {
        await document.set(edited(document.text, edit));
        await document.pull();
      }),
    );
  await server.end();
  return median(found);
}

/** A thousand edits in a minute, after a tenth of them: how long the last one takes, and by how much the memory grows. */
async function manyEdits(folder, { name, languageId, edited }, to) {
  const note = join(to.folder, 'memory.cjs');
  writeFileSync(note, MEMORY);
  const server = await openServer(folder, { ...to, nodeOptions: ['--expose-gc', '--require', note] });
  const memory = () =>
    new Promise((done) => {
      server.child.stderr.once('data', (text) => done(Number(text)));
      server.child.kill('SIGUSR2');
    });
  const document = await server.open(name, languageId);
  await document.pull();
  const edits = async (count) => {
    for (let edit = 0; edit < count; edit++) {
      await document.set(edited(document.text, edit));
      document.pull().catch(() => undefined);
      await wait(60);
    }
    return timeOf(document.pull);
  };
  await edits(100);
  const before = await memory();
  const last = await edits(1_000);
  const growth = ((await memory()) - before) / 1024 ** 2;
  await server.end();
  return { last, growth };
}

/** The time from saving a file to its finding in the output of `check --watch`. */
async function watchOf(folder, { bin }) {
  const child = spawn(process.execPath, [bin, 'check', '--watch', '--format', 'compact'], { cwd: folder });
  const said = (words) =>
    new Promise((done) => {
      let text = '';
      for (const stream of [child.stdout, child.stderr])
        stream.on('data', (more) => {
          text += more;
          if (text.includes(words)) done();
        });
    });
  await said('Watching for changes');
  // The check that follows at once is not measured.
  await wait(5_000);
  const time = await timeOf(async () => {
    const seen = said('saved.agent.json');
    writeFileSync(join(folder, 'saved.agent.json'), JSON_AGENT);
    await seen;
  });
  child.kill('SIGINT');
  return time;
}

const PYTHON = {
  name: 'large/d0/f1.py',
  languageId: 'python',
  edited: (text, edit) => `${text}last = ${edit}\n`,
};
const JSON_FILE = {
  name: 'desk.agent.json',
  languageId: 'json',
  edited: (text, edit) => text.replace('delete_user', `delete_user_${edit}`),
};

export async function measureEditor(to) {
  const { folder, bin, runs } = to;
  const many = application(join(folder, 'application'));
  const few = join(folder, 'few');
  agentPrograms(join(few, 'large'), 2, 55);
  writeFileSync(join(few, JSON_FILE.name), JSON_AGENT);
  const [whole, first] = [[], []];
  for (let run = 0; run < Math.min(runs, 3); run++) {
    whole.push(await timeOf(() => spawnSync(process.execPath, [bin, 'check'], { cwd: many })));
    first.push(await firstOf(many, PYTHON, to));
  }
  const ratio = median(first.map((time, run) => time / whole[run]));
  printRow('800 files: check', [ms(median(whole))]);
  printRow('800 files: first diagnostics', [ms(median(first)), times(ratio)], times(1.2));
  for (const [title, where] of Object.entries({ 'of 3 files': few, 'of 800 files': many })) {
    printRow(`An edit of 20 KB, ${title}`, [ms(await editsOf(where, PYTHON, to))], ms(150));
    printRow(`An edit of a JSON file, ${title}`, [ms(await editsOf(where, JSON_FILE, to))], ms(20));
  }
  const { last, growth } = await manyEdits(many, PYTHON, to);
  printRow('1,000 edits in a minute: the last one', [ms(last)]);
  printRow('1,000 edits in a minute: more memory', [mib(growth)], mib(20));
  printRow('check --watch: a finding after saving', [ms(await watchOf(many, to))], ms(300));
}
