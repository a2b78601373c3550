import type { AgentStart, Evidence, Starter } from '../../model/index.js';
import { admitsAll, isBelow, type Opening, type UsedAction } from '../ci/profiles.js';
import type { WorkflowStep } from '../ci/workflow.js';
import facts from '../ci/events.json' with { type: 'json' };
import { all, type Expression, whyUnknown } from '../ci/expression.js';
import type { Job } from './scope.js';
import { canBeMet, leastOf, type OutsideEvent, type Possible } from '../ci/outsiders.js';
import { type AgentStep, whatAsksForRole } from './steps.js';
import type { Trigger } from './triggers.js';
import { asksUnread, reaching } from './resolve.js';

/** Who can start the agent of a step. */
export interface Reached {
  who: Starter;
  /** Events with which an outsider gets as far as this step, and those of which that is not known. */
  open: readonly Trigger[];
  unsure: readonly Trigger[];
  /** What switches the check of the action off. */
  opened?: AgentStart['opened'];
  guard: Evidence<string>;
  /** Where a value comes from that a condition compares is not known. */
  isUnresolved: boolean;
  /** Nothing keeps outsiders from it, whatever it may do. */
  isOpen: boolean;
  events: AgentStart['events'];
}

/** What lets only people with a role start the agent of a step, and the events with which an outsider may start it. */
export function reachedBy(job: Job, found: AgentStep, triggers: readonly Trigger[]): Reached {
  const { used, step, scope } = found;
  const opening = openingOf(used, step);
  const isApps = opening?.admits === 'apps';
  const conditions = reaching(scope);
  const open: Trigger[] = [];
  const unsure: Trigger[] = [];
  for (const trigger of triggers) {
    if (isApps && !facts.apps.events.includes(trigger.name)) continue;
    const possible = possibleBy(trigger, conditions, isApps);
    if (possible === 'yes') open.push(trigger);
    else if (possible === 'maybe') unsure.push(trigger);
  }
  const events = (open.length > 0 ? open : unsure).map(({ name, at }) => ({ name, at }));
  const bare = guardOf(job, found, { open, unsure }, conditions, opening !== undefined);
  const { computed } = found.stated;
  const isUnknown = bare.state === 'absent' && computed !== undefined;
  return {
    who: isApps ? 'apps' : 'anyone',
    open,
    unsure,
    ...(opening ? { opened: opening.opened } : {}),
    guard: isUnknown ? { state: 'undecidable', why: `${computed} is computed when the workflow runs` } : bare,
    isUnresolved: bare.state === 'undecidable' && bare.isUnresolved === true,
    isOpen: bare.state === 'absent',
    events: events.length > 0 ? events : triggers.map(({ name, at }) => ({ name, at })),
  };
}

function possibleBy(
  { outside, upstream }: Trigger,
  conditions: readonly Expression[],
  isApp: boolean,
): Possible {
  if (!outside) return upstream ?? 'maybe';
  const event: OutsideEvent = isApp ? { ...outside, isApp } : outside;
  const met = canBeMet(all(conditions), event);
  if (upstream === undefined || met === 'no') return met;
  return conditions.some(asksForFork) ? met : leastOf([met, upstream]);
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

type Guard = Evidence<string> & { isUnresolved?: true };

function guardOf(
  job: Job,
  agent: AgentStep,
  found: Pick<Reached, 'open' | 'unsure'>,
  conditions: readonly Expression[],
  isOpened: boolean,
): Guard {
  const { step, at, used, scope } = agent;
  const { open, unsure: maybe } = found;
  const unknown = (why: string): Guard => ({ state: 'undecidable', why });
  const unresolved = (why: string): Guard => ({ ...unknown(why), isUnresolved: true });
  const asking = isOpened ? undefined : whatAsksForRole(agent);
  const unsure = Object.entries(used?.profile.unsure ?? {}).find(
    ([input, value]) => step.with.get(input)?.text === value,
  );
  if (asking !== undefined && unsure)
    return unknown(`it is not known whether the action checks the role with \`${unsure.join(': ')}\``);
  if (asking !== undefined) return { state: 'shown', value: `the ${asking} requires write access`, at };
  if (open.length === 0 && maybe.length === 0)
    return { state: 'shown', value: 'a condition on who causes the event', at: step.at() };
  if (job.all.some(({ environment }) => environment)) return unknown('the environment may require a review');
  if (open.length === 0)
    return maybe.every(({ name }) => name === 'workflow_call')
      ? unknown('the workflow that calls it decides who starts it')
      : unresolved(whyUnknown(all(conditions)) ?? whoIsElsewhere(maybe));
  return asksUnread(scope)
    ? unresolved(
        'a step before it asks for the role of the person, and what it does with the answer is not read',
      )
    : { state: 'absent' };
}

const whoIsElsewhere = (unsure: readonly Trigger[]): string =>
  unsure.some(({ upstream }) => upstream === 'maybe')
    ? 'a workflow that is not in the repository decides it'
    : 'a condition compares with a list that is not in the files';

/** What switches the check of an action off, and for whom: first what lets people in, then what lets apps in. */
function openingOf(
  used: UsedAction | undefined,
  { uses, with: inputs }: WorkflowStep,
): { admits: Opening['admits']; opened: NonNullable<AgentStart['opened']> } | undefined {
  const openings = [...(used?.profile.opens ?? [])].sort((a, b) => a.admits.localeCompare(b.admits));
  for (const { input, needs, when, below, admits } of openings) {
    const value = inputs.get(input);
    if (!value || (needs !== undefined && !inputs.has(needs))) continue;
    if (below !== undefined && !isBelow(used?.ref ?? '', below)) continue;
    const text = value.text.trim();
    if (when === 'star' ? !admitsAll(text) : when === 'true' ? text !== 'true' : false) continue;
    if (when === 'given' && uses)
      return { admits, opened: { stated: `@${used?.ref ?? ''}`, by: 'action', at: uses.at() } };
    return {
      admits,
      opened: {
        stated: `${input}: ${when === 'star' ? `"${text}"` : text}`,
        by: 'action',
        at: value.at(),
        repair: { title: `Remove \`${input}\``, edits: () => value.edit()?.remove() },
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
