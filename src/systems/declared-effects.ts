import {
  type AgentSystem,
  changeTools,
  DECLARED_EFFECTS,
  holdsOn,
  type Tool,
  type ToolClaim,
} from '../model/index.js';
import { declaredAs } from './claims.js';
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
  const used = new Set<Directive>();
  const declared = (tool: Tool): Tool =>
    declaredAt(tool.at).reduce((one, directive) => {
      const { names, reason: because, at } = directive;
      const effect = DECLARED_EFFECTS.find((each) => each === names[0]);
      if (effect === undefined || because === '' || !holdsOn(directive, asOf)) return one;
      used.add(directive);
      return declaredAs(one, { effect, because, at });
    }, tool);
  for (const system of systems) changeTools(system, declared);
  return declarations.filter((directive) => !used.has(directive));
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
