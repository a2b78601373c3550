import {
  type AgentSystem,
  DECLARED_EFFECTS,
  everyToolOf,
  holdsOn,
  type Tool,
  type ToolClaim,
} from '../model/index.js';
import { declareEffect } from './claims.js';
import { type Directive, directivesAt } from './directives.js';

/** Effects declared beside a tool (`agent-lint-effect read -- reason`); returns the directives that declare nothing. */
export function applyEffectDirectives(
  systems: readonly AgentSystem[],
  directives: readonly Directive[],
  asOf: string,
): Directive[] {
  if (directives.length === 0) return [];
  const declarations = directives.filter((directive) => directive.kind === 'effect');
  if (declarations.length === 0) return [];
  const declaredAt = directivesAt(declarations);
  const toolsAt = new Map<Directive, Tool[]>(declarations.map((directive) => [directive, []]));
  for (const system of systems) {
    for (const tool of everyToolOf(system))
      for (const directive of declaredAt(tool.at)) toolsAt.get(directive)?.push(tool);
  }
  return declarations.filter((directive) => {
    const effect = DECLARED_EFFECTS.find((one) => one === directive.names[0]);
    const about = toolsAt.get(directive) ?? [];
    const holds = directive.reason !== '' && holdsOn(directive, asOf);
    if (holds && effect !== undefined) {
      for (const tool of about) declareEffect(tool, { effect, because: directive.reason, at: directive.at });
    }
    return about.length === 0 || effect === undefined || !holds;
  });
}

/**
 * Effects that a file declares under `controls` apply only if they raise one, unless the file also declares them
 * in the state that claims are read from.
 */
export function distrustEffects(
  systems: readonly AgentSystem[],
  readTrusted: () => readonly AgentSystem[],
): void {
  const claimed = systems.flatMap(effectsClaimed);
  if (claimed.length === 0) return;
  const known = new Set(
    readTrusted()
      .flatMap(effectsClaimed)
      .map(({ id }) => id),
  );
  for (const { id, claim } of claimed) if (!known.has(id)) claim.onlyRaises = true;
}

const effectsClaimed = ({ claims }: AgentSystem): { id: string; claim: ToolClaim }[] =>
  claims.flatMap(({ agent, tools }) =>
    tools.flatMap((claim) =>
      claim.effect ? [{ id: JSON.stringify([agent, claim.key, claim.effect.effect]), claim }] : [],
    ),
  );
