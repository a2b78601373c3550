import type { Agent, Approval, Evidence, Grant } from '../../model/index.js';
import {
  type CodeSyntaxNode,
  contains,
  resultIs,
  type TestGuard,
  shapeOf,
  testsFor,
  textOf as constantText,
  type Value,
  type ValuePattern,
} from '../../program/index.js';
import { isPerson } from '../frameworks/deciders/deciders.js';
import {
  isByClient,
  isByRequest,
  type OwnAnswer,
  outcomesOfResult,
} from '../frameworks/deciders/interruptions.js';
import { type FoundAgent, type Framework, textOf } from '../frameworks/framework.js';
import {
  ALL_TOOLS,
  inEither,
  isEvery,
  isIn,
  isNone,
  NO_TOOLS,
  type ToolNames,
} from '../frameworks/tool-names.js';
import { ANSWERING_EVENTS } from '../permissions/claude-hooks.js';
import { covers, type PermissionRule, readRule } from '../permissions/permission-rules.js';

/** A function that is called before tools, and what it says of each call. */
export interface Hook {
  /** It lets calls run, asks a person for each, refuses each, refuses what is not on its list; or which is not known. */
  says: 'allow' | 'ask' | 'deny' | 'list' | 'perhaps';
  covers(rule: PermissionRule): boolean;
  /** It is called before lists let a call run, not only where a person would be asked. */
  isFirst: boolean;
  grant: Grant;
  approval: Evidence<Approval>;
}

const EDIT =
  'Decide which calls are harmless, and let this hook allow only those. Or leave out its decision: the mode or the permission callback then decides.';

/** Matchers are patterns: left out, empty or a star they are for every tool. */
const EVERYTHING = /^(?:|\*|\.\*)$/;

type Event = (typeof ANSWERING_EVENTS)[number];

/** What a hook returns that lets a call run, by its event; each of several says the same. */
const ANSWERS: Readonly<Record<Event, Readonly<Record<'allow' | 'ask' | 'deny', readonly ValuePattern[]>>>> =
  {
    PreToolUse: {
      allow: [{ hookSpecificOutput: { permissionDecision: 'allow' } }, { decision: 'approve' }],
      ask: [{ hookSpecificOutput: { permissionDecision: 'ask' } }],
      deny: [{ hookSpecificOutput: { permissionDecision: 'deny' } }, { decision: 'block' }],
    },
    PermissionRequest: {
      allow: [{ hookSpecificOutput: { decision: { behavior: 'allow' } } }],
      ask: [],
      deny: [{ hookSpecificOutput: { decision: { behavior: 'deny' } } }],
    },
  };

/** The hooks that decide on calls of tools. One that allows all calls of all tools is the mode of the agent. */
export function hooksIn(
  hooks: CodeSyntaxNode | undefined,
  { agent, unresolved, framework }: FoundAgent,
): readonly Hook[] {
  return ANSWERING_EVENTS.flatMap((event) =>
    (hooks?.get(event)?.items() ?? []).flatMap((item) => {
      const entry = item.call?.options ?? item;
      const matcher = entry.get('matcher');
      const pattern = textOf(matcher) ?? '';
      const isOpen = matcher?.kind === 'dynamic';
      return (entry.get('hooks')?.items() ?? []).flatMap((fn): Hook[] => {
        const decisions = decisionsOf(fn, event, framework);
        if (decisions.length === 0) return [];
        if (isOpen) {
          const what = `tools that \`hooks.${event}\` decides on`;
          unresolved.push({ what, why: matcher.why ?? 'computed at run time', at: matcher.written() });
          return [];
        }
        return decisions.map((one) => hookOf(fn, one, { event, pattern, agent }));
      });
    }),
  );
}

/** What a hook says of the calls of some tools. */
interface Decision {
  says: Hook['says'];
  tools: ToolNames;
  /** The test by which it lets a call run. */
  test?: OwnAnswer['test'];
}

function hookOf(
  fn: CodeSyntaxNode,
  { says, tools, test }: Decision,
  { event, pattern, agent }: { event: Event; pattern: string; agent: Agent },
): Hook {
  const stated = `hooks.${event}`;
  const at = fn.written();
  const isEverything = EVERYTHING.test(pattern);
  const remedy = { text: EDIT };
  const setting = test === undefined ? stated : `${stated}, by ${test.spelling}`;
  const grant: Grant = { who: 'agent', what: { of: 'tool' }, setting, at, remedy };
  const { spelling = '', by } = test ?? {};
  const decidedBy = test && { decidedBy: { spelling, ...(by && { by }), at: 'callback' } as const };
  const allowing = { state: 'shown', value: { by: 'machine', stated, ...decidedBy }, at } as const;
  const isMode = isEverything && isEvery(tools) && test === undefined;
  if (isMode && says === 'allow' && agent.mode?.asks !== 'nobody')
    agent.mode = { stated, at, asks: 'nobody', remedy };
  const rules = pattern
    .split('|')
    .flatMap((part) => (part.trim() === '' ? [] : (readRule(part.trim().replace(/\.\*$/, '*')) ?? [])));
  const why = `\`${stated}\` may let it run without approval`;
  return {
    says,
    covers: (rule) => isIn(tools, nameOf(rule)) && (isEverything || rules.some((one) => covers(one, rule))),
    isFirst: event === 'PreToolUse',
    grant,
    approval:
      says === 'allow'
        ? allowing
        : says === 'ask'
          ? { state: 'shown', value: { by: 'human', stated: `${stated} asks` }, at }
          : says === 'deny'
            ? { state: 'shown', value: { by: 'human', stated: `${stated} denies`, refuses: true }, at }
            : { state: 'undecidable', why, at },
  };
}

const nameOf = ({ tool, server }: PermissionRule): string =>
  server === undefined ? tool : `mcp__${server}__${tool}`;

/** What a hook decides, by tools; none for one that never lets a call run, nor asks. */
function decisionsOf(fn: CodeSyntaxNode, event: Event, framework: Framework): readonly Decision[] {
  for (const says of ['deny', 'ask'] as const)
    if (ANSWERS[event][says].some((one) => resultIs(fn, one) === 'always'))
      return [{ says, tools: ALL_TOOLS }];
  const listing: readonly Decision[] =
    event === 'PreToolUse' && ANSWERS[event].deny.some((one) => testsFor(fn, one).some(isUnlisted))
      ? [{ says: 'list', tools: ALL_TOOLS }]
      : [];
  for (const allows of ANSWERS[event].allow) {
    const decisions = decisionsBy(fn, allows, framework);
    if (decisions.length > 0) return [...decisions, ...listing];
  }
  return listing;
}

/** Functions that tell whether a text begins like one of a list, or is like a pattern. */
const MATCHING: ReadonlySet<string> = new Set('any every some startsWith startswith'.split(' '));

const PATTERNS: ReadonlySet<string> = new Set(['fullmatch', 'match', 'test']);

/** Whether a pattern says what a text is, and not what it has not. */
const isPatternOfList = (value: Value | undefined): boolean => {
  const pattern = constantText(value);
  return pattern !== undefined && !/\(\?<?!|\[\^/.test(pattern);
};

/** Whether some tests are met by what is not on a list, or by what a person declines: each test of a list fails. */
function isUnlisted(tests: readonly TestGuard[]): boolean {
  if (tests.some(({ test }) => contains(test.value, isPerson))) return true;
  const ofLists = tests.filter(({ test }) => isTestOfList(test.value));
  return ofLists.length > 0 && ofLists.every(({ holds }) => !holds);
}

function isTestOfList(value: Value, depth = 0): boolean {
  const shape = shapeOf(value);
  if (shape.kind === 'compare' && (shape.operator === 'in' || shape.operator === 'equal'))
    return isOfCommand(shape.left) && !isOfCommand(shape.right);
  // Of each item of a list: `ALLOWED.some((one) => command.startsWith(one))`.
  if (shape.kind === 'computed')
    return depth < DEEPEST_TEST && shape.parts.some((one) => isTestOfList(one, depth + 1));
  if (shape.kind !== 'call' || !isOfCommand(value)) return false;
  const { name, object, given } = shape;
  if (PATTERNS.has(name)) return [object, ...given].some(isPatternOfList);
  return MATCHING.has(name) || ((name === 'includes' || name === 'has') && !(object && isOfCommand(object)));
}

/** Whether a value is made from what a call passes to its tool, and not from the name of the tool. */
const isOfCommand = (value: Value): boolean =>
  contains(value, (one) => {
    const shape = shapeOf(one);
    return shape.kind === 'member' && shape.property === 'tool_input';
  });

/** Computed values in each other in which a test is looked for. */
const DEEPEST_TEST = 12;

function decisionsBy(fn: CodeSyntaxNode, allows: ValuePattern, framework: Framework): readonly Decision[] {
  const found = outcomesOfResult(fn, allows, framework);
  if (!found || found.outcomes.length === 0) return [];
  // Where it asks a person, the mode says what that is worth, and the others are exceptions.
  const isAsking = found.outcomes.some((one) => one.kind === 'open' && one.isAsked);
  const outcomes = isAsking ? found.outcomes.filter(({ kind }) => kind !== 'open') : found.outcomes;
  let allowed = NO_TOOLS;
  let perhaps = NO_TOOLS;
  const tested: Decision[] = [];
  for (const one of outcomes) {
    if (one.kind === 'open') perhaps = ALL_TOOLS;
    else if (one.kind === 'answered' && one.unless === undefined) allowed = inEither(allowed, one.tools);
    else if (isByRequest(one) && (!found.asks || isByClient(one)))
      tested.push({ says: 'allow', tools: one.tools, test: one.request });
    else perhaps = inEither(perhaps, one.tools);
  }
  return [
    ...(isNone(allowed) ? [] : [{ says: 'allow' as const, tools: allowed }]),
    ...tested,
    ...(isNone(perhaps) ? [] : [{ says: 'perhaps' as const, tools: perhaps }]),
  ];
}
