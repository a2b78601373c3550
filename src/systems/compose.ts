import type { EnvironmentSetting } from '../dialects/code-dialect.js';
import { type AgentSystem, fixedPlace, type Workspace } from '../model/index.js';
import { parseDocument, type SyntaxNode } from '../syntax/index.js';

/** `compose.yaml`, `docker-compose.yml`, `docker-compose.production.yml`. */
const NAME = /^(?:docker-)?compose(?:\.[\w-]{1,40}){0,3}\.ya?ml$/i;

/** Whether a path is that of a Compose file. */
export function isComposeFile(path: string): boolean {
  const name = path.slice(path.lastIndexOf('/') + 1);
  return name.length < 200 && NAME.test(name);
}

/**
 * Environment variables that a Compose file sets for its services, as maps or lists. A service that is built contains a
 * program of the folder it is built from. A service with an image may be third-party: it counts if nothing is built.
 */
export function composeSettings(file: string, text: string): EnvironmentSetting[] {
  if (!text.includes('environment')) return [];
  return parseDocument(file, 'yaml', text).roots.flatMap((root) => {
    const services = root.get('services');
    const all = (services?.keys() ?? []).flatMap((name) => services?.get(name) ?? []);
    const built = all.filter((service) => service.get('build') !== undefined);
    const own = built.length > 0 ? built : all;
    return own.flatMap((service) => settingsOf(service, folderOf(file, service)));
  });
}

/** A host without a domain, in an address of plain HTTP. */
const BARE_HOST = /^http:\/\/([a-z\d][\w-]{0,62})(?::\d{1,5})?(?:[/?#]|$)/i;

/** Notes the servers that are services of a Compose file: what is sent to them stays between containers of one machine. */
export function applyComposed({ agents, file }: AgentSystem, workspace: Workspace): void {
  const isService = (host: string): boolean =>
    workspace.files.filter(isComposeFile).some((path) => {
      const read = workspace.read(path, file);
      if (!read.ok || !read.text.includes(host)) return false;
      return parseDocument(path, 'yaml', read.text).roots.some((root) => root.get('services')?.get(host));
    });
  for (const agent of agents)
    agent.mcpServers = agent.mcpServers.map((server) => {
      const [, host] = BARE_HOST.exec(server.url ?? '') ?? [];
      return host !== undefined && isService(host) ? { ...server, isComposed: true } : server;
    });
}

/** The folder that a service is built from; that of the file if it is not known. */
function folderOf(file: string, service: SyntaxNode): string {
  const build = service.get('build');
  const context = build?.kind === 'string' ? build.scalar : build?.get('context')?.scalar;
  const slash = file.lastIndexOf('/');
  const steps = slash < 0 ? [] : file.slice(0, slash).split('/');
  const own = [...steps];
  if (typeof context !== 'string' || /[$:]/.test(context) || context.startsWith('/')) return own.join('/');
  for (const step of context.split('/').slice(0, 50)) {
    if (step === '..' && steps.pop() === undefined) return own.join('/');
    if (step !== '' && step !== '.' && step !== '..') steps.push(step);
  }
  return steps.join('/');
}

const LONGEST_VALUE = 200;

function settingsOf(service: SyntaxNode, folder: string): EnvironmentSetting[] {
  const stated = service.get('environment');
  const members = (stated?.keys() ?? []).flatMap((name) => {
    const value = stated?.get(name);
    return value ? [{ name, text: String(value.scalar ?? ''), key: value.at('key'), value }] : [];
  });
  const listed = (stated?.items() ?? []).flatMap((value) => {
    const text = typeof value.scalar === 'string' ? value.scalar : '';
    const mark = text.indexOf('=');
    return mark > 0
      ? [{ name: text.slice(0, mark), text: text.slice(mark + 1), key: value.at(), value }]
      : [];
  });
  return [...members, ...listed]
    .filter(({ text }) => text !== '' && text.length <= LONGEST_VALUE && !text.includes('${'))
    .map(({ name, text, key, value }) => {
      const place = value.at();
      const range = { start: key.range().start, end: place.range().end };
      return { name, value: text, folder, at: fixedPlace(place.file, name, range, () => value.edit()) };
    });
}
