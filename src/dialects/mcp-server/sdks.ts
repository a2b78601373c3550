import { grammarOf } from '../../program/index.js';
import type { Rows } from '../frameworks/rows/catalogue.js';
import data from './sdks.json' with { type: 'json' };

/** What the SDKs for MCP servers are called in one language. Names are as the packages export them. */
export interface ServerSdks extends Pick<Rows, 'modules' | 'language'> {
  /** What a program that defines a server imports: the packages have clients, too. */
  readonly imported: readonly string[];
  /** Names that only the package exports, where a module of a project may have its import name. */
  readonly confirmedBy: readonly string[];
  /** What makes a server. */
  readonly servers: readonly string[];
  /** Methods of a server whose result, or which themselves, decorate the function of a tool. */
  readonly decorators: readonly string[];
  /** Methods of a server that are given a tool. */
  readonly registrars: readonly string[];
  /** Methods of a server that are given, or decorate, what is no tool: a resource, a prompt. */
  readonly others: readonly string[];
  /** Methods of a server that add the tools of another one. */
  readonly mounts: readonly string[];
  /** The method that decorates the function which lists the tools; empty: there is none. */
  readonly listDecorator: string;
  /** The option of a server with that function; empty: there is none. */
  readonly listOption: string;
  /** The same for the function that runs the called tool. */
  readonly callDecorator: string;
  readonly callOption: string;
  /** The method that is given a request and the function which answers it; empty: there is none. */
  readonly handler: string;
  /** How the request that lists tools is written. */
  readonly listRequests: readonly string[];
  /** How the request that calls a tool is written. */
  readonly callRequests: readonly string[];
  /** What makes a server whose tools are generated from something else. */
  readonly generated: readonly string[];
}

const python: ServerSdks = { ...data.python, language: 'python' };
const typescript: ServerSdks = { ...data.typescript, language: 'typescript' };

/** The SDKs by the language of a file. */
export const SERVER_SDKS = {
  python,
  typescript,
  rowsOf: (file: string): ServerSdks => (grammarOf(file) === 'python' ? python : typescript),
};
