import { decide } from '../decide/index.js';
import { vendorProfile } from '../facts/vendors.js';
import type {
  AgentSystem,
  Decision,
  Reporter,
  Requirements,
  Rule,
  RuleContext,
  Surface,
} from '../model/index.js';
import { RUNTIMES, type Runtime } from '../model/index.js';
import { vendorOf } from '../systems/index.js';
import { type Case, requirementsKey } from './cases.js';
import type { EngineReporter } from './engine.js';
import { lockedAttempt } from './ignores.js';
import { type Ledger, reporterFor } from './ledger.js';
import { openRuleBook, type RuleSelection, type RulesInForce } from './levels.js';
import type { LintResult } from './result.js';

/** Judges one system after the other, and knows at the end what was decided for which files. */
export interface Court {
  judge(one: Case): void;
  decisions(): LintResult['decisions'];
}

/** Systems that share the same merged requirements, and so a decision. */
interface Group {
  requirements: Requirements;
  files: Set<string>;
  /** Files by the runtime that they target. */
  found: Map<Runtime, Set<string>>;
  /** One of them is a deployed agent. */
  product: boolean;
  /** One of them names a self-hosted sandbox: the reasons say that it is no way out. */
  selfHosted: boolean;
  /** Rules that have reported for this decision. */
  said: Set<string>;
}

/** Opens the court: rules and their funnels are prepared once for all systems that the same settings hold for. */
export function openCourt(ledger: Ledger, selection: RuleSelection, engineReport: EngineReporter): Court {
  const panelFor = openPanels(ledger, selection, engineReport);
  const groups = new Map<string, Group>();
  const keyOf = rememberKeys();
  const decisionFor = rememberDecisions();
  const saidInRun = new Set<string>();
  return {
    judge(one) {
      const { system, requirements } = one;
      const key = keyOf(requirements);
      const selfHosted = system.environment?.kind === 'self-hosted';
      let group = groups.get(key);
      if (!group) {
        group = {
          requirements,
          files: new Set(),
          found: new Map(),
          product: false,
          selfHosted,
          said: new Set(),
        };
        groups.set(key, group);
      }
      group.files.add(system.file);
      if (system.runtime) note(group.found, system.runtime, system.file);
      group.selfHosted ||= selfHosted;
      group.product ||= system.surface === 'product';
      const context = contextFor(one, decisionFor(key, requirements, selfHosted));
      ledger.about = system;
      for (const judge of panelFor(one)) {
        const said = judge.per === 'run' ? saidInRun : judge.per === 'decision' ? group.said : undefined;
        hear(judge, system, context, ledger, said);
      }
      ledger.about = undefined;
    },
    decisions: () =>
      [...groups].map(([key, { requirements, files, found, selfHosted, product }]) => ({
        decision: decisionFor(key, requirements, selfHosted),
        requirements,
        files: [...files],
        ...(product ? {} : { settingsOnly: true as const }),
        found: RUNTIMES.flatMap((runtime) => {
          const targeting = found.get(runtime);
          return targeting ? [{ runtime, files: [...targeting] }] : [];
        }),
      })),
  };
}

function note(found: Map<Runtime, Set<string>>, runtime: Runtime, file: string): void {
  const files = found.get(runtime);
  if (files) files.add(file);
  else found.set(runtime, new Set([file]));
}

/** Keys by the requirements as they stand: most files state them alike, and sorting their keys costs more than this. */
function rememberKeys(): (requirements: Requirements) => string {
  const known = new Map<string, string>();
  return (requirements) => {
    const stated = JSON.stringify(requirements);
    let key = known.get(stated);
    if (key === undefined) {
      key = requirementsKey(requirements);
      known.set(stated, key);
    }
    return key;
  };
}

function rememberDecisions(): (key: string, requirements: Requirements, selfHosted: boolean) => Decision {
  const known = new Map<string, Decision>();
  return (key, requirements, selfHosted) => {
    const name = selfHosted ? `self-hosted ${key}` : key;
    let decision = known.get(name);
    if (!decision) {
      decision = decide(requirements, { selfHostedSandbox: selfHosted });
      known.set(name, decision);
    }
    return decision;
  };
}

/**
 * A rule that is switched on, with its funnel. Rules are literals of many shapes; what each hearing needs of them is
 * read once, into objects of one shape, because a hearing takes place for every rule and system.
 */
interface Judge {
  id: string;
  check: NonNullable<Rule['check']>;
  /** Runtime, tracing, guardrail and toxic-flow rules judge deployed agents only. */
  surface: Surface | undefined;
  per: Rule['per'] | undefined;
  report: Reporter;
  options: Readonly<Record<string, unknown>> | undefined;
}

function hear(
  judge: Judge,
  system: AgentSystem,
  context: RuleContext,
  ledger: Ledger,
  said: Set<string> | undefined,
): void {
  const { surface, options } = judge;
  if (said?.has(judge.id) || (surface !== undefined && surface !== system.surface)) return;
  const before = ledger.entries.length;
  judge.check(system, judge.report, options ? { ...context, options } : context);
  if (said && ledger.entries.length > before) said.add(judge.id);
}

function openPanels(
  ledger: Ledger,
  selection: RuleSelection,
  engineReport: EngineReporter,
): (one: Case) => readonly Judge[] {
  const rulesFor = openRuleBook(selection);
  const panels = new Map<RulesInForce, readonly Judge[]>();
  return ({ layers, system }) => {
    const inForce = rulesFor(layers, system);
    const known = panels.get(inForce);
    if (known) return known;
    for (const attempt of inForce.attempts) engineReport(lockedAttempt(attempt));
    const panel = inForce.rules.flatMap((one): Judge[] => {
      const { id, check, surface, per, options } = one.rule;
      if (one.level === 'off' || check === undefined) return [];
      const report = reporterFor(ledger, one);
      return [{ id, check, surface, per, report, options: options ? one.options : undefined }];
    });
    panels.set(inForce, panel);
    return panel;
  };
}

const NO_OPTIONS = {};
const NO_SERVERS = { allow: [], deny: [] };

function contextFor(
  { system, layers, requirements, loosened, needsAt }: Case,
  decision: Decision,
): RuleContext {
  const context: RuleContext = {
    decision,
    requirements,
    options: NO_OPTIONS,
    loosened,
    servers: layers.length === 0 ? NO_SERVERS : serversOf(layers),
  };
  const vendor = vendorProfile(vendorOf(layers) ?? system.vendor);
  if (vendor) context.vendor = vendor;
  if (needsAt) context.needsAt = needsAt;
  return context;
}

function serversOf(layers: Case['layers']): RuleContext['servers'] {
  return {
    allow: layers.flatMap((layer) => layer.servers.allow),
    deny: layers.flatMap((layer) => layer.servers.deny),
  };
}
