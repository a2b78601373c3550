import { MULTI_AGENT_BETA } from '../../facts/multi-agent-beta.js';
import type { Delegation, Evidence } from '../../model/index.js';
import type { CodeSyntaxNode } from '../../program/index.js';
import { computed } from '../agents/tool.js';
import { type FoundAgent, option } from '../frameworks/framework.js';
import { exportOf } from '../frameworks/origins.js';
import { placed } from '../frameworks/places.js';
import facts from './vendor.json' with { type: 'json' };

/** The subagents that an agent's model starts (facts on dialects, A3); undefined where it starts none. */
export function hostedSubagents({ model, framework, rows }: FoundAgent): Delegation | undefined {
  const { models, limit } = facts.subagents;
  const { call } = model ?? {};
  if (!model || !call || !models.includes(exportOf(model, framework) ?? '')) return undefined;
  const at = placed(model.at(), 'multi_agent');
  const config = call.named.get('config') ?? call.positional[2];
  const settings = config?.call?.named ?? config;
  const name = limit[rows.language];
  const bound = settings && option(settings, name);
  const set = (value: number) => {
    if (config) return config.edit()?.set(name, value);
    if (rows.language === 'python') return model.edit()?.set('config', { [name]: value });
    return call.positional.length === 2 ? model.edit()?.append({ [name]: value }) : undefined;
  };
  return {
    enabled: { state: 'shown', value: true, at },
    maxConcurrent: boundOf(bound, at),
    defaultBound: MULTI_AGENT_BETA,
    boundField: { name, set },
  };
}

function boundOf(node: CodeSyntaxNode | undefined, at: Evidence<number>['at']): Evidence<number> {
  if (!node || node.kind === 'null') return { state: 'absent', ...(at ? { at } : {}) };
  if (typeof node.scalar === 'number') return { state: 'shown', value: node.scalar, at: node.written() };
  return computed(node);
}
