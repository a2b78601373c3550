import { mergeRequirements } from '../decide/index.js';
import type {
  AgentSystem,
  ConfigLayer,
  Level,
  LoosenedRequirement,
  Place,
  ResolvedConfig,
  StatedRequirements,
} from '../model/index.js';
import { statedBy } from './lint-target.js';
import { type LintedFile, layerName, type RuleSelection, rulesInForce } from './severities.js';

/** What sets a value. */
export interface Origin {
  layer: 'policy' | 'configuration' | 'override' | 'file' | 'flag' | 'preset' | 'default';
  /** What people know it by: a file, an option of the command line, a preset. */
  name: string;
  /** Left out where it is in no file. */
  at?: Place;
}

/** A value of the configuration, with what sets it; several layers may add to one value. */
export interface Valued<T = unknown> {
  value: T;
  from: readonly Origin[];
}

export interface RuleValue extends Valued<Level> {
  options: Readonly<Record<string, Valued>>;
  /** The configuration that locks it. */
  lockedBy?: string;
}

/** Everything that applies to one file, each value with what sets it. */
export interface ConfigInForce {
  file: string;
  /** Left out where no agent is found in it. */
  dialect?: string;
  /** The outermost first. */
  layers: readonly Origin[];
  /** Keys of one value: `preset`, `vendor`, `fail_on_unread`, `fail_on_unassessed`. */
  single: Readonly<Record<string, Valued>>;
  requirements: Readonly<Record<string, Valued>>;
  /** Requirements that a nearer layer states in vain. */
  loosened: readonly LoosenedRequirement[];
  rules: Readonly<Record<string, RuleValue>>;
  /** Keys of several values: `tools`, `servers.allow`, `attestations`, `ignore`, `exclude` and others. */
  lists: Readonly<Record<string, readonly Valued[]>>;
}

/** What the command line sets. */
export interface Flags extends RuleSelection {
  failOnUnread?: boolean;
  failOnUnassessed?: boolean;
  exclude?: readonly string[];
}

/**
 * Works out what applies to a file: preset, requirements, rules with their options, and every entry of the configuration
 * whose globs match it. `systems` are those of the file, since an agent config may state requirements of its own.
 */
export function configInForce(
  linted: LintedFile,
  systems: readonly AgentSystem[],
  config: ResolvedConfig,
  flags: Flags,
): ConfigInForce {
  const layers = config.layersFor(linted.file);
  const origins = new Map(layers.map((layer) => [layer.file, originOf(layer)]));
  const at = (place: Place): Origin => {
    const origin = origins.get(place.file);
    if (!origin) return { layer: 'file', name: place.file, at: place };
    const isOverride = origin.layer === 'configuration' && place.path.startsWith('overrides');
    return { ...origin, ...(isOverride ? { layer: 'override' as const } : {}), at: place };
  };
  const stated = [...statedBy(layers, linted), ...systems.flatMap((system) => system.stated ?? [])];
  return {
    file: linted.file,
    ...(linted.dialect ? { dialect: linted.dialect } : {}),
    layers: [
      ...origins.values(),
      ...(systems.some((system) => system.stated) ? [{ layer: 'file' as const, name: linted.file }] : []),
      ...flagsGiven(flags).map((name) => ({ layer: 'flag' as const, name })),
    ],
    single: singleValues(layers, flags),
    requirements: requirementValues(stated, at),
    loosened: mergeRequirements(stated).loosened,
    rules: ruleValues(layers, linted, flags, at),
    lists: listValues(layers, linted.file, flags, at),
  };
}

const DEFAULT: Origin = { layer: 'default', name: 'default' };
const flag = (name: string): Origin => ({ layer: 'flag', name });

const originOf = (layer: ConfigLayer): Origin =>
  layer.policy ? { layer: 'policy', name: layerName(layer) } : { layer: 'configuration', name: layer.file };

function flagsGiven({
  preset,
  rules = {},
  only = [],
  failOnUnread,
  failOnUnassessed,
  exclude = [],
}: Flags): string[] {
  return [
    ...(preset ? ['--preset'] : []),
    ...(Object.keys(rules).length > 0 ? ['--rule'] : []),
    ...(only.length > 0 ? ['--only'] : []),
    ...(failOnUnread ? ['--fail-on-unread'] : []),
    ...(failOnUnassessed ? ['--fail-on-unassessed'] : []),
    ...(exclude.length > 0 ? ['--exclude'] : []),
  ];
}

function singleValues(layers: readonly ConfigLayer[], flags: Flags): Record<string, Valued> {
  const stated = (layer: ConfigLayer | undefined, key: string): Origin[] => {
    const at = layer?.placeOf?.(key);
    return layer ? [{ ...originOf(layer), ...(at ? { at } : {}) }] : [];
  };
  const preset = layers.findLast((layer) => layer.preset);
  const vendor = layers.findLast((layer) => layer.vendor);
  const unread =
    layers.find((layer) => layer.policy && layer.failsOnUnread) ??
    layers.findLast((layer) => layer.failsOnUnread !== undefined);
  const unassessed =
    layers.find((layer) => layer.policy && layer.failsOnUnassessed) ??
    layers.findLast((layer) => layer.failsOnUnassessed !== undefined);
  return {
    preset: {
      value: flags.preset ?? preset?.preset ?? 'recommended',
      from: flags.preset ? [flag('--preset')] : preset ? stated(preset, 'preset') : [DEFAULT],
    },
    ...(vendor ? { vendor: { value: vendor.vendor, from: stated(vendor, 'vendor') } } : {}),
    fail_on_unread: {
      value: flags.failOnUnread === true || unread?.failsOnUnread === true,
      from: flags.failOnUnread
        ? [flag('--fail-on-unread')]
        : unread
          ? stated(unread, 'fail_on_unread')
          : [DEFAULT],
    },
    ...(flags.failOnUnassessed || unassessed
      ? {
          fail_on_unassessed: {
            value: flags.failOnUnassessed || unassessed?.failsOnUnassessed ? 'acts' : 'never',
            from: flags.failOnUnassessed
              ? [flag('--fail-on-unassessed')]
              : stated(unassessed, 'fail_on_unassessed'),
          },
        }
      : {}),
  };
}

/** Requirements whose values of several layers add up; of every other, the layer that last changed the value is named. */
const ADDED_UP: ReadonlySet<string> = new Set(['needs', 'because']);

function requirementValues(
  stated: readonly StatedRequirements[],
  at: (place: Place) => Origin,
): Record<string, Valued> {
  const values: Record<string, Valued> = {};
  for (const [index, one] of stated.entries()) {
    const merged: Record<string, unknown> = { ...mergeRequirements(stated.slice(0, index + 1)).requirements };
    for (const [key, value] of Object.entries(merged)) {
      const before = values[key];
      if (before && JSON.stringify(before.value) === JSON.stringify(value)) continue;
      const origin = at(one.places[key as keyof typeof one.places] ?? one.at);
      values[key] = {
        value,
        from: before && ADDED_UP.has(key) ? [...before.from, origin] : [origin],
      };
    }
  }
  return values;
}

function ruleValues(
  layers: readonly ConfigLayer[],
  linted: LintedFile,
  flags: Flags,
  at: (place: Place) => Origin,
): Record<string, RuleValue> {
  const isLeftOut = (id: string) => flags.only !== undefined && !flags.only.includes(id);
  return Object.fromEntries(
    rulesInForce(layers, linted, flags).rules.map((one): [string, RuleValue] => {
      const { rule, level, options, optionsAt = {}, lockedBy, preset } = one;
      const byFlag = one.explicit && one.at === undefined ? '--rule' : undefined;
      const only = isLeftOut(rule.id) && lockedBy === undefined ? '--only' : undefined;
      const option = only ?? byFlag;
      const origin = option
        ? flag(option)
        : one.at
          ? at(one.at)
          : { layer: 'preset' as const, name: `preset ${preset}` };
      return [
        rule.id,
        {
          value: level,
          from: [origin],
          options: Object.fromEntries(
            Object.entries(options).map(([name, value]) => {
              const place = optionsAt[name];
              return [name, { value, from: [place ? at(place) : DEFAULT] }];
            }),
          ),
          ...(lockedBy === undefined ? {} : { lockedBy }),
        },
      ];
    }),
  );
}

function listValues(
  layers: readonly ConfigLayer[],
  file: string,
  flags: Flags,
  at: (place: Place) => Origin,
): Record<string, Valued[]> {
  const servers = (key: 'allow' | 'deny') =>
    layers.flatMap((layer) => {
      const place = layer.placeOf?.('servers');
      const from = [{ ...originOf(layer), ...(place ? { at: place } : {}) }];
      return layer.servers[key].map((value) => ({ value, from }));
    });
  const corrections = layers.flatMap(({ tools }) =>
    Object.entries(tools).map(([name, { effect, because, at: place }]) => ({
      value: { name, effect, ...(because === undefined ? {} : { because }) },
      from: [at(place)],
    })),
  );
  const lists: Record<string, Valued[]> = {
    // The nearest correction of a tool holds.
    tools: [...new Map(corrections.map((one) => [one.value.name, one])).values()],
    'servers.allow': servers('allow'),
    'servers.deny': servers('deny'),
    tool_lists: layers.flatMap(({ toolLists }) =>
      Object.entries(toolLists).map(([server, list]) => ({
        value: { server, file: list.file },
        from: [at(list.at)],
      })),
    ),
    attestations: layers.flatMap((layer) =>
      layer.attestationsOf(file).map(({ controls, reason, until, at: place }) => ({
        value: { controls, reason, ...(until === undefined ? {} : { until }) },
        from: [at(place)],
      })),
    ),
    ignore: layers.flatMap(({ ignore }) =>
      ignore
        .filter(({ matches }) => matches(file))
        .map(({ rule, path, reason, until, at: place }) => ({
          value: {
            rule,
            ...(path === undefined ? {} : { at: path }),
            reason,
            ...(until === undefined ? {} : { until }),
          },
          from: [at(place)],
        })),
    ),
    exclude: [
      ...layers.flatMap((layer) =>
        layer.excludes(file)
          ? layer.excludesOf(file).map((entry) => ({ value: entry.glob, from: [at(entry.at)] }))
          : [],
      ),
      ...(flags.exclude ?? []).map((value) => ({ value, from: [flag('--exclude')] })),
    ],
    dialects: layers.flatMap((layer) => {
      const value = layer.proposes(file);
      const place = layer.placeOf?.('dialects');
      return value === undefined
        ? []
        : [{ value, from: [{ ...originOf(layer), ...(place ? { at: place } : {}) }] }];
    }),
  };
  return Object.fromEntries(Object.entries(lists).filter(([, values]) => values.length > 0));
}
