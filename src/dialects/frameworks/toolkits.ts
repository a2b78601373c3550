import type { Tool } from '../../model/index.js';
import type { CodeSyntaxNode } from '../../program/index.js';
import { toolOf } from '../agents/tool.js';
import { pathName, placed } from './places.js';
import facts from './toolkits.json' with { type: 'json' };

interface Toolkit {
  module: string;
  /** Its constructor. */
  made: string;
  /** The method that returns its tools. */
  list: string;
  /** The path of options to the enabled actions. */
  actions: readonly string[];
  /** The tool of each action, by what it acts on. */
  tools: Readonly<Record<string, Readonly<Record<string, string>>>>;
}

const TOOLKITS = facts.toolkits as unknown as readonly Toolkit[];

/** The tools of a toolkit of a package. */
export interface ToolkitTools {
  readonly tools: readonly Tool[];
  /** Actions that are computed, or missing in the data. */
  readonly others: readonly CodeSyntaxNode[];
}

/**
 * The tools of a toolkit whose package documents them: `StripeAgentToolkit(...).get_tools()`. Each exists if its
 * action is enabled. Undefined for any other value, and if the actions are not in the file.
 */
export function toolkitTools({ call }: CodeSyntaxNode): ToolkitTools | undefined {
  const made = call?.receiver?.call;
  const { module = '', dotted = '', file } = made?.origin ?? {};
  const toolkit = TOOLKITS.find(
    (one) => one.module === module.split('.', 1)[0] && `${dotted}()` === one.made && one.list === call?.name,
  );
  if (!made || !toolkit || file !== undefined) return undefined;
  const actions = toolkit.actions.reduce<CodeSyntaxNode | undefined>((at, key) => at?.get(key), made.options);
  if (actions?.kind !== 'object') return undefined;
  const tools: Tool[] = [];
  const others: CodeSyntaxNode[] = [];
  for (const about of actions.keys()) {
    const given = actions.get(about);
    if (given?.kind !== 'object') {
      if (given) others.push(given);
      continue;
    }
    for (const action of given.keys()) {
      const isOn = given.get(action);
      const name = toolkit.tools[about]?.[action];
      if (!isOn || isOn.scalar === false) continue;
      if (isOn.scalar !== true || name === undefined) others.push(isOn);
      else
        tools.push(
          toolOf({ name, kind: 'function' }, placed(isOn.at('key'), `tools[${pathName(name)}]`), {
            state: 'absent',
          }),
        );
    }
  }
  return { tools, others };
}
