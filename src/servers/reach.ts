import type { McpServer } from '../model/index.js';
import type { Reach } from './list-tools.js';

/** Values that are filled in when a server is started: `${NAME}`, `${env:NAME}`, `${NAME:-default}`, `$NAME`. */
const VARIABLE = /\$\{(?:env:)?([A-Za-z_]\w*)(?::-([^}]*))?\}|\{env:([A-Za-z_]\w*)\}|\$([A-Z_][A-Z0-9_]*)\b/g;
const FOLDER = /\$\{(?:workspaceFolder|workspaceRoot|PWD)\}/g;

/** A value of a configuration cannot be filled in: a variable that is not set, or an input that a client asks for. */
export class NotFilledIn extends Error {}

/**
 * How a server of a configuration is reached. Placeholders are filled in from the user's own environment.
 * @throws {NotFilledIn} where one has no value.
 */
export function reachOf(
  { connection, url, transport }: McpServer,
  root: string,
  environment: NodeJS.ProcessEnv,
): Reach {
  const fill = (text: string) => filledIn(text, root, environment);
  const fillAll = (values: Readonly<Record<string, string>>) =>
    Object.fromEntries(Object.entries(values).map(([name, value]) => [name, fill(value)]));
  // A bridge is started, though the address that it calls is known.
  if (url !== undefined && (connection?.command ?? []).length === 0) {
    const headers = fillAll(connection?.headers ?? {});
    return { kind: transport === 'sse' ? 'sse' : 'http', url: fill(url), headers };
  }
  const command = (connection?.command ?? []).map(fill);
  if (command.length === 0)
    throw new NotFilledIn('the configuration shows neither a command nor an address of it');
  return { kind: 'stdio', command, environment: fillAll(connection?.environment ?? {}), folder: root };
}

function filledIn(text: string, root: string, environment: NodeJS.ProcessEnv): string {
  const filled = text
    .replace(FOLDER, () => root)
    .replace(VARIABLE, (_, braced?: string, fallback?: string, opencode?: string, plain?: string) => {
      const name = braced ?? opencode ?? plain ?? '';
      const value = environment[name] ?? fallback;
      if (value === undefined) throw new NotFilledIn(`the variable ${name} is not set; set it and run again`);
      return value;
    });
  const input = /\$\{input:([\w-]+)\}/.exec(filled)?.[1];
  if (input !== undefined)
    throw new NotFilledIn(`its client asks for the input \`${input}\`; start it with -- COMMAND instead`);
  return filled;
}
