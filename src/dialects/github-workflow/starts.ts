import type { AgentStart, Evidence, Starter } from '../../model/index.js';
import type { SyntaxNode } from '../../syntax/node.js';
import { stringOf } from '../agents/tool.js';
import { admitsAll, isBelow, type Opening, type UsedAction } from '../ci/profiles.js';
import facts from './events.json' with { type: 'json' };
import { type Expression, parseExpression } from './expression.js';
import { type Job, stepsOf } from './jobs.js';
import { canBeMet, leastOf, type OutsideEvent, type Possible } from './outsiders.js';
import { type AgentStep, whatAsksForRole } from './steps.js';
import type { Trigger } from './triggers.js';

/** Words of a step that asks for the role of a person. */
const CHECKS = facts.checks.words;

/** Who can start the agent of a step. */
export interface Reached {
  who: Starter;
  /** Events with which an outsider gets as far as this step, and those of which that is not known. */
  open: readonly Trigger[];
  unsure: readonly Trigger[];
  /** What switches the check of the action off. */
  opened?: AgentStart['opened'];
  guard: Evidence<string>;
  /** Nothing keeps outsiders from it, whatever it may do. */
  isOpen: boolean;
  events: AgentStart['events'];
}

/** What lets only people with a role start the agent of a step, and the events with which an outsider may start it. */
export function reachedBy(job: Job, found: AgentStep, triggers: readonly Trigger[]): Reached {
  const { used, step, own } = found;
  const opening = openingOf(used, step);
  const isApps = opening?.admits === 'apps';
  const texts = [...conditionsOf(job), own?.get('if'), step === own ? undefined : step.get('if')];
  const conditions = texts.flatMap((node) => conditionIn(node) ?? []);
  const open: Trigger[] = [];
  const unsure: Trigger[] = [];
  for (const trigger of triggers) {
    if (isApps && !facts.apps.events.includes(trigger.name)) continue;
    const possible = possibleBy(trigger, conditions, isApps);
    if (possible === 'yes') open.push(trigger);
    else if (possible === 'maybe') unsure.push(trigger);
  }
  const events = (open.length > 0 ? open : unsure).map(({ name, at }) => ({ name, at }));
  const bare = guardOf(job, found, { open, unsure, isOpened: opening !== undefined });
  const { computed } = found.stated;
  const isUnknown = bare.state === 'absent' && computed !== undefined;
  return {
    who: isApps ? 'apps' : 'anyone',
    open,
    unsure,
    ...(opening ? { opened: opening.opened } : {}),
    guard: isUnknown ? { state: 'undecidable', why: `${computed} is computed when the workflow runs` } : bare,
    isOpen: bare.state === 'absent',
    events: events.length > 0 ? events : triggers.map(({ name, at }) => ({ name, at })),
  };
}

function possibleBy(
  { outside, upstream }: Trigger,
  conditions: readonly (Expression | 'unread')[],
  isApp: boolean,
): Possible {
  if (!outside) return upstream ?? 'maybe';
  const event: OutsideEvent = isApp ? { ...outside, isApp } : outside;
  const met = leastOf(conditions.map((one) => (one === 'unread' ? 'maybe' : canBeMet(one, event))));
  if (upstream === undefined || met === 'no') return met;
  return conditions.some((one) => one !== 'unread' && asksForFork(one)) ? met : leastOf([met, upstream]);
}

/** Whether a condition asks for the run of a pull request. */
function asksForFork(of: Expression): boolean {
  if (of.kind === 'and') return asksForFork(of.left) || asksForFork(of.right);
  if (of.kind !== 'equal') return false;
  const sides = [of.left, of.right];
  return (
    sides.some((one) => one.kind === 'context' && one.path === 'github.event.workflow_run.event') &&
    sides.some((one) => one.kind === 'literal' && one.value.startsWith('pull_request'))
  );
}

interface Found {
  open: readonly Trigger[];
  unsure: readonly Trigger[];
  isOpened: boolean;
}

function guardOf(job: Job, agent: AgentStep, found: Found): Evidence<string> {
  const { step, own, at, used } = agent;
  const { open, unsure: maybe, isOpened } = found;
  const unknown = (why: string): Evidence<string> => ({ state: 'undecidable', why });
  const asking = isOpened ? undefined : whatAsksForRole(agent);
  const unsure = Object.entries(used?.profile.unsure ?? {}).find(
    ([input, value]) => String(step.get('with')?.get(input)?.scalar) === value,
  );
  if (asking !== undefined && unsure)
    return unknown(`it is not known whether the action checks the role with \`${unsure.join(': ')}\``);
  if (asking !== undefined) return { state: 'shown', value: `the ${asking} requires write access`, at };
  if (open.length === 0 && maybe.length === 0)
    return { state: 'shown', value: 'a condition on who causes the event', at: step.at() };
  if (open.length === 0) return unknown('a condition is computed elsewhere');
  if (job.all.some(({ node }) => node.get('environment') !== undefined))
    return unknown('the environment may require a review');
  return asksForRole(job, own ?? step)
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

/** What switches the check of an action off, and for whom: first what lets people in, then what lets apps in. */
function openingOf(
  used: UsedAction | undefined,
  step: SyntaxNode,
): { admits: Opening['admits']; opened: NonNullable<AgentStart['opened']> } | undefined {
  const inputs = step.get('with');
  const openings = [...(used?.profile.opens ?? [])].sort((a, b) => a.admits.localeCompare(b.admits));
  for (const { input, needs, when, below, admits } of openings) {
    const node = inputs?.get(input);
    const value = node?.scalar;
    if (!node || (needs !== undefined && inputs?.get(needs) === undefined)) continue;
    if (below !== undefined && !isBelow(used?.ref ?? '', below)) continue;
    const text = String(value ?? '').trim();
    if (when === 'star' ? !admitsAll(text) : when === 'true' ? text !== 'true' : false) continue;
    const uses = step.get('uses');
    if (when === 'given' && uses)
      return { admits, opened: { stated: `@${used?.ref ?? ''}`, by: 'action', at: uses.at() } };
    return {
      admits,
      opened: {
        stated: `${input}: ${when === 'star' ? `"${text}"` : text}`,
        by: 'action',
        at: node.at(),
        repair: { title: `Remove \`${input}\``, edits: () => node.edit()?.remove() },
      },
    };
  }
  return undefined;
}

/** The condition that lets only people with a role start it, for the events that can. */
export function editFor(open: readonly Trigger[]): string {
  const authors = new Set(
    open.flatMap(({ name }) => {
      const events: Readonly<Record<string, { author: string }>> = facts.events;
      return events[name]?.author ?? [];
    }),
  );
  if (authors.has('workflow_run'))
    return 'Decide who may start it. To shut out forks, add to its job: `if: github.event.workflow_run.head_repository.full_name == github.repository`, joined with `&&` to a condition that is there.';
  const paths = [...authors].map((author) => `github.event.${author}.author_association`);
  const roles = `fromJSON('["OWNER", "MEMBER", "COLLABORATOR"]')`;
  return `Decide who may start it. For people with a role, add to its job: \`if: contains(${roles}, ${paths.join(' || ')})\`, joined with \`&&\` to a condition that is there.`;
}
