import type { Tool } from '../../model/index.js';
import type { CodeSyntaxNode } from '../../program/index.js';
import { computed } from '../agents/tool.js';
import { type ByRules, type FoundAgent, textOf, type VendorReading } from '../frameworks/framework.js';
import type { Language } from '../frameworks/language-rules.js';
import vendor from './vendor.json' with { type: 'json' };

/** Rules for the files that tools of backends act on: the first that fits a path counts, and without one the tool runs. */
interface FileRules {
  /** The option of an agent with the list of rules. */
  readonly option: string;
  /** Members of a rule, in this order: what it is about, the globs of paths, what it does. */
  readonly operations: string;
  readonly paths: string;
  readonly mode: string;
  /** Globs of every path. */
  readonly all: readonly string[];
  /** What a rule does: it asks a person, it refuses, and what it does where that is left out. */
  readonly asks: Readonly<Partial<Record<Language, string>>>;
  readonly refuses: string;
  readonly open: string;
  /** The operation of each tool. */
  readonly tools: Readonly<Record<string, string>>;
}

const facts: FileRules = vendor.rules;

/** Tools that backends add: no other tool asks the rules for files. */
const added = new WeakSet<Tool>();

/** Notes that a backend adds a tool. */
export const noteAdded = (tool: Tool): void => void added.add(tool);

/** Reads the rules for files of an agent; undefined where it states none. */
export function fileRulesOf(get: VendorReading['get'], language: Language): ByRules | undefined {
  const list = get(facts.option);
  if (!list) return undefined;
  return (tool) => {
    const operation = added.has(tool) ? facts.tools[tool.name] : undefined;
    return operation === undefined ? undefined : ruledBy(list, operation, language);
  };
}

/** Lists the file tools of subagents that state rules of their own: these are not read. */
export function listOwnRules({ calls, ungated, unresolved }: FoundAgent): void {
  if (!ungated?.some((tool) => added.has(tool))) return;
  for (const { to, item } of calls) {
    const stated = item?.kind === 'object' ? item : item?.call?.options;
    if (item && stated?.get(facts.option))
      unresolved.push({
        what: `file tools of \`${to.agent.name}\``,
        why: `its own \`${facts.option}\` are not read`,
        at: item.written(),
        toolsOf: to.agent.name,
      });
  }
}

/** The first rule that fits a path counts, and a path that none fits is open. */
function ruledBy(list: CodeSyntaxNode, operation: string, language: Language): ReturnType<ByRules> {
  const asks = facts.asks[language];
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
    if (does === asks) asking ??= rule;
    else if (does !== facts.refuses) isOpen = true;
    isComplete = where.some((one) => facts.all.includes(one));
  }
  isOpen ||= !isComplete;
  if (!asking) return isOpen ? undefined : 'refused';
  const by = isOpen ? 'conditional' : 'human';
  const stated = `${facts.option}: ${asks}`;
  return { state: 'shown', value: { by, stated, interrupts: true }, at: asking.written() };
}

/** The texts of a list; undefined where one of them is computed. */
function textsOf(list: CodeSyntaxNode | undefined): string[] | undefined {
  if (list?.kind !== 'array') return undefined;
  const texts = list.items().flatMap((one) => textOf(one) ?? []);
  return texts.length === list.items().length ? texts : undefined;
}
