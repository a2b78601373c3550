import type { CodeSyntaxNode } from '../../program/index.js';
import { stringOf } from '../agents/tool.js';

const HOME = '~';

/** Functions that return the home directory of the user, by module and name. */
const GIVERS: ReadonlySet<string> = new Set(['homedir', 'home']);
const MODULES = /^(?:(?:node:)?os|pathlib)$/;

/** Functions that return the same path in another form: as a text, without `..`. */
const WRAPPERS: ReadonlySet<string> = new Set(['str', 'String', 'fspath', 'Path', 'realpath', 'abspath']);
const METHODS: ReadonlySet<string> = new Set(['as_posix', 'resolve', 'absolute', 'toString', 'expanduser']);

/** Environment variables that contain it, and the objects to read them from, by module. */
const VARIABLES: ReadonlySet<string> = new Set(['HOME', 'USERPROFILE']);
const ENVIRONMENTS: Readonly<Record<string, string>> = {
  '': 'process.env',
  process: 'default.env',
  'node:process': 'default.env',
  os: 'environ',
};
const READERS: ReadonlySet<string> = new Set(['getenv', 'os.getenv', 'os.environ.get', 'environ.get']);

const DEEPEST = 4;

/** The text of a folder: a literal, or `~` where the program asks the machine for the home directory. */
export function folderText(node: CodeSyntaxNode, depth = 0): string | undefined {
  const text = stringOf(node);
  if (text !== undefined || depth > DEEPEST) return text;
  const { call } = node;
  if (!call) return isHomeVariable(node) ? HOME : undefined;
  const [first] = call.positional;
  const module = call.origin?.module ?? '';
  if (GIVERS.has(call.name) && MODULES.test(module)) return HOME;
  if (READERS.has(call.callee)) return VARIABLES.has(stringOf(first) ?? '') ? HOME : undefined;
  if (call.name === 'expanduser' && first) return stringOf(first);
  if (METHODS.has(call.name) && call.receiver) return folderText(call.receiver, depth + 1);
  return WRAPPERS.has(call.name) && first && call.positional.length === 1
    ? folderText(first, depth + 1)
    : undefined;
}

function isHomeVariable({ reached, takenFrom }: CodeSyntaxNode): boolean {
  if (!reached || !takenFrom || !VARIABLES.has(takenFrom.name)) return false;
  return reached.dotted === `${ENVIRONMENTS[reached.module] ?? ''}.${takenFrom.name}`;
}
