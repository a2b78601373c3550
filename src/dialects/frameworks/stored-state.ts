import { hostOf } from '../../model/addresses.js';
import type { Repair, StoredState } from '../../model/index.js';
import type { CodeSyntaxNode } from '../../program/index.js';
import { computed } from '../agents/tool.js';
import { cachedFor, continuedBy, keptBy } from '../payload/stored-state.js';
import type { Fields, FoundAgent } from './framework.js';
import { isModuleOf } from './origins.js';
import { memberAt } from './places.js';
import type { Kept } from './rows/row.js';
import { type Language, wordIn } from './language-rules.js';

/**
 * Whether the operator stores responses, by the model settings; undefined if none sets `store`, no model stores by
 * default and nothing else is kept. The setting of a run applies to all its agents.
 */
export function storedStateOf({
  group,
  stores,
  kept,
}: {
  group: readonly FoundAgent[];
  /** The `store` settings of its runs. */
  stores: readonly CodeSyntaxNode[];
  kept: readonly StoredState[];
}): StoredState[] | undefined {
  const state = (node: CodeSyntaxNode): StoredState => ({
    kind: 'response',
    name: 'store',
    ...keptBy(node, node.at()),
    repair: storesNothing(node, 'store'),
  });
  const byAgents = group.flatMap(({ store, byDefault }) => (store ? state(store) : (byDefault ?? [])));
  const states = [...(stores.length > 0 ? stores.map(state) : byAgents), ...kept];
  return states.length > 0 ? states : undefined;
}

/** Notes what the operator keeps of an agent: by its settings and those of its runs, for its tools, and by default. */
export function noteKept(found: FoundAgent, stated: readonly KeptSetting[], given: readonly Fields[]): void {
  const kept = [...keptBySettings(stated, found.rows), ...keptByHosted(found)];
  if (kept.length > 0) found.kept = [...(found.kept ?? []), ...kept];
  const byDefault = keptByDefault(found, given);
  if (byDefault) found.byDefault = byDefault;
}

/** The responses that the operator keeps of an agent by default: its model is one that does, and no setting says otherwise. */
function keptByDefault(
  { model, node, agent, rows: { kept: facts = {}, language }, kept = [], store }: FoundAgent,
  given: readonly Fields[],
): StoredState | undefined {
  if (store || kept.some(({ kind }) => kind === 'response')) return undefined;
  const row = facts.byDefault?.find((one) => storesByDefault(model, one, facts, language));
  if (!row) return undefined;
  const { setting, edit } = row;
  const [first = '', ...rest] = setting.split('.');
  const name = rest.at(-1) ?? first;
  const open = [model, ...given.map((get) => openAt(get(first), rest))].find(isOpen);
  const ofModel = first === 'model' ? model?.call?.options : undefined;
  const value = name === 'zdrEnabled';
  const repair: Repair = {
    title: `Set \`${name}\` to ${String(value)}`,
    edits: () => {
      const options = ofModel ?? node.call?.options;
      return options && setAt(options, ofModel ? rest : [first, ...rest], value, language);
    },
  };
  const state = open ? computed(open) : ({ state: 'absent' } as const);
  return { kind: 'response', name, edit, kept: state, at: agent.at, repair };
}

/** Files that the operator keeps for the tools that it runs. Where Gemini runs code, it has no container to keep. */
function keptByHosted({ agent, model }: FoundAgent): StoredState[] {
  const isGemini = /gemini/i.test(agent.model ?? model?.call?.callee ?? '');
  return agent.tools
    .filter(
      ({ kind, containedBy }) =>
        kind === 'file_search' ||
        (kind === 'code_interpreter' && !isGemini) ||
        (kind === 'shell' && containedBy?.by === 'container'),
    )
    .map(({ name, at }) => ({ kind: 'files', name, kept: { state: 'shown', value: true, at }, at }));
}

type Default = NonNullable<Kept['byDefault']>[number];

/** Whether responses of a model are kept by default. */
function storesByDefault(
  model: CodeSyntaxNode | undefined,
  { unstated, names = [], modules = [], calls = [], if: needs, unless = {} }: Default,
  facts: Kept,
  language: Language,
): boolean {
  if (!model || model.kind === 'null') return unstated === true;
  const { scalar, call } = model;
  if (typeof scalar === 'string') return names.some((one) => scalar.startsWith(one));
  // Any model may be given here: one that is named has such a default.
  if (!call) return names.includes('') && model.kind === 'dynamic';
  // `createOpenAI()` for a call of what it returns.
  const maker = call.origin ? undefined : call.target.call;
  const origin = call.origin ?? maker?.origin;
  if (!origin || origin.file !== undefined) return false;
  if (!modules.some((one) => isModuleOf({ modules: [one], language }, origin.module))) return false;
  if (!calls.includes(`${origin.dotted}${maker ? '()' : ''}`)) return false;
  if ((needs && !isStated(call.options, needs)) || isStated(call.options, unless)) return false;
  const made = [call, maker, call.receivers.find((one) => one.call)?.call];
  return made.every((one) => isOfOperator(one?.options, facts));
}

/** Whether one of the options has such a value; `*` for any. */
const isStated = (
  options: CodeSyntaxNode,
  rows: Readonly<Record<string, readonly (string | boolean)[]>>,
): boolean =>
  Object.entries(rows).some(([path, values]) => {
    const stated = memberAt(options, path);
    if (!stated || stated.kind === 'null') return false;
    return values.some((one) => one === '*' || one === stated.scalar);
  });

/** Whether no option names a server of somebody else. */
function isOfOperator(options: CodeSyntaxNode | undefined, kept: Kept = {}): boolean {
  const { addresses = [], hosts = [] } = kept;
  return addresses.every((path) => {
    const stated = memberAt(options, path);
    if (!stated || stated.kind === 'null') return true;
    if (stated.call) return isOfOperator(stated.call.options, kept);
    const host = hostOf(String(stated.scalar ?? stated.begins ?? ''));
    return hosts.some((one) => host === one || host?.endsWith(`.${one}`));
  });
}

/** What a path leads to as far as it is known. */
function openAt(node: CodeSyntaxNode | undefined, path: readonly string[]): CodeSyntaxNode | undefined {
  const [first, ...rest] = path;
  const next = first === undefined ? undefined : (node?.call?.options ?? node)?.get(first);
  return next ? openAt(next, rest) : node;
}

/** A value that may be anything: what is made by a call has the options of that call. */
const isOpen = (node: CodeSyntaxNode | undefined): boolean => node?.kind === 'dynamic' && !node.call;

/** Sets an option by its path, within what a call on the way is given; a missing object of a class is not made up. */
function setAt(
  node: CodeSyntaxNode,
  path: readonly string[],
  value: boolean,
  language: Language,
): ReturnType<Repair['edits']> {
  const [first = '', ...rest] = path;
  const inner = node.get(first);
  if (inner?.call && rest.length > 0) return setAt(inner.call.options, rest, value, language);
  if (!inner && rest.length > 0 && language === 'python') return undefined;
  return node.edit()?.set(path, value);
}

/** State of the operator that a call creates: a session of conversations, a thread. */
export interface KeptSession {
  /** The call, wherever its result is referred to. */
  id: string;
  states: StoredState[];
}

/** A setting by which the operator keeps something. */
export interface KeptSetting {
  readonly name: string;
  readonly kind: 'response' | 'conversation' | 'previous' | 'thread' | 'cache';
  readonly node: CodeSyntaxNode;
}

/** What settings make the operator keep. */
export function keptBySettings(
  stated: readonly KeptSetting[],
  { language }: { readonly language: Language },
): StoredState[] {
  const off = wordIn(language, false);
  const found = stated.flatMap(({ name, kind, node }): StoredState[] => {
    if (node.kind === 'null') return [];
    if (kind === 'cache') return cachedFor(name, node);
    if (kind !== 'response') return continuedBy(kind, name, node, node.written());
    const edit = `Set \`${name}\` to ${off}, and send what an answer needs with each request.`;
    return [{ kind, name, edit, ...keptBy(node, node.at()), repair: storesNothing(node, name) }];
  });
  const byPlace = new Map(found.map((one) => [JSON.stringify([one.at.file, one.at.range()]), one]));
  return [...byPlace.values()];
}

const storesNothing = (node: CodeSyntaxNode, name: string) => ({
  title: `Set \`${name}\` to false`,
  edits: () => node.edit()?.replace(false),
});
