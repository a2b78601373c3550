import controlsSchema from '../../../schemas/controls.schema.json' with { type: 'json' };
import requirementsSchema from '../../../schemas/requirements.schema.json' with { type: 'json' };
import { validateControls, validateRequirements } from '../../generated/validators.js';
import type { Agent, ConfigIssue } from '../../model/index.js';
import { nearest } from '../../model/nearest.js';
import type { SyntaxNode } from '../../syntax/node.js';
import { explainErrors } from '../shared/schema-errors.js';
import { type KeySchema, keysIn } from '../shared/schema-keys.js';
import { nearOwnKey } from './keys.js';

const REQUIREMENT_KEYS = keysIn(requirementsSchema as KeySchema);
const CONTROL_KEYS = keysIn(controlsSchema as KeySchema);
const RUNTIMES = ['managed', 'framework', 'responses'];

/** Mistakes in keys of ours. Keys of the payload are judged by the spec instead (`session/schema`). */
export function ownKeyIssues(root: SyntaxNode, agents: readonly Agent[]): ConfigIssue[] {
  return [
    ...misspeltKeys(root),
    ...runtimeIssues(root.get('runtime')),
    ...headerIssues(root.get('headers')),
    ...requirementIssues(root.get('requirements')),
    ...controlIssues(root.get('controls')),
    ...agentIssues(root.get('agents')),
    ...agents.flatMap((agent) => danglingReferences(agent, agents)),
  ];
}

function misspeltKeys(root: SyntaxNode): ConfigIssue[] {
  return root.keys().flatMap((key) => {
    const meant = nearOwnKey(key);
    const value = root.get(key);
    if (meant === undefined || value === undefined) return [];
    return [
      {
        at: value.at('key'),
        message: `\`${key}\` is no key of an agent config, so it says nothing. Did you mean \`${meant}\`?`,
      },
    ];
  });
}

function runtimeIssues(node: SyntaxNode | undefined): ConfigIssue[] {
  if (node === undefined || RUNTIMES.includes(String(node.scalar))) return [];
  if (typeof node.scalar !== 'string') {
    return [{ at: node.at(), message: '`runtime` is no string; it takes managed, framework or responses.' }];
  }
  const meant = nearest(node.scalar, RUNTIMES);
  const suggestion = meant ? ` Did you mean \`${meant}\`?` : '';
  return [
    {
      at: node.at(),
      message: `\`${node.scalar}\` is no runtime; it takes managed, framework or responses.${suggestion}`,
    },
  ];
}

function headerIssues(node: SyntaxNode | undefined): ConfigIssue[] {
  if (node === undefined) return [];
  if (node.kind !== 'object')
    return [{ at: node.at(), message: '`headers` is no map of header names to values.' }];
  return node.keys().flatMap((name) => {
    const value = node.get(name);
    if (value === undefined || value.kind === 'string' || value.kind === 'dynamic') return [];
    return [{ at: value.at(), message: `The value of header \`${name}\` is no string.` }];
  });
}

function requirementIssues(node: SyntaxNode | undefined): ConfigIssue[] {
  if (node === undefined || validateRequirements(node.toValue())) return [];
  return explainErrors(node, validateRequirements.errors ?? [], 'the agent config', REQUIREMENT_KEYS);
}

function controlIssues(node: SyntaxNode | undefined): ConfigIssue[] {
  if (node === undefined || validateControls(node.toValue())) return [];
  return explainErrors(node, validateControls.errors ?? [], 'the agent config', CONTROL_KEYS);
}

function agentIssues(agents: SyntaxNode | undefined): ConfigIssue[] {
  if (agents === undefined) return [];
  if (agents.kind !== 'object')
    return [{ at: agents.at(), message: '`agents` is no map of agent names to agents.' }];
  return agents.keys().flatMap((name) => {
    const agent = agents.get(name);
    if (agent === undefined) return [];
    if (agent.kind !== 'object') return [{ at: agent.at(), message: `The agent \`${name}\` is no object.` }];
    return controlIssues(agent.get('controls'));
  });
}

function danglingReferences(agent: Agent, agents: readonly Agent[]): ConfigIssue[] {
  const names = agents.map((one) => one.name);
  return [...agent.handoffs, ...agent.delegatesTo].flatMap((reference) => {
    if (names.includes(reference.name)) return [];
    const meant = nearest(reference.name, names);
    const suggestion = meant ? ` Did you mean \`${meant}\`?` : '';
    return [{ at: reference.at, message: `\`${reference.name}\` names no agent of this file.${suggestion}` }];
  });
}
