import type { Runtime } from '../model/index.js';
import facts from './server-threads.json' with { type: 'json' };

/** Calls of one server's client that keep a conversation as a thread there. */
export interface ThreadServer {
  name: string;
  /** What its agent is called in reports. */
  agent: string;
  runtime: Runtime;
  /** The operator's hosts, where a project may also run the server itself. */
  hosts?: readonly string[];
  /** Options of a client with the address of the server. */
  addresses?: readonly string[];
  modules: readonly string[];
  /** Calls that create a thread. */
  creates: readonly string[];
  /** Calls that run an agent in one: paths of the arguments that name the thread. */
  runs: Readonly<Record<string, readonly string[]>>;
}

const of = (language: 'typescript' | 'python'): readonly ThreadServer[] =>
  facts.servers.map(({ typescript, python, runtime, ...server }) => ({
    ...server,
    runtime: runtime as Runtime,
    ...(language === 'python' ? python : typescript),
  }));

/** Servers that keep threads, by the language of the program. */
export const THREAD_SERVERS = { typescript: of('typescript'), python: of('python') } as const;
