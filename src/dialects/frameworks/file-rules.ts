import type { Tool } from '../../model/index.js';
import type { CodeSyntaxNode } from '../../program/index.js';
import { computed } from '../agents/tool.js';
import { type ByRules, type Fields, type Profile, textOf } from './framework.js';

type Facts = NonNullable<Profile['agents']['fileRules']>;

/** Tools that backends add: no other tool asks the rules for files. */
const added = new WeakSet<Tool>();

/** Notes that a backend adds a tool. */
export const noteAdded = (tool: Tool): void => void added.add(tool);

/** Whether a backend adds a tool. */
export const isAdded = (tool: Tool): boolean => added.has(tool);

/** Reads the rules for files of an agent; undefined where it states none. */
export function fileRulesOf(get: Fields, { agents: { fileRules: facts } }: Profile): ByRules | undefined {
  const list = facts && get(facts.option);
  if (!list) return undefined;
  return (tool) => {
    const operation = added.has(tool) ? facts.tools[tool.name] : undefined;
    return operation === undefined ? undefined : ruledBy(list, operation, facts);
  };
}

/** The first rule that fits a path counts, and a path that none fits is open. */
function ruledBy(list: CodeSyntaxNode, operation: string, facts: Facts): ReturnType<ByRules> {
  if (list.kind === 'null') return undefined;
  if (list.kind !== 'array') return computed(list);
  let asking: CodeSyntaxNode | undefined;
  let isOpen = false;
  let isComplete = false;
  for (const rule of list.items()) {
    if (isComplete) break;
    const [operations, paths, mode] = [facts.operations, facts.paths, facts.mode].map(
      (key, place) => (rule.call?.options ?? rule).get(key) ?? rule.call?.positional[place],
    );
    const about = textsOf(operations);
    const where = textsOf(paths);
    const does = mode === undefined ? facts.open : textOf(mode);
    if (!about || !where || does === undefined) return computed(rule);
    if (!about.includes(operation)) continue;
    if (does === facts.asks) asking ??= rule;
    else if (does !== facts.refuses) isOpen = true;
    isComplete = where.some((one) => facts.all.includes(one));
  }
  isOpen ||= !isComplete;
  if (!asking) return isOpen ? undefined : 'refused';
  const by = isOpen ? 'conditional' : 'human';
  const stated = `${facts.option}: ${facts.asks}`;
  return { state: 'shown', value: { by, stated, interrupts: true }, at: asking.written() };
}

/** The texts of a list; undefined where one of them is computed. */
function textsOf(list: CodeSyntaxNode | undefined): string[] | undefined {
  if (list?.kind !== 'array') return undefined;
  const texts = list.items().flatMap((one) => textOf(one) ?? []);
  return texts.length === list.items().length ? texts : undefined;
}
