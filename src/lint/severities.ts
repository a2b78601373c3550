import { RULES } from '../../rules/index.js';
import type {
  ConfigLayer,
  Level,
  Place,
  Policy,
  Preset,
  Rule,
  RuleSetting,
  Surface,
} from '../model/index.js';

/** A rule as it is in force for a file. */
export interface RuleInForce {
  rule: Rule;
  level: Level;
  options: Readonly<Record<string, unknown>>;
  /** Where options are set, by name; those that are missing are the rule's own. */
  optionsAt?: Readonly<Record<string, Place>>;
  /** Where the level is set; undefined where the preset or the command line does. */
  at?: Place | undefined;
  /** People set the level: a milder case of the rule does not lower it. */
  explicit: boolean;
  /** The configuration that locks it; undefined where none does. */
  lockedBy: string | undefined;
  /** The lock is for new findings: what the baseline has accepted stays accepted. */
  locksOnlyNew: boolean;
  /** The policy that locks it; undefined where none does. */
  policy: Policy | undefined;
  preset: Preset;
}

/** Whether a rule runs: it is on, or reports some cases in each preset. */
export const runs = ({ level, rule, explicit }: RuleInForce): boolean =>
  level !== 'off' || (rule.inEachPreset !== undefined && !explicit);

/** An attempt to change a locked rule. It has no effect. */
export interface LockedAttempt {
  rule: string;
  lockedBy: string;
  at: Place;
}

/** Which rules hold, from the command line: above every configuration but a locked rule. */
export interface RuleSelection {
  preset?: Preset;
  rules?: Readonly<Record<string, Level>>;
  only?: readonly string[];
}

export interface RulesInForce {
  rules: RuleInForce[];
  attempts: LockedAttempt[];
}

/** How much a level weighs: a setting with less than before lowers a rule. */
export const WEIGHT: Readonly<Record<Level, number>> = { off: 0, info: 1, warning: 2, error: 3 };

/** What a file is, as far as overrides select by it. */
export interface LintedFile {
  file: string;
  dialect: string;
  surface: Surface;
}

/** The severity and options of every rule for a file: preset, then each layer and its overrides, then the command line. */
export function rulesInForce(
  layers: readonly ConfigLayer[],
  linted: LintedFile | undefined,
  selection: RuleSelection,
): RulesInForce {
  const preset = selection.preset ?? layers.findLast((layer) => layer.preset)?.preset ?? 'recommended';
  const attempts: LockedAttempt[] = [];
  const settings = settingsFor(layers, linted);
  const rules = RULES.map((rule): RuleInForce => {
    const inForce: RuleInForce = {
      rule,
      level: preset === 'strict' ? (rule.strict ?? rule.severity) : rule.severity,
      options: DEFAULTS.get(rule) ?? {},
      explicit: false,
      lockedBy: undefined,
      locksOnlyNew: false,
      policy: undefined,
      preset,
    };
    for (const { rules, layer } of settings) applySetting(inForce, rules[rule.id], attempts, layer);
    const chosen = selection.rules?.[rule.id];
    if (chosen !== undefined) applySetting(inForce, { level: chosen }, attempts);
    const isChosen = selection.only?.includes(rule.id) ?? true;
    if (!isChosen && inForce.lockedBy === undefined) {
      inForce.level = 'off';
      inForce.explicit = true;
    }
    return inForce;
  });
  return { rules, attempts };
}

function settingsFor(layers: readonly ConfigLayer[], linted: LintedFile | undefined): LayerSettings[] {
  return layers.flatMap((layer) => [
    { layer, rules: layer.rules },
    ...(linted ? overridesFor(layer, linted) : []).map(({ rules }) => ({ layer, rules })),
  ]);
}

interface LayerSettings {
  layer: ConfigLayer;
  rules: Readonly<Record<string, RuleSetting>>;
}

/** What people know a layer by: its file, and for a policy whom to ask. */
export function layerName({ file, policy }: ConfigLayer): string {
  const { owner } = policy ?? {};
  if (!owner) return policy ? `the policy ${file}` : file;
  return `the policy of ${owner.name}${owner.contact === undefined ? '' : ` (${owner.contact})`}`;
}

/** The overrides of a layer that apply to a file: by glob, dialect and surface. */
export function overridesFor(
  layer: ConfigLayer,
  { file, dialect, surface }: LintedFile,
): ConfigLayer['overrides'] {
  return layer
    .overridesOf(file)
    .filter(
      (one) =>
        (one.dialects === undefined || one.dialects.includes(dialect)) &&
        (one.surface === undefined || one.surface === surface),
    );
}

function applySetting(
  inForce: RuleInForce,
  setting: RuleSetting | undefined,
  attempts: LockedAttempt[],
  layer?: ConfigLayer,
): void {
  if (setting === undefined) return;
  const lowers = setting.level !== undefined && WEIGHT[setting.level] < WEIGHT[inForce.level];
  if (inForce.lockedBy !== undefined && (lowers || setting.options)) {
    // The command line has no place: there the attempt just has no effect.
    if (setting.at) attempts.push({ rule: inForce.rule.id, lockedBy: inForce.lockedBy, at: setting.at });
    return;
  }
  if (setting.level !== undefined) {
    inForce.level = setting.level;
    inForce.at = setting.at;
    inForce.explicit = true;
  }
  if (setting.options) {
    const { at } = setting;
    inForce.options = { ...inForce.options, ...setting.options };
    if (at)
      inForce.optionsAt = {
        ...inForce.optionsAt,
        ...Object.fromEntries(Object.keys(setting.options).map((name) => [name, at])),
      };
  }
  if (!setting.locked || inForce.lockedBy !== undefined) return;
  inForce.lockedBy = layer ? layerName(layer) : 'the configuration';
  inForce.locksOnlyNew = setting.locked === 'new';
  inForce.policy = layer?.policy;
}

const DEFAULTS: ReadonlyMap<Rule, Readonly<Record<string, unknown>>> = new Map(
  RULES.map((rule) => [
    rule,
    Object.fromEntries(Object.entries(rule.options ?? {}).map(([key, option]) => [key, option.default])),
  ]),
);

/** Ids of all rules, for suggestions. */
export const RULE_IDS: readonly string[] = RULES.map((rule) => rule.id);

const BY_ID: ReadonlyMap<string, Rule> = new Map(RULES.map((rule) => [rule.id, rule]));

/** The rule of an id; the engine raises `file/*` and `config/*` by it. */
export function ruleOf(id: string): Rule {
  const rule = BY_ID.get(id);
  if (rule === undefined) throw new Error(`No rule ${id}: its two files are missing`);
  return rule;
}

/** Whether there is a rule of this id. */
export function isRule(id: string): boolean {
  return BY_ID.has(id);
}

/** Gives the rules in force for a file, worked out once for all files that the same settings apply to. */
export type SettingsCache = (layers: readonly ConfigLayer[], linted: LintedFile) => RulesInForce;

export function openSettingsCache(selection: RuleSelection): SettingsCache {
  const byLayers = new Map<readonly ConfigLayer[], Map<string, RulesInForce>>();
  const numbers = new Map<unknown, number>();
  const numberOf = (override: unknown) => {
    const known = numbers.get(override) ?? numbers.size;
    numbers.set(override, known);
    return known;
  };
  return (layers, linted) => {
    let ofLayers = byLayers.get(layers);
    if (!ofLayers) {
      ofLayers = new Map();
      byLayers.set(layers, ofLayers);
    }
    let applied = '';
    for (const layer of layers) {
      for (const one of layer.overrides.length === 0 ? [] : overridesFor(layer, linted))
        applied += `${numberOf(one)} `;
    }
    let known = ofLayers.get(applied);
    if (!known) {
      known = rulesInForce(layers, linted, selection);
      ofLayers.set(applied, known);
    }
    return known;
  };
}
