import { lstatSync, mkdirSync, readFileSync } from 'node:fs';
import { dirname, relative, resolve, sep } from 'node:path';
import { isToolList } from '../../dialects/servers/tool-list.js';
import { replaceFile, writeFailure } from '../../files/index.js';
import { type McpServer, today } from '../../model/index.js';
import { nearest } from '../../model/nearest.js';
import { hostOf } from '../../model/secrets.js';
import { openProject, type Project, programsOf } from '../../project/open-project.js';
import { visible } from '../../report/shared/text.js';
import { listTools, NoToolList, type Reach, reachWords } from '../../servers/list-tools.js';
import { NotFilledIn, reachOf } from '../../servers/reach.js';
import { snapshotText } from '../../servers/snapshot-file.js';
import { loadParsers, parseDocument } from '../../syntax/index.js';
import { listFileName, readProject, SNAPSHOT_FOLDER } from '../../systems/index.js';
import { lastOf } from '../../project/arguments.js';
import { EXIT } from '../exit.js';
import { UsageError } from '../../project/usage-error.js';
import { note } from '../output.js';
import { configOf } from '../request.js';

/** `agent-lint snapshot`: the one command that starts or calls something, and only what the user names. */
export async function runSnapshot(args: Record<string, unknown>): Promise<number> {
  const project = await openProject(configOf(args));
  const { name, reach } = targetOf(args, project);
  const seconds = secondsOf(lastOf(args.timeout, 'timeout'));
  const file = lastOf(args.output, 'output') ?? resolve(project.root, SNAPSHOT_FOLDER, listFileName(name));
  const shown = relative(project.root, resolve(file)).split(sep).join('/');
  note(`${reach.kind === 'stdio' ? 'Starting' : 'Calling'} ${reachWords(reach)}`);
  let tools: Awaited<ReturnType<typeof listTools>>;
  try {
    tools = await listTools(reach, seconds);
  } catch (error) {
    if (error instanceof NoToolList)
      throw new UsageError(`${name} returned no tool list: ${error.message} Nothing was written.`);
    throw error;
  }
  const before = await snapshotBefore(file);
  const taken = { server: name, address: reachWords(reach), tools, takenOn: today() };
  const { text, unreviewed } = snapshotText(taken, before, args.accept === true);
  writeWhole(file, text);
  const found = `${tools.length} ${tools.length === 1 ? 'tool' : 'tools'} of ${visible(name)} in ${shown}`;
  const changed =
    unreviewed.length === 0
      ? ''
      : `; not approved yet: ${unreviewed.map(visible).join(', ')} (--accept approves them)`;
  process.stdout.write(`Wrote ${found}${changed}.\n`);
  return EXIT.ok;
}

interface Target {
  name: string;
  reach: Reach;
}

/** What the user names: a command behind `--`, an address, or a server of a file in this project. */
function targetOf(args: Record<string, unknown>, project: Project): Target {
  const named = args.server === undefined ? undefined : String(args.server);
  const command = Array.isArray(args['--']) ? args['--'].map(String) : [];
  const url = lastOf(args.url, 'url');
  if (command.length > 0) {
    const environment = {};
    return {
      name: named ?? (command[0] ?? 'server').split(/[\\/]/).at(-1) ?? 'server',
      reach: { kind: 'stdio', command, environment, folder: process.cwd() },
    };
  }
  if (url !== undefined) {
    if (!URL.canParse(url) || !/^https?:/.test(url))
      throw new UsageError('--url takes an address that begins with https:// or http://.');
    return { name: named ?? hostOf(url) ?? 'server', reach: { kind: 'http', url, headers: {} } };
  }
  if (named === undefined)
    throw new UsageError(
      'snapshot needs a server: its name, --url URL or -- COMMAND.',
      'See agent-lint snapshot --help.',
    );
  const servers = serversOf(project);
  const server = servers.find((one) => one.name === named);
  if (!server) {
    const meant = nearest(
      named,
      servers.map((one) => one.name),
    );
    throw new UsageError(
      `Unknown MCP server \`${visible(named)}\`: no file of this project names it.${meant === undefined ? '' : ` Did you mean \`${visible(meant)}\`?`}`,
    );
  }
  try {
    return { name: named, reach: reachOf(server, project.root, process.env) };
  } catch (error) {
    if (error instanceof NotFilledIn)
      throw new UsageError(`${visible(named)} cannot be reached: ${error.message}.`);
    throw error;
  }
}

function serversOf(project: Project): McpServer[] {
  const files = readProject(project.workspace, project.config, { asOf: today(), ...programsOf(project) });
  return [...files].flatMap(({ systems }) =>
    systems.flatMap(({ agents }) => agents.flatMap(({ mcpServers }) => mcpServers)),
  );
}

function secondsOf(stated: string | undefined): number {
  if (stated === undefined) return 30;
  const seconds = Number(stated);
  if (!(seconds > 0 && seconds <= 3600))
    throw new UsageError('--timeout takes a number of seconds from 1 to 3600.');
  return seconds;
}

/** The file as it is now; a file that is something else is not overwritten. */
async function snapshotBefore(file: string) {
  let text: string;
  try {
    text = readFileSync(file, 'utf8');
  } catch {
    return undefined;
  }
  await loadParsers(['json']);
  const [root] = parseDocument(file, 'json', text).roots;
  if (!root || !isToolList(root)) throw new UsageError(`${file} is not a tool list. It was not overwritten.`);
  return root;
}

/** Written as a whole, and through no symlink to a folder. */
function writeWhole(file: string, text: string): void {
  try {
    mkdirSync(dirname(file), { recursive: true });
    if (lstatSync(dirname(file)).isSymbolicLink()) throw new Error('its folder is a symlink');
    replaceFile(file, text);
  } catch (error) {
    throw new UsageError(`cannot write ${file}: ${writeFailure(error)}`);
  }
}
