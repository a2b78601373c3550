import controlsSchema from '../../../schemas/controls.schema.json' with { type: 'json' };
import requirementsSchema from '../../../schemas/requirements.schema.json' with { type: 'json' };
import { isRegion, regionMeant } from '../../facts/regions.js';
import { validateControls, validateRequirements } from '../../generated/validators.js';
import type { Agent, ConfigIssue, Repair } from '../../model/index.js';
import { nearest, nearestAmong } from '../../model/nearest.js';
import type { SyntaxNode } from '../../syntax/node.js';
import { explainErrors, renamed, written } from '../../syntax/schema-errors.js';
import { type KeySchema, keysIn } from '../../syntax/schema-keys.js';
import { misspeltAgent, nearOwnKey } from './keys.js';

const REQUIREMENT_KEYS = keysIn(requirementsSchema as KeySchema);
const CONTROL_KEYS = keysIn(controlsSchema as KeySchema);
const RUNTIMES = ['managed', 'framework', 'responses'];
const NONE: readonly ConfigIssue[] = [];

/** Mistakes in keys of ours. Keys of the payload are checked against the spec instead (`session/schema`). */
export function ownKeyIssues(root: SyntaxNode, agents: readonly Agent[]): ConfigIssue[] {
  const agent = root.get('agent');
  const requirements = root.get('requirements');
  const issues: ConfigIssue[] = [];
  for (const some of [
    misspeltKeys(root),
    runtimeIssues(root.get('runtime')),
    headerIssues(root.get('headers')),
    requirementIssues(requirements),
    regionIssues(requirements?.get('residency')),
    controlIssues(root.get('controls')),
    controlIssues(agent?.get('controls')),
    referenceIssues(agent),
    agentIssues(root.get('agents')),
    danglingReferences(agents),
  ]) {
    for (const issue of some) issues.push(issue);
  }
  return issues;
}

function misspeltKeys(root: SyntaxNode): ConfigIssue[] {
  const issues: ConfigIssue[] = lackOfAgents(root);
  const agent = misspeltAgent(root);
  for (const key of root.keys()) {
    const meant = key === agent?.key ? agent.meant : nearOwnKey(key);
    const value = meant === undefined ? undefined : root.get(key);
    if (value === undefined) continue;
    issues.push({
      at: value.at('key'),
      message: `Unknown key \`${key}\`. Did you mean \`${meant}\`?`,
      repair: renamed(value, String(meant)),
    });
  }
  return issues;
}

/** A root with a runtime of ours, and neither `agent` nor `agents` nor a key that is meant to be one. */
function lackOfAgents(root: SyntaxNode): ConfigIssue[] {
  const stated = root.get('runtime');
  if (stated === undefined || (root.get('agent') ?? root.get('agents')) || misspeltAgent(root)) return [];
  const message = 'The file has neither `agent` nor `agents`, so no agent is checked.';
  return [{ at: stated.at('key'), message }];
}

function runtimeIssues(node: SyntaxNode | undefined): readonly ConfigIssue[] {
  if (node === undefined || RUNTIMES.includes(String(node.scalar))) return NONE;
  if (typeof node.scalar !== 'string') {
    return [{ at: node.at(), message: '`runtime` must be managed, framework or responses.' }];
  }
  const meant = nearest(node.scalar, RUNTIMES);
  const suggestion = meant ? ` Did you mean \`${meant}\`?` : '';
  return [
    {
      at: node.at(),
      message: `Unknown runtime \`${node.scalar}\`: use managed, framework or responses.${suggestion}`,
      ...mended(written(node, meant)),
    },
  ];
}

function headerIssues(node: SyntaxNode | undefined): readonly ConfigIssue[] {
  if (node === undefined) return NONE;
  if (node.kind !== 'object')
    return [{ at: node.at(), message: '`headers` must be a map of header names to values.' }];
  const issues: ConfigIssue[] = [];
  for (const name of node.keys()) {
    const value = node.get(name);
    if (value === undefined || value.kind === 'string' || value.kind === 'dynamic') continue;
    issues.push({ at: value.at(), message: `The value of the header \`${name}\` must be a string.` });
  }
  return issues;
}

function requirementIssues(node: SyntaxNode | undefined): readonly ConfigIssue[] {
  if (node === undefined || validateRequirements(node.toValue())) return NONE;
  // A pattern is used for regions: their mistakes get a better message below.
  const errors = (validateRequirements.errors ?? []).filter(({ keyword }) => keyword !== 'pattern');
  return explainErrors(node, errors, 'the agent config', REQUIREMENT_KEYS);
}

/** Texts that name no region. */
function regionIssues(node: SyntaxNode | undefined): readonly ConfigIssue[] {
  if (node?.kind !== 'array') return NONE;
  return node.items().flatMap((item) => {
    const { scalar } = item;
    if (typeof scalar !== 'string' || isRegion(scalar)) return [];
    const meant = regionMeant(scalar);
    const suggestion = meant ? ` Did you mean \`${meant}\`?` : '';
    const takes = 'use eu, eea, any or two-letter country codes (ISO 3166-1)';
    const message = `Unknown region \`${scalar}\`: ${takes}.${suggestion}`;
    return [{ at: item.at(), message, ...mended(written(item, meant)) }];
  });
}

function controlIssues(node: SyntaxNode | undefined): readonly ConfigIssue[] {
  if (node === undefined || validateControls(node.toValue())) return NONE;
  return explainErrors(node, validateControls.errors ?? [], 'the agent config', CONTROL_KEYS).map(asClaim);
}

/** What mends a claim states it: a person has to. */
function asClaim(issue: ConfigIssue): ConfigIssue {
  const { repair } = issue;
  if (!repair) return issue;
  const { title, edits } = repair;
  return { ...issue, repair: { title: `Claim: ${title.charAt(0).toLowerCase()}${title.slice(1)}`, edits } };
}

const mended = (repair: Repair | undefined): Pick<ConfigIssue, 'repair'> => (repair ? { repair } : {});

function agentIssues(agents: SyntaxNode | undefined): readonly ConfigIssue[] {
  if (agents === undefined) return NONE;
  if (agents.kind !== 'object')
    return [{ at: agents.at(), message: '`agents` must be a map of agent names to agents.' }];
  return agents.keys().flatMap((name) => {
    const agent = agents.get(name);
    if (agent === undefined) return [];
    if (agent.kind !== 'object')
      return [{ at: agent.at(), message: `The agent \`${name}\` must be an object.` }];
    return [...controlIssues(agent.get('controls')), ...referenceIssues(agent)];
  });
}

const REFERENCES = ['handoffs', 'delegates_to'] as const;

/** `handoffs` and `delegates_to` are lists of names. */
function referenceIssues(agent: SyntaxNode | undefined): readonly ConfigIssue[] {
  if (agent === undefined) return NONE;
  let issues: ConfigIssue[] | undefined;
  for (const key of REFERENCES) {
    const list = agent.get(key);
    if (list === undefined || list.kind === 'dynamic') continue;
    const wrong = list.kind === 'array' ? list.items().filter(isNoName) : [list];
    const message =
      list.kind === 'array'
        ? `An entry of \`${key}\` must be the name of an agent.`
        : `\`${key}\` must be a list of agent names.`;
    for (const node of wrong) {
      issues ??= [];
      issues.push({ at: node.at(), message });
    }
  }
  return issues ?? NONE;
}

const isNoName = ({ kind }: SyntaxNode) => kind !== 'string' && kind !== 'dynamic';

function danglingReferences(agents: readonly Agent[]): readonly ConfigIssue[] {
  if (agents.every((agent) => agent.handoffs.length === 0 && agent.delegatesTo.length === 0)) return NONE;
  const names = new Set(agents.map((agent) => agent.name));
  const nameMeant = nearestAmong(names);
  const references = agents.flatMap(({ name, handoffs, delegatesTo }) =>
    [...handoffs, ...delegatesTo].map((reference) => ({ reference, from: name })),
  );
  return references.flatMap(({ reference, from }) => {
    if (names.has(reference.name)) return [];
    const nearby = nameMeant(reference.name);
    // An agent has no reference to itself.
    const meant = nearby === from ? undefined : nearby;
    const suggestion = meant ? ` Did you mean \`${meant}\`?` : '';
    const message = `Unknown agent \`${reference.name}\`.${suggestion}`;
    const repair = meant && {
      title: `Set it to \`${meant}\``,
      edits: () => reference.at.edit?.()?.replace(meant),
    };
    return [{ at: reference.at, message, ...(repair ? { repair } : {}) }];
  });
}
