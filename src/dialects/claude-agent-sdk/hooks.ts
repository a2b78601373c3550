import {
  type Agent,
  type Approval,
  approvalBy,
  type Evidence,
  type Grant,
  type Unresolved,
} from '../../model/index.js';
import { type CodeSyntaxNode, resultIs } from '../../program/index.js';
import { asksSomebody } from '../frameworks/deciders/deciders.js';
import { textOf } from '../frameworks/framework.js';
import { ANSWERING_EVENTS } from '../permissions/claude-hooks.js';
import { covers, type PermissionRule, readRule } from '../permissions/permission-rules.js';

/** A function that is called before tools, and what it says of each call. */
export interface Hook {
  /** It lets every call run; asks a person for each; or which of both is not known. */
  says: 'allow' | 'ask' | 'perhaps';
  covers(rule: PermissionRule): boolean;
  grant: Grant;
  approval: Evidence<Approval>;
}

const EDIT =
  'Decide which calls are harmless, and let this hook allow only those. Or leave out its decision: the mode or the permission callback then decides.';

/** Matchers are patterns: left out, empty or a star they are for every tool. */
const EVERYTHING = /^(?:|\*|\.\*)$/;

const decision = (value: string) => ({ hookSpecificOutput: { permissionDecision: value } });

/** The hooks that decide on calls of tools. One that allows all calls of all tools is the mode of the agent. */
export function hooksIn(
  hooks: CodeSyntaxNode | undefined,
  agent: Agent,
  unresolved: Unresolved[],
): readonly Hook[] {
  return ANSWERING_EVENTS.flatMap((event) =>
    (hooks?.get(event)?.items() ?? []).flatMap((item) => {
      const entry = item.call?.options ?? item;
      const stated = `hooks.${event}`;
      const matcher = entry.get('matcher');
      const pattern = textOf(matcher) ?? '';
      const isOpen = matcher?.kind === 'dynamic';
      return (entry.get('hooks')?.items() ?? []).flatMap((fn): Hook[] => {
        const says = saysOf(fn);
        if (says === undefined) return [];
        if (isOpen) {
          const what = `tools that \`${stated}\` decides on`;
          unresolved.push({ what, why: matcher.why ?? 'computed at run time', at: matcher.written() });
          return [];
        }
        return [hookOf(fn, says, { stated, pattern, agent })];
      });
    }),
  );
}

function hookOf(
  fn: CodeSyntaxNode,
  says: Hook['says'],
  { stated, pattern, agent }: { stated: string; pattern: string; agent: Agent },
): Hook {
  const at = fn.written();
  const isEverything = EVERYTHING.test(pattern);
  const remedy = { text: EDIT };
  const grant: Grant = { who: 'agent', what: { of: 'tool' }, setting: stated, at, remedy };
  if (isEverything && says === 'allow' && agent.mode?.asks !== 'nobody')
    agent.mode = { stated, at, asks: 'nobody', remedy };
  const rules = pattern
    .split('|')
    .flatMap((part) => (part.trim() === '' ? [] : (readRule(part.trim().replace(/\.\*$/, '*')) ?? [])));
  const why = `\`${stated}\` may let it run without approval`;
  return {
    says,
    covers: (rule) => isEverything || rules.some((one) => covers(one, rule)),
    grant,
    approval:
      says === 'allow'
        ? approvalBy(grant)
        : says === 'ask'
          ? { state: 'shown', value: { by: 'human', stated: `${stated} asks` }, at }
          : { state: 'undecidable', why, at },
  };
}

/** What a hook decides; undefined for one that never lets a call run, nor asks. */
function saysOf(fn: CodeSyntaxNode): Hook['says'] | undefined {
  const allows = resultIs(fn, decision('allow'));
  if (allows === 'always') return 'allow';
  if (allows === 'perhaps') return fn.reference && asksSomebody(fn.reference) ? undefined : 'perhaps';
  return resultIs(fn, decision('ask')) === 'always' ? 'ask' : undefined;
}
