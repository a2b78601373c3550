import { type AgentSystem, type Effect, holdsOn, toolsOf } from '../model/index.js';
import { declareEffect } from './claims.js';
import { type Directive, standsAt } from './directives.js';

const EFFECTS: readonly string[] = ['read', 'change', 'destructive', 'outward'];

/** Effects declared beside a tool (`agent-lint-effect read -- reason`); gives the directives that declare nothing. */
export function applyEffectDirectives(
  systems: readonly AgentSystem[],
  directives: readonly Directive[],
  asOf: string,
): Directive[] {
  if (directives.length === 0) return [];
  const declarations = directives.filter((directive) => directive.kind === 'effect');
  if (declarations.length === 0) return [];
  const tools = systems.flatMap((system) => system.agents.flatMap(toolsOf));
  return declarations.filter((directive) => {
    const effect = directive.names[0] ?? '';
    const about = tools.filter((tool) => standsAt(directive, tool.at));
    const holds = directive.reason !== '' && holdsOn(directive, asOf);
    if (holds && EFFECTS.includes(effect)) {
      for (const tool of about)
        declareEffect(tool, { effect: effect as Effect, because: directive.reason, at: directive.at });
    }
    return about.length === 0 || !EFFECTS.includes(effect) || !holds;
  });
}
