import { isFrameworkLanguage, languageTitle } from '../facts/languages.js';
import { isEuropean, regionsOf, regionTitle } from '../facts/regions.js';
import type { Decision, DecisionReason, Need, Requirements, RuntimeVerdict } from '../model/requirements.js';
import { redact } from '../model/secrets.js';
import { RUNTIMES, type Runtime } from '../model/system.js';

/** The runtime that the spec names for a need (section 1, "Chosen when", and rules 1, 3 and 4). */
export const NEED_RUNTIME: Record<Need, Runtime> = {
  'durable-session': 'managed',
  'long-running': 'managed',
  'hosted-sandbox': 'managed',
  artifacts: 'managed',
  'code-first-control': 'framework',
  'custom-orchestration': 'framework',
  'self-hosted-execution': 'framework',
  'simple-assistant': 'responses',
  'call-by-call-control': 'responses',
};

export const NEEDS = Object.keys(NEED_RUNTIME) as Need[];

/** What people call a runtime. */
export const RUNTIME_TITLE: Record<Runtime, string> = {
  managed: 'the managed agent service',
  framework: 'the open-source agent framework',
  responses: 'a Responses-style API plus tools',
};

/** What a decision may know of the systems that it is about. */
export interface DecisionSubject {
  /** One of them names a self-hosted sandbox, the supposed way out (constraint 3). */
  selfHostedSandbox?: boolean;
}

type Exclusions = Record<Runtime, DecisionReason[]>;

/**
 * Which runtime fits: pure and total over every combination of requirements.
 * Source: spec section 1, decision rules and service-level constraints; design section 3.
 */
export function decide(requirements: Requirements, subject: DecisionSubject = {}): Decision {
  const settled = settle(requirements, subject);
  return {
    schema: 'agent-lint/decision@1',
    outcome: settled.outcome,
    recommended: settled.recommended,
    unmet: settled.unmet,
    ask: settled.outcome === 'recommended' ? [] : keysToAsk(requirements, settled),
    assumed: assumptions(requirements, settled.runtimes),
    runtimes: settled.runtimes,
  };
}

type Settled = Pick<Decision, 'outcome' | 'recommended' | 'unmet' | 'runtimes'>;

function settle(requirements: Requirements, subject: DecisionSubject): Settled {
  const needs = requirements.needs ?? [];
  const exclusions: Exclusions = {
    managed: managedExclusions(requirements, subject),
    framework: frameworkExclusions(requirements),
    responses: [],
  };
  const isOpen = (runtime: Runtime) => exclusions[runtime].length === 0;
  const favoured = new Set(needs.map((need) => NEED_RUNTIME[need]));
  const open = RUNTIMES.filter(isOpen);
  const candidates = open.filter((runtime) => favoured.has(runtime));
  const { outcome, recommended } = outcomeOf(candidates, open, requirements.prefer ?? []);

  const runtimes = RUNTIMES.map((runtime): RuntimeVerdict => {
    const excluded = !isOpen(runtime);
    return {
      runtime,
      verdict: excluded
        ? 'excluded'
        : runtime === recommended
          ? 'recommended'
          : favoured.has(runtime)
            ? 'candidate'
            : 'possible',
      unmet: excluded ? [] : needs.filter((need) => NEED_RUNTIME[need] !== runtime),
      conditions: conditionsOf(runtime, requirements),
      reasons: excluded ? exclusions[runtime] : favourReasons(runtime, requirements),
    };
  });
  const unmet = recommended
    ? needs.filter((need) => NEED_RUNTIME[need] !== recommended)
    : needs.filter((need) => !isOpen(NEED_RUNTIME[need]));
  return { outcome, recommended, unmet, runtimes };
}

function outcomeOf(
  candidates: readonly Runtime[],
  open: readonly Runtime[],
  prefer: readonly Runtime[],
): Pick<Decision, 'outcome' | 'recommended'> {
  const undecidable = candidates.length === 0 && open.length === RUNTIMES.length;
  if (undecidable) return { outcome: 'undecided', recommended: null };
  const among = candidates.length > 0 ? candidates : open;
  const preferred = among.length === 1 ? among[0] : prefer.find((runtime) => among.includes(runtime));
  if (preferred) return { outcome: 'recommended', recommended: preferred };
  return { outcome: candidates.length > 0 ? 'conflict' : 'choice', recommended: null };
}

/** Whether where data is processed matters: stated, and not `any`. */
function requiresResidency(requirements: Requirements): boolean {
  const regions = regionsOf(requirements);
  return regions.length > 0 && !regions.includes('any');
}

/** Whether residency rules out processing in the US, the managed service's only region (constraint 1). */
export function excludesUs(requirements: Requirements): boolean {
  return requiresResidency(requirements) && !regionsOf(requirements).includes('us');
}

function managedExclusions(requirements: Requirements, subject: DecisionSubject): DecisionReason[] {
  const reasons: DecisionReason[] = [];
  const noWayOut = subject.selfHostedSandbox
    ? ' A self-hosted sandbox does not change that (constraint 3): it controls only where code runs.'
    : '';
  const add = (rule: DecisionReason['rule'], requirement: string, text: string) =>
    reasons.push({ rule, requirement, text: withBecause(text, requirement, requirements) });
  if (excludesUs(requirements)) {
    const regions = regionsOf(requirements);
    const where = regions.map(regionTitle).join(' or ');
    if (regions.every(isEuropean)) {
      add(
        'rule-2',
        'residency',
        `Data has to stay in ${where}, so the managed service is not eligible.${noWayOut}`,
      );
    }
    add(
      'constraint-1',
      'residency',
      `The managed service processes data in the US only; processing in ${where} is required.${noWayOut}`,
    );
  }
  if (requirements.zero_data_retention) {
    add(
      'rule-2',
      'zero_data_retention',
      `Zero data retention is required, so the managed service is not eligible.${noWayOut}`,
    );
    add(
      'constraint-2',
      'zero_data_retention',
      `Zero data retention is not available on the managed service.${noWayOut}`,
    );
  }
  if (requirements.beta === 'forbidden') {
    add(
      'constraint-4',
      'beta',
      'The managed service is beta, and production may not rest on a beta surface.',
    );
  }
  return reasons;
}

function frameworkExclusions(requirements: Requirements): DecisionReason[] {
  const languages = requirements.languages ?? [];
  if (languages.length === 0) return [];
  if (languages.some(isFrameworkLanguage)) return [];
  const text = `The framework comes in Python and TypeScript; the team writes ${languages.map(languageTitle).join(', ')}.`;
  return [{ rule: 'table', requirement: 'languages', text: withBecause(text, 'languages', requirements) }];
}

function favourReasons(runtime: Runtime, requirements: Requirements): DecisionReason[] {
  const needs = (requirements.needs ?? []).filter((need) => NEED_RUNTIME[need] === runtime);
  const bothOfRule4 = needs.includes('simple-assistant') && needs.includes('call-by-call-control');
  const reasons = needs.map((need): DecisionReason => {
    const { rule, text } = favourReason(need, bothOfRule4);
    // A need may say for itself where it comes from.
    const origin = requirements.because?.[need] === undefined ? 'needs' : need;
    return { rule, requirement: need, text: withBecause(text, origin, requirements) };
  });
  const longSession = needs.includes('durable-session') || needs.includes('long-running');
  if (longSession && regionsOf(requirements).includes('us')) {
    const text = 'Data may be processed in the US, where the managed service processes it.';
    reasons.push({
      rule: 'constraint-1',
      requirement: 'residency',
      text: withBecause(text, 'residency', requirements),
    });
  }
  return reasons;
}

const FAVOUR: Record<Need, { rule: DecisionReason['rule']; text: string }> = {
  'durable-session': { rule: 'rule-1', text: 'The operator runs and recovers a durable session.' },
  'long-running': { rule: 'rule-1', text: 'The operator runs and recovers long work.' },
  'hosted-sandbox': { rule: 'table', text: 'The managed service offers sandboxes that the operator hosts.' },
  artifacts: { rule: 'table', text: 'The managed service keeps the artifacts of a session.' },
  'code-first-control': {
    rule: 'rule-3',
    text: 'Code-first control of the loop is what the framework is for.',
  },
  'custom-orchestration': { rule: 'table', text: 'The framework covers custom orchestration.' },
  'self-hosted-execution': {
    rule: 'table',
    text: 'The caller runs the framework in its own infrastructure.',
  },
  'simple-assistant': {
    rule: 'table',
    text: 'A simple tool-using assistant needs no session and no sandbox.',
  },
  'call-by-call-control': { rule: 'table', text: 'The caller owns the loop, call by call.' },
};

function favourReason(need: Need, bothOfRule4: boolean): { rule: DecisionReason['rule']; text: string } {
  return bothOfRule4 ? { ...FAVOUR[need], rule: 'rule-4' } : FAVOUR[need];
}

function conditionsOf(runtime: Runtime, requirements: Requirements): string[] {
  if (runtime === 'managed') return [];
  const isInRegion = requiresResidency(requirements);
  const isKept = requirements.zero_data_retention !== true;
  if (!isInRegion && isKept) return [];
  const region = isKept ? 'the region of' : 'the region of, and what is kept by,';
  const what = isInRegion ? region : 'the retention at';
  return [
    `with the caller's own controls: provided that you control ${what} the model endpoint, stored state, the trace store and each MCP host`,
  ];
}

function withBecause(text: string, key: string, requirements: Requirements): string {
  const because = requirements.because?.[key];
  return because ? `${text} (${redact(because)})` : text;
}

function assumptions(requirements: Requirements, runtimes: readonly RuntimeVerdict[]): string[] {
  const verdict = runtimes.find((one) => one.runtime === 'managed')?.verdict;
  if (verdict !== 'recommended' && verdict !== 'candidate') return [];
  const stated = {
    residency: regionsOf(requirements).length > 0,
    zero_data_retention: requirements.zero_data_retention !== undefined,
    beta: requirements.beta !== undefined,
  };
  return Object.entries(stated).flatMap(([key, isStated]) => (isStated ? [] : [key]));
}

/** Values to try for a key that is not stated, in the order in which keys usually settle an outcome. */
const TRIALS: { key: keyof Requirements; values: Requirements[] }[] = [
  { key: 'needs', values: NEEDS.map((need) => ({ needs: [need] })) },
  { key: 'prefer', values: RUNTIMES.map((runtime) => ({ prefer: [runtime] })) },
  { key: 'residency', values: [{ residency: ['eu'] }] },
  { key: 'zero_data_retention', values: [{ zero_data_retention: true }] },
  { key: 'beta', values: [{ beta: 'forbidden' }] },
  { key: 'languages', values: [{ languages: ['other'] }] },
];

/** Keys that are not stated and whose statement could change the outcome or settle it. */
function keysToAsk(requirements: Requirements, settled: Settled): string[] {
  const isStated = (key: keyof Requirements) => {
    const value = requirements[key];
    return Array.isArray(value) ? value.length > 0 : value !== undefined;
  };
  const changes = (trial: Requirements) =>
    settle({ ...requirements, ...trial }, {}).outcome !== settled.outcome;
  return TRIALS.filter(({ key, values }) => !isStated(key) && values.some(changes)).map(({ key }) => key);
}
