import { isOlderRelease } from '../../facts/versions.js';
import type { Effect, Tool, ToolKind } from '../../model/index.js';
import type { CodeSyntaxNode } from '../../program/index.js';
import { toolOf } from '../agents/tool.js';
import {
  type FoundAgent,
  type Framework,
  option,
  type VendorFacts,
  type VendorReading,
  textOf,
} from '../frameworks/framework.js';
import { exportOf } from '../frameworks/origins.js';
import { pathName, placed } from '../frameworks/places.js';
import type { Language } from '../frameworks/language-rules.js';
import { fileRulesOf, noteAdded } from './file-rules.js';
import vendor from './vendor.json' with { type: 'json' };

/** Tools that agents have without being given them, by their makers. */
interface OwnTools {
  /** What is known of each. */
  readonly kinds: Readonly<Record<string, { readonly kind?: ToolKind; readonly effect?: Effect }>>;
  /** The option with a backend, or a function that returns one. */
  readonly backend: string;
  /** Those of backends. */
  readonly backends: Readonly<Record<string, readonly string[]>>;
  /** The versions of deepagents that have a tool, where older ones do not. */
  readonly since: Readonly<Record<string, Readonly<Record<Language, string>>>>;
  /** Options of backends that contain others: with one, or a map of them. */
  readonly joined: Readonly<Record<string, readonly string[]>>;
  /** Middleware that gives the tools of a backend: the options with it, which may be the first argument, and with their names. */
  readonly middleware: Readonly<Record<string, { readonly backend: string; readonly chosen?: string }>>;
}

const facts = vendor as OwnTools;

/** Backends inside backends are not read further than this. */
const DEEPEST = 8;

type IsOld = (maker: string) => boolean;

/** The tools that the constructor of an agent, its backend or its middleware adds by itself, and the rules for them. */
export function ownTools(found: FoundAgent, { get, under, parts, programs }: VendorReading): VendorFacts {
  const { node, rows } = found;
  const { language } = rows;
  const locked = programs.context.lockedFor?.(node.document.file, 'deepagents')?.version;
  const isOld: IsOld = (maker) => {
    const since = facts.since[maker]?.[language];
    return locked !== undefined && since !== undefined && isOlderRelease(locked, since);
  };
  const byRules = fileRulesOf(get, language) ?? under?.gates?.byRules;
  const tools = toolsOf(get(facts.backend), found, isOld).filter((one) => byRules?.(one) !== 'refused');
  return { tools: [...tools, ...parts.flatMap((one) => toolsOfPart(one, found, isOld))], byRules };
}

/** The tools of the backend of middleware: those that it names, without those that its rules refuse. */
function toolsOfPart(part: CodeSyntaxNode, found: FoundAgent, isOld: IsOld): Tool[] {
  const { framework, rows } = found;
  const { language } = rows;
  const stated = facts.middleware[exportOf(part, framework) ?? ''];
  if (!stated) return [];
  const get = (key: string | undefined) => part.call && option(part.call.options, key);
  const [first] = part.call?.positional ?? [];
  const rules = fileRulesOf(get, language);
  const list = get(stated.chosen);
  const chosen = list?.kind === 'array' ? list.items().map(textOf) : undefined;
  const isChosen = (name: string) => !chosen || chosen.includes(undefined) || chosen.includes(name);
  return toolsOf(get(stated.backend) ?? first, found, isOld).flatMap((tool) => {
    const ruled = rules?.(tool);
    if (ruled === 'refused' || !isChosen(tool.name)) return [];
    return [ruled ? { ...tool, approval: ruled } : tool];
  });
}

function toolsOf(backend: CodeSyntaxNode | undefined, { framework }: FoundAgent, isOld: IsOld): Tool[] {
  const all = backendsIn(backend, framework).flatMap((one) =>
    (facts.backends[exportOf(one, framework) ?? ''] ?? [])
      .filter((maker) => !isOld(maker))
      .map((maker) => madeBy(one, maker)),
  );
  for (const one of all) noteAdded(one);
  // Joined backends are behind the same tools.
  const byName = new Map(all.reverse().map((one) => [one.name, one]));
  return [...byName.values()].reverse();
}

/** A tool of a backend. */
function madeBy(backend: CodeSyntaxNode, name: string): Tool {
  const { kind = 'function', effect } = facts.kinds[name] ?? {};
  const at = placed(backend.at(), `tools[${pathName(name)}]`);
  const known = effect && ({ effect, confidence: 'high', because: { from: 'kind' } } as const);
  return { ...toolOf({ name, kind }, at, { state: 'absent' }), ...(known && { effect: known }) };
}

/** A backend, or those that it joins or that a function returns: a path decides which one is used. */
function backendsIn(given: CodeSyntaxNode | undefined, framework: Framework, depth = 0): CodeSyntaxNode[] {
  if (!given || depth > DEEPEST) return [];
  const inner = (one: CodeSyntaxNode | undefined) => backendsIn(one, framework, depth + 1);
  if (given.reference?.kind === 'function') return given.reference.returned.flatMap(inner);
  const joined = facts.joined[exportOf(given, framework) ?? ''];
  if (!joined) return [given];
  return joined.flatMap((key, place) => {
    const stated = option(given.call?.options ?? given, key) ?? given.call?.positional[place];
    return stated?.kind === 'object'
      ? stated.keys().flatMap((name) => inner(stated.get(name)))
      : inner(stated);
  });
}
