import { type AgentSystem, DECLARED_EFFECTS, holdsOn, type Tool, toolsOf } from '../model/index.js';
import { declareEffect } from './claims.js';
import { type Directive, directivesAt } from './directives.js';

/** Effects declared beside a tool (`agent-lint-effect read -- reason`); gives the directives that declare nothing. */
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
    for (const tool of system.agents.flatMap(toolsOf))
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
