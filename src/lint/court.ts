import { decide } from '../decide/index.js';
import { vendorProfile } from '../facts/vendors.js';
import type {
  AgentSystem,
  Decision,
  Reporter,
  Requirements,
  ResolvedConfig,
  Rule,
  RuleContext,
  Surface,
} from '../model/index.js';
import { RUNTIMES, type Runtime } from '../model/index.js';
import { vendorOf } from '../systems/index.js';
import { areAlike, type Case, requirementsKey } from './cases.js';
import type { EngineReporter } from './engine.js';
import { lockedAttempt } from './ignores.js';
import { type Ledger, reporterFor } from './ledger.js';
import { openRuleBook, type RuleSelection, type RulesInForce } from './levels.js';
import type { LintResult } from './result.js';

/** Judges one system after the other, and knows at the end what was decided for which files. */
export interface Court {
  judge(one: Case, claimsFor?: ResolvedConfig['claimsFor']): void;
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
    judge(one, claimsFor) {
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
      const context = contextFor(one, decisionFor(key, requirements, selfHosted), claimsFor);
      ledger.about = system;
      const panel = panelFor(one);
      for (const judge of system.surface === 'product' ? panel.product : panel.developer) {
        context.options = judge.options;
        if (judge.per === undefined) judge.check(system, judge.report, context);
        else hearOnce(judge, system, context, ledger, judge.per === 'run' ? saidInRun : group.said);
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

/** Keys by the requirements as they stand: most files state what the file before them states. */
function rememberKeys(): (requirements: Requirements) => string {
  let before: Requirements | undefined;
  let key = '';
  return (requirements) => {
    if (before === undefined || !areAlike(before, requirements)) {
      before = requirements;
      key = requirementsKey(requirements);
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
  /** Left out: it is heard for every system. */
  per: 'decision' | 'run' | undefined;
  report: Reporter;
  options: Readonly<Record<string, unknown>>;
}

/** The rules that are heard for a system. Runtime, tracing, guardrail and toxic-flow rules judge deployed agents only. */
type Panel = Readonly<Record<Surface, readonly Judge[]>>;

/** Hears a rule that reports once among several systems: not at all where it has said something before. */
function hearOnce(
  judge: Judge,
  system: AgentSystem,
  context: RuleContext,
  ledger: Ledger,
  said: Set<string>,
): void {
  if (said.has(judge.id)) return;
  const before = ledger.entries.length;
  judge.check(system, judge.report, context);
  if (ledger.entries.length > before) said.add(judge.id);
}

function openPanels(
  ledger: Ledger,
  selection: RuleSelection,
  engineReport: EngineReporter,
): (one: Case) => Panel {
  const rulesFor = openRuleBook(selection);
  const panels = new Map<RulesInForce, Panel>();
  return ({ layers, system }) => {
    const inForce = rulesFor(layers, system);
    const known = panels.get(inForce);
    if (known) return known;
    for (const attempt of inForce.attempts) engineReport(lockedAttempt(attempt));
    const panel = panelOf(inForce, ledger);
    panels.set(inForce, panel);
    return panel;
  };
}

function panelOf(inForce: RulesInForce, ledger: Ledger): Panel {
  const panel: Record<Surface, Judge[]> = { product: [], developer: [] };
  for (const one of inForce.rules) {
    const { id, check, surface, per, options } = one.rule;
    if (one.level === 'off' || check === undefined) continue;
    const judge: Judge = {
      id,
      check,
      per: per === 'system' ? undefined : per,
      report: reporterFor(ledger, one),
      options: options ? one.options : NO_OPTIONS,
    };
    if (surface !== 'developer') panel.product.push(judge);
    if (surface !== 'product') panel.developer.push(judge);
  }
  return panel;
}

const NO_OPTIONS = {};
const NO_SERVERS = { allow: [], deny: [] };

function contextFor(
  { system, layers, requirements, loosened, needsAt }: Case,
  decision: Decision,
  claimsFor: ResolvedConfig['claimsFor'],
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
  if (claimsFor) context.claims = () => claimsFor(system.file);
  return context;
}

function serversOf(layers: Case['layers']): RuleContext['servers'] {
  return {
    allow: layers.flatMap((layer) => layer.servers.allow),
    deny: layers.flatMap((layer) => layer.servers.deny),
  };
}
