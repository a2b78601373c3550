import type { CodeSyntaxNode } from '../../program/index.js';
import { stringOf } from '../agents/tool.js';

const HOME = '~';

/** Functions that give the home directory of whoever runs the program, by module and name. */
const GIVERS: ReadonlySet<string> = new Set(['homedir', 'home']);
const MODULES = /^(?:(?:node:)?os|pathlib)$/;

/** What gives the same path in another form: as a text, without `..`. */
const WRAPPERS: ReadonlySet<string> = new Set(['str', 'String', 'fspath', 'Path', 'realpath', 'abspath']);
const METHODS: ReadonlySet<string> = new Set(['as_posix', 'resolve', 'absolute', 'toString', 'expanduser']);

const VARIABLE = /^(?:process\.env(?:\.|\[["'])|(?:os\.)?environ\[["'])(?:HOME|USERPROFILE)(?:["']\])?!?$/;
const READERS: ReadonlySet<string> = new Set(['getenv', 'os.getenv', 'os.environ.get', 'environ.get']);

const DEEPEST = 4;

/** The text of a folder: a literal, or `~` where the program asks the machine for the home directory. */
export function folderText(node: CodeSyntaxNode, depth = 0): string | undefined {
  const text = stringOf(node);
  if (text !== undefined || depth > DEEPEST) return text;
  const { call } = node;
  if (!call) return VARIABLE.test(writtenAs(node)) ? HOME : undefined;
  const [first] = call.positional;
  const module = call.origin?.module ?? '';
  if (GIVERS.has(call.name) && MODULES.test(module)) return HOME;
  if (READERS.has(call.callee))
    return /^(?:HOME|USERPROFILE)$/.test(stringOf(first) ?? '') ? HOME : undefined;
  if (call.name === 'expanduser' && first) return stringOf(first);
  if (METHODS.has(call.name) && call.receiver) return folderText(call.receiver, depth + 1);
  return WRAPPERS.has(call.name) && first && call.positional.length === 1
    ? folderText(first, depth + 1)
    : undefined;
}

const LONGEST = 60;

function writtenAs({ document, offsets: { start, end } }: CodeSyntaxNode): string {
  return end - start > LONGEST ? '' : document.text.slice(start, end);
}
