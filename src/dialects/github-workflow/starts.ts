import type { AgentStart, Evidence, Place } from '../../model/index.js';
import type { SyntaxNode } from '../../syntax/node.js';
import { stringOf } from '../agents/tool.js';
import facts from './events.json' with { type: 'json' };
import { type Expression, parseExpression } from './expression.js';
import type { AgentAction } from './facts.js';
import { type Job, stepsOf } from './jobs.js';
import { canBeMet, leastOf, type OutsideEvent, outsideTypes } from './outsiders.js';

/** An event that starts a workflow, at its place; `outside` where anyone can cause it. */
export interface Trigger {
  name: string;
  at: Place;
  outside?: OutsideEvent;
  /** Another workflow decides who causes it. */
  isElsewhere?: true;
}

/** The events that anyone may cause, or that another workflow passes on. */
export function triggersOf(root: SyntaxNode): Trigger[] {
  const on = root.get('on') ?? root.get('true');
  const name = stringOf(on);
  if (on && name !== undefined) return triggerOf(name, on.at(), undefined);
  const listed = (on?.items() ?? []).flatMap((item) => triggerOf(stringOf(item) ?? '', item.at(), undefined));
  const keyed = (on?.keys() ?? []).flatMap((key) => {
    const node = on?.get(key);
    return node ? triggerOf(key, node.at('key'), node) : [];
  });
  return [...listed, ...keyed];
}

function triggerOf(name: string, at: Place, node: SyntaxNode | undefined): Trigger[] {
  if (facts.elsewhere.events.includes(name)) return [{ name, at, isElsewhere: true }];
  const open = outsideTypes(name);
  if (!open) return [];
  const stated = node?.get('types');
  const one = stringOf(stated);
  const types = one === undefined ? (stated?.items() ?? []).map((item) => stringOf(item) ?? '') : [one];
  const usual = name === 'pull_request_target' ? ['opened', 'synchronize', 'reopened'] : open;
  const used = stated ? types.filter((type) => open.includes(type)) : usual;
  return used.length > 0 ? [{ name, at, outside: { name, types: used } }] : [];
}

/** Words of a step that asks for the role of a person. */
const CHECKS = facts.checks.words;

/** What lets only people with a role start the agent of a step, and the events with which an outsider may start it. */
export function startOf(
  job: Job,
  step: SyntaxNode,
  triggers: readonly Trigger[],
  agent: { name: string; action?: AgentAction; at: Place; acts: string | undefined; computed?: string },
): AgentStart {
  const { action } = agent;
  const opened = openedBy(action, step);
  const conditions = [...conditionsOf(job), step.get('if')].flatMap((node) => conditionIn(node) ?? []);
  const open: Trigger[] = [];
  const unsure: Trigger[] = [];
  for (const trigger of triggers) {
    const possible = trigger.outside
      ? leastOf(
          conditions.map((one) =>
            one === 'unread' ? 'maybe' : canBeMet(one, trigger.outside as OutsideEvent),
          ),
        )
      : 'maybe';
    if (possible === 'yes') open.push(trigger);
    else if (possible === 'maybe') unsure.push(trigger);
  }
  const events = (open.length > 0 ? open : unsure).map(({ name, at }) => ({ name, at }));
  return {
    agent: agent.name,
    at: agent.at,
    events: events.length > 0 ? events : triggers.map(({ name, at }) => ({ name, at })),
    guard: guardOf(job, step, {
      open,
      unsure,
      action,
      isOpened: opened !== undefined,
      computed: agent.computed,
    }),
    ...(agent.acts === undefined ? {} : { acts: agent.acts }),
    ...(opened ? { opened } : {}),
    edit: editFor(open),
  };
}

interface Found {
  open: readonly Trigger[];
  unsure: readonly Trigger[];
  action: AgentAction | undefined;
  isOpened: boolean;
  computed: string | undefined;
}

function guardOf(job: Job, step: SyntaxNode, found: Found): Evidence<string> {
  const { open, unsure, action, isOpened, computed } = found;
  if (action?.checks && !isOpened)
    return {
      state: 'shown',
      value: 'the action requires write access',
      at: step.get('uses')?.at() ?? step.at(),
    };
  if (open.length === 0 && unsure.length === 0)
    return { state: 'shown', value: 'a condition on who causes the event', at: step.at() };
  const unknown = (why: string): Evidence<string> => ({ state: 'undecidable', why });
  if (open.length === 0) return unknown('a condition is computed elsewhere');
  if (computed !== undefined) return unknown(`${computed} is computed when the workflow runs`);
  if (job.all.some(({ node }) => node.get('environment') !== undefined))
    return unknown('the environment may require a review');
  return asksForRole(job, step)
    ? unknown('a step before it asks for the role of the person')
    : { state: 'absent' };
}

/** Whether a step before it, in its job or one that has to end first, asks who caused the event. */
function asksForRole(job: Job, step: SyntaxNode): boolean {
  const [own, ...others] = job.all;
  const before = stepsOf(own?.node);
  const index = before.findIndex((one) => one.path() === step.path());
  const steps = [...before.slice(0, Math.max(0, index)), ...others.flatMap(({ node }) => stepsOf(node))];
  return steps.some((one) => {
    const text = JSON.stringify(one.toValue() ?? '');
    return CHECKS.some((word) => text.includes(word));
  });
}

/** The conditions of a job and of those that have to end first. */
function conditionsOf({ all }: Job): readonly (SyntaxNode | undefined)[] {
  const [own] = all;
  const condition = stringOf(own?.node.get('if')) ?? '';
  // It runs also where a job before it was skipped.
  const runsAnyway = /\b(?:always|failure|cancelled)\s*\(/.test(condition);
  return (runsAnyway ? all.slice(0, 1) : all).map(({ node }) => node.get('if'));
}

function conditionIn(node: SyntaxNode | undefined): Expression | 'unread' | undefined {
  if (!node) return undefined;
  const text = stringOf(node);
  if (text === undefined) return node.scalar === false ? { kind: 'literal', value: 'false' } : undefined;
  return parseExpression(text) ?? 'unread';
}

/** The input that switches the check of an action off. */
function openedBy(action: AgentAction | undefined, step: SyntaxNode): AgentStart['opened'] {
  if (!action?.openedBy) return undefined;
  const { input, needs } = action.openedBy;
  const inputs = step.get('with');
  const node = inputs?.get(input);
  const stated = stringOf(node);
  if (!node || stated?.trim() !== '*') return undefined;
  if (needs !== undefined && inputs?.get(needs) === undefined) return undefined;
  return {
    stated: `${input}: "*"`,
    at: node.at(),
    repair: { title: `Remove \`${input}\``, edits: () => node.edit()?.remove() },
  };
}

/** The condition that lets only people with a role start it, for the events that can. */
function editFor(open: readonly Trigger[]): string {
  const authors = new Set(
    open.flatMap(({ name }) => {
      const events: Readonly<Record<string, { author: string }>> = facts.events;
      return events[name]?.author ?? [];
    }),
  );
  const paths = [...authors].map((author) => `github.event.${author}.author_association`);
  const roles = `fromJSON('["OWNER", "MEMBER", "COLLABORATOR"]')`;
  return `Decide who may start it. For people with a role, add to its job: \`if: contains(${roles}, ${paths.join(' || ')})\`, joined with \`&&\` to a condition that is there.`;
}
