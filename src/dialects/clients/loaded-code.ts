import type { Opening } from '../../model/index.js';
import type { SyntaxNode } from '../../syntax/node.js';
import { stringOf } from '../agents/tool.js';
import facts from './loaded-code.json' with { type: 'json' };

const VARIABLES = new Map(facts.variables.flatMap((one) => one.names.map((name) => [name, one] as const)));

const OPTION = /(?:^|\s)(?:-r|--require|--import|--loader|--experimental-loader)[=\s]{1,5}["']?([^\s"']+)/;

/** A file of the project: a relative path, or one below a variable that stands for its folder. */
const OF_PROJECT =
  /^(?:\.{1,2}(?:\/|$)|\$\{?(?:PWD|CLAUDE_PROJECT_DIR|workspaceFolder|containerWorkspaceFolder)\}?\/|\/tmp\/)/;
/** The same where no package can be meant. */
const RELATIVE = /^(?![/~$%\w]*:)(?![/~$%])[\w.-]+\//;

/** Code of the project that variables of a map load into the programs that an agent starts. */
export function loadedCode(variables: SyntaxNode | undefined): Opening[] {
  return (variables?.keys() ?? []).flatMap((name): Opening[] => {
    const variable = VARIABLES.get(name);
    const node = variable && variables?.get(name);
    const value = stringOf(node)?.trim() ?? '';
    const file = variable && fileIn(value, variable.form);
    if (!variable || !node || file === undefined) return [];
    return [
      {
        kind: 'code',
        stated: `${name}: ${value}`,
        says: `${variable.who} \`${file}\`: whoever changes what is there, the agent too, runs code in its commands`,
        edit: `Decide whether every command needs it. Remove \`${name}\`, or let each person set it outside of the repository.`,
        at: node.at(),
      },
    ];
  });
}

function fileIn(value: string, form: string): string | undefined {
  switch (form) {
    case 'option': {
      const file = OPTION.exec(value)?.[1];
      return file !== undefined && OF_PROJECT.test(file) ? file : undefined;
    }
    case 'folders':
      return firstFolders(value).find(
        (folder) => isOfProject(folder) && !facts.toolFolders.some((one) => folder.endsWith(one)),
      );
    case 'command': {
      const [program = ''] = value.split(/\s+/);
      return isOfProject(program) ? program : undefined;
    }
    default:
      return value.split(/[\s:]+/).find(isOfProject);
  }
}

/** The folders before those of the machine: `./bin:$PATH`. */
function firstFolders(value: string): string[] {
  const folders = value.split(':');
  const end = folders.findIndex((folder) =>
    /^(?:\$\{?(?:env:|containerEnv:)?PATH\}?|\/(?:usr\/)?(?:local\/)?s?bin)$/.test(folder),
  );
  return folders.slice(0, end < 0 ? folders.length : end);
}

const isOfProject = (path: string): boolean => OF_PROJECT.test(path) || RELATIVE.test(path);
