import type { Tool } from '../../model/index.js';
import type { CodeSyntaxNode } from '../../program/index.js';
import { fileRulesOf, noteAdded } from './file-rules.js';
import { type FoundAgent, option, type Profile, textOf } from './framework.js';
import type { ReadMiddleware } from './middleware.js';
import { exportOf } from './origins.js';
import { readyMade } from './tools.js';

/** Backends inside backends are not read further than this. */
const DEEPEST = 8;

/** The tools that the constructor of an agent, or its backend, adds by itself. */
export function ownTools({ node, profile }: FoundAgent, backend: CodeSyntaxNode | undefined): Tool[] {
  const own = profile.agents.readyMade?.[exportOf(node, profile.framework) ?? ''] ?? [];
  return [...own.flatMap((maker) => readyMade(maker, node, profile) ?? []), ...toolsOf(backend, profile)];
}

/** The tools of backends that middleware gives the agent: those that it names, without those that its rules refuse. */
export function toolsOfBackends({ backends }: ReadMiddleware, profile: Profile): Tool[] {
  return backends.flatMap((one) => {
    const facts = profile.agents.middleware?.backends?.[exportOf(one, profile.framework) ?? ''];
    const get = (key: string | undefined) => one.call && option(one.call.options, key);
    const [first] = one.call?.positional ?? [];
    const rules = fileRulesOf(get, profile);
    const list = get(facts?.chosen);
    const chosen = list?.kind === 'array' ? list.items().map(textOf) : undefined;
    const isChosen = (name: string) => !chosen || chosen.includes(undefined) || chosen.includes(name);
    return toolsOf(get(facts?.backend) ?? first, profile).flatMap((tool) => {
      const ruled = rules?.(tool);
      if (ruled === 'refused' || !isChosen(tool.name)) return [];
      return [ruled ? { ...tool, approval: ruled } : tool];
    });
  });
}

function toolsOf(backend: CodeSyntaxNode | undefined, profile: Profile): Tool[] {
  const { backends = {} } = profile.agents;
  const added = backendsIn(backend, profile).flatMap((one) =>
    (backends[exportOf(one, profile.framework) ?? ''] ?? []).flatMap(
      (maker) => readyMade(maker, one, profile) ?? [],
    ),
  );
  for (const one of added) noteAdded(one);
  // Joined backends are behind the same tools.
  const byName = new Map(added.reverse().map((one) => [one.name, one]));
  return [...byName.values()].reverse();
}

/** A backend, or those that it joins or that a function returns: a path decides which one is used. */
function backendsIn(given: CodeSyntaxNode | undefined, profile: Profile, depth = 0): CodeSyntaxNode[] {
  if (!given || depth > DEEPEST) return [];
  const inner = (one: CodeSyntaxNode | undefined) => backendsIn(one, profile, depth + 1);
  if (given.reference?.kind === 'function') return given.reference.returned.flatMap(inner);
  const { joinedBackends = {} } = profile.agents;
  const joined = joinedBackends[exportOf(given, profile.framework) ?? ''];
  if (!joined) return [given];
  return joined.flatMap((key, place) => {
    const stated = option(given.call?.options ?? given, key) ?? given.call?.positional[place];
    return stated?.kind === 'object'
      ? stated.keys().flatMap((name) => inner(stated.get(name)))
      : inner(stated);
  });
}
