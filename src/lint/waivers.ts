import { pathOfGlob } from '../model/glob-paths.js';
import {
  type AgentSystem,
  type ConfigLayer,
  type ControlClaims,
  everyToolOf,
  holdsOn,
  type Level,
  type Place,
  type Range,
  type RuleSetting,
} from '../model/index.js';
import { displayText } from '../model/secrets.js';
import { type Directive, directivesAt, type ProjectFile, readAttestation } from '../systems/index.js';
import type { BaselineEntry } from './baseline.js';
import { isRule, ruleOf, WEIGHT } from './severities.js';

/**
 * What people waive: a finding by an ignore or an entry of the baseline, a control that they claim or attest, an effect
 * that they declare, files that they leave out, a rule that they lower.
 */
export type WaiverKind =
  | 'ignore'
  | 'baseline'
  | 'effect'
  | 'claim'
  | 'attestation'
  | 'exclude'
  | 'lowered-rule';

/** Where a waiver is stated: a comment, the project's configuration, `controls` of an agent config, the baseline, a policy. */
export type WaiverSource = 'comment' | 'configuration' | 'file' | 'baseline' | 'policy';

/** One waiver (`schemas/waivers.schema.json`). */
export interface Waiver {
  kind: WaiverKind;
  source: WaiverSource;
  /** The rule that is ignored, accepted or lowered. */
  rule?: string;
  /** The tool whose effect or control is claimed. */
  tool?: string;
  /** The tools of which an entry of the baseline accepts a finding. */
  tools?: readonly string[];
  /** The MCP server whose control is claimed, by its key. */
  server?: string;
  /** The control that is claimed. */
  control?: string;
  /** What is stated: the declared effect, the level of a lowered rule, who approves, the glob of an exclude. */
  value?: string;
  /** The agent whose control is claimed; left out: the whole system. */
  agent?: string;
  /** Globs of the files that it is for, as written; left out: `file` alone. */
  files?: readonly string[];
  /** The structural path that an ignore of the configuration is for; left out: every place in its files. */
  at?: string;
  /** Empty if none is given. */
  reason: string;
  /** How a control of an attestation is kept, beside the reason of the attestation. */
  how?: string;
  /** The last day on which it counts, `YYYY-MM-DD`, UTC; left out: no end. */
  until?: string;
  /** The day on which an entry of the baseline was accepted. */
  since?: string;
  /** Its last day is over: it has no effect. */
  expired?: true;
  /** It needs a reason and has none: it has no effect. */
  unreasoned?: true;
  /** Where it is stated, relative to the root; of an entry of the baseline: the file of its finding. */
  file: string;
  /** Structural path of what it is about; in a configuration, the path of its entry. */
  path: string;
  /** Left out for entries of the baseline. */
  range?: Range;
}

/** What waivers are collected from. */
export interface WaiverInput {
  /** Every file of the project, as it was read. */
  files: readonly Pick<ProjectFile, 'systems' | 'directives' | 'layers'>[];
  /** All layers of the configuration. */
  layers: readonly ConfigLayer[];
  /** Entries of the baseline in force. */
  baseline?: readonly BaselineEntry[];
  /** The day that dates are compared with, `YYYY-MM-DD`. */
  asOf: string;
}

/** Every waiver of a project, sorted by file and place. */
export function waiversOf({ files, layers, baseline = [], asOf }: WaiverInput): Waiver[] {
  const systems = files.flatMap((file) => file.systems);
  const chains = new Set(files.map((file) => file.layers));
  const stated = [
    ...commentWaivers(
      files.flatMap(({ directives }) => directives.filter(({ kind }) => kind !== 'unknown')),
      systems,
    ),
    ...systems.flatMap((system) => system.claims.flatMap((claims) => claimWaivers(claims, 'file'))),
    ...[...new Set(layers)].flatMap(layerWaivers),
    ...[...chains].flatMap(loweredRules),
  ].map(({ place, ...waiver }) => ({
    ...waiver,
    file: place.file,
    path: waiver.path ?? place.path,
    range: place.range(),
  }));
  const all = [...stated, ...baseline.map(baselineWaiver)].map((waiver) => dated(safe(waiver), asOf));
  // A file that several configurations extend, and a system that several readings share, state it once.
  const once = new Map(all.map((waiver) => [JSON.stringify(waiver), waiver]));
  return [...once.values()].sort(byPlace);
}

/** A waiver whose place is computed later; `path` only if it differs from the path of the place. */
type Stated = Omit<Waiver, 'file' | 'path' | 'range'> & { place: Place; path?: string };

/** No report carries a credential, not even as a reason. */
function safe(waiver: Waiver): Waiver {
  const shown = { ...waiver, reason: displayText(waiver.reason) };
  for (const key of QUOTED) {
    const text = shown[key];
    if (text !== undefined) shown[key] = displayText(text);
  }
  return shown;
}

/** Members that quote what a file says. */
const QUOTED = ['rule', 'tool', 'server', 'value', 'agent', 'at', 'how'] as const;

/** Marks a waiver of its own, where it has ended or lacks its reason. */
function dated(waiver: Waiver, asOf: string): Waiver {
  if (!holdsOn(waiver, asOf)) waiver.expired = true;
  if (needsReason(waiver) && waiver.reason === '') waiver.unreasoned = true;
  return waiver;
}

const needsReason = ({ kind, source }: Waiver) => kind === 'ignore' || source === 'comment';

const ended = (until: string | undefined) => (until === undefined ? {} : { until });

/** Ignores and declared effects in comments, each with the path of the element that it is at. */
function commentWaivers(directives: readonly Directive[], systems: readonly AgentSystem[]): Stated[] {
  if (directives.length === 0) return [];
  const elementAt = new Map<Directive, Element>();
  const standingAt = directivesAt([...directives]);
  for (const element of systems.flatMap(elementsOf))
    for (const one of standingAt(element.at)) if (!elementAt.has(one)) elementAt.set(one, element);
  return directives.flatMap((directive): Stated[] => {
    const { kind, names, reason, until, at: place } = directive;
    const element = elementAt.get(directive);
    const about = { reason, ...ended(until), place, path: element?.at.path ?? '' };
    if (kind === 'effect') {
      const tool = element?.tool === undefined ? {} : { tool: element.tool };
      return [{ kind: 'effect', source: 'comment', ...tool, value: names.join(' '), ...about }];
    }
    return names.filter(isRule).map((rule) => ({ kind: 'ignore', source: 'comment', rule, ...about }));
  });
}

/** A part of a system to which a comment may apply. */
interface Element {
  at: Place;
  tool?: string;
}

/** The parts of a system to which a comment may apply, the innermost first. */
function elementsOf(system: AgentSystem): Element[] {
  const { agents, at, runtimeAt } = system;
  return [
    ...everyToolOf(system).map((tool) => ({ at: tool.at, tool: tool.name })),
    ...agents.flatMap(({ mcpServers, handoffs, delegatesTo }) => [
      ...mcpServers,
      ...handoffs,
      ...delegatesTo,
    ]),
    ...agents.flatMap((agent) => [{ at: agent.nameAt }, agent]),
    { at: runtimeAt },
    { at },
  ];
}

/** Claims of one `controls`: of an agent config, or of an attestation with its reason and end. */
function claimWaivers(
  claims: ControlClaims,
  source: WaiverSource,
  attested?: Pick<Stated, 'reason' | 'until' | 'files'>,
): Stated[] {
  const kind = attested ? 'attestation' : 'claim';
  const { agent, tools, servers, tracing, input, output, residency, retention } = claims;
  const of = { source, ...(agent === undefined ? {} : { agent }) };
  const why = (own: string | undefined) =>
    attested && own !== undefined ? { how: own, ...attested } : { reason: own ?? '', ...attested };
  const control = (name: string, value: string, place: Place, how?: string): Stated => ({
    kind,
    ...of,
    control: name,
    value,
    ...why(how),
    place,
  });
  return [
    ...tools.flatMap(({ key: tool, effect, approval, at }): Stated[] => [
      ...(effect
        ? [
            {
              kind: 'effect' as const,
              ...of,
              tool,
              value: effect.effect,
              ...why(effect.because),
              place: effect.at ?? at,
            },
          ]
        : []),
      ...(approval ? [{ ...control('approval', approval.by, approval.at, approval.how), tool }] : []),
    ]),
    ...servers.flatMap(({ key: server, allowedTools, scopes }): Stated[] => [
      ...(allowedTools
        ? allowedTools.names.map(({ name, at }) => ({ ...control('allowed tool', name, at), server }))
        : []),
      ...scopes.map(({ value, at }) => ({ ...control('scope', value, at), server })),
    ]),
    ...(tracing ? [control('tracing', tracing.sink, tracing.at)] : []),
    ...(input ? [control('input guardrail', input.names.join(', '), input.at)] : []),
    ...(output ? [control('output guardrail', output.names.join(', '), output.at)] : []),
    ...(residency ? [control('residency', residency.region ?? '', residency.at, residency.how)] : []),
    ...(retention ? [control('retention', '', retention.at, retention.how)] : []),
  ];
}

/** What one configuration waives beside the rules that it lowers. */
function layerWaivers(layer: ConfigLayer): Stated[] {
  const source = layer.policy ? 'policy' : 'configuration';
  return [
    ...layer.ignore.map(
      ({ rule, globs, path, reason, until, at: place }): Stated => ({
        kind: 'ignore',
        source,
        rule,
        files: globs,
        ...(path === undefined ? {} : { at: path }),
        reason,
        ...ended(until),
        place,
      }),
    ),
    ...layer.attestations.flatMap((attestation) => {
      const { globs, reason, until } = attestation;
      const claims = readAttestation(attestation);
      return claimWaivers(claims, source, { files: globs, reason, ...ended(until) });
    }),
    ...Object.entries(layer.tools).map(
      ([tool, { effect, because = '', at: place }]): Stated => ({
        kind: 'effect',
        source,
        tool,
        value: effect,
        reason: because,
        place,
      }),
    ),
    ...layer.excluded
      .filter(({ glob }) => !glob.startsWith('!'))
      .map(({ glob, at: place }): Stated => ({ kind: 'exclude', source, files: [glob], reason: '', place })),
  ];
}

/** Rules that a chain of configurations lowers, each compared with the severity without the setting. */
function loweredRules(layers: readonly ConfigLayer[]): Stated[] {
  const preset = layers.findLast((layer) => layer.preset)?.preset ?? 'recommended';
  const levels = new Map<string, Level>();
  const levelOf = (id: string): Level => {
    const rule = ruleOf(id);
    return levels.get(id) ?? (preset === 'strict' ? (rule.strict ?? rule.severity) : rule.severity);
  };
  return layers.flatMap((layer): Stated[] => {
    const source = layer.policy ? 'policy' : 'configuration';
    const lowered = (id: string, { level, at }: RuleSetting, files?: readonly string[]): Stated[] => {
      if (!isRule(id) || level === undefined || at === undefined || WEIGHT[level] >= WEIGHT[levelOf(id)])
        return [];
      const where = files ? { files } : {};
      return [{ kind: 'lowered-rule', source, rule: id, value: level, ...where, reason: '', place: at }];
    };
    const own = Object.entries(layer.rules).flatMap(([id, setting]) => lowered(id, setting));
    for (const [id, { level }] of Object.entries(layer.rules)) if (level !== undefined) levels.set(id, level);
    const inOverrides = layer.overrides.flatMap(({ rules, globs }) =>
      Object.entries(rules).flatMap(([id, setting]) => lowered(id, setting, globs)),
    );
    return [...own, ...inOverrides];
  });
}

const baselineWaiver = ({ rule, file, path, reason, until, since, tools }: BaselineEntry): Waiver => ({
  kind: 'baseline',
  source: 'baseline',
  rule,
  reason: reason ?? `accepted in the baseline on ${since}`,
  ...ended(until),
  since,
  file,
  path,
  ...(tools && { tools: tools.map(({ name }) => name) }),
});

const compare = (a: string, b: string) => (a < b ? -1 : a > b ? 1 : 0);

const byPlace = (a: Waiver, b: Waiver): number =>
  compare(a.file, b.file) ||
  (a.range?.start.line ?? 0) - (b.range?.start.line ?? 0) ||
  (a.range?.start.column ?? 0) - (b.range?.start.column ?? 0) ||
  compare(subjectOf(a), subjectOf(b)) ||
  compare(a.path, b.path);

const subjectOf = ({ kind, rule = '', tool = '', server = '', control = '', value = '' }: Waiver) =>
  [kind, rule, tool, server, control, value].join('\n');

/** Whether a waiver has an effect: it is not over, and it has a reason where it needs one. */
export const isInForce = ({ expired, unreasoned }: Waiver) => !expired && !unreasoned;

/** What a change does to a waiver. */
export interface WaiverChange {
  /** `extended`: it ends later than before, or never. */
  is: 'new' | 'extended' | 'removed';
  waiver: Waiver;
  /** The last day before the change, of one that is extended. */
  before?: string;
}

/**
 * What differs between the waivers of two states of a project. A waiver stays the same where it moves within its file,
 * where its entry moves within a configuration, where it follows a renamed file, and where its reason is worded anew. One without effect does not exist.
 */
export function compareWaivers(
  before: readonly Waiver[],
  after: readonly Waiver[],
  movedTo: (file: string) => string = (file) => file,
): WaiverChange[] {
  const old = new Map<string, Waiver[]>();
  for (const one of before.filter(isInForce)) {
    const key = identityOf(one, movedTo);
    old.set(key, [...(old.get(key) ?? []), one]);
  }
  const changes: WaiverChange[] = [];
  for (const waiver of after.filter(isInForce)) {
    // An entry of a renamed file may still name it as it was: nobody had to edit it.
    const was = old.get(identityOf(waiver))?.shift() ?? old.get(identityOf(waiver, movedTo))?.shift();
    if (!was) changes.push({ is: 'new', waiver });
    else if (was.until !== undefined && (waiver.until === undefined || waiver.until > was.until))
      changes.push({ is: 'extended', waiver, before: was.until });
  }
  const gone = [...old.values()].flat();
  return [...changes, ...gone.map((waiver): WaiverChange => ({ is: 'removed', waiver }))];
}

function identityOf(waiver: Waiver, movedTo: (file: string) => string = (file) => file): string {
  const { source, agent = '', at = '', path } = waiver;
  const file = movedTo(waiver.file);
  const folder = waiver.file.slice(0, Math.max(0, waiver.file.lastIndexOf('/')));
  // A glob that names one file follows it.
  const files = (waiver.files ?? []).map((glob) => {
    const named = pathOfGlob(glob, folder);
    if (named === undefined) return glob;
    return `${glob.includes('/') ? '' : '**/'}${movedTo(named)}`;
  });
  // Entries of a configuration are counted: their path says no more than their order.
  const place = source === 'configuration' || source === 'policy' ? '' : path;
  return JSON.stringify([subjectOf(waiver), source, agent, files, at, file, place]);
}

/** Each tool and each scope of these lists is a claim of its own. */
const LISTED: ReadonlySet<string> = new Set(['allowed tool', 'scope']);

/** What a claim is about, whoever answers, how and until when. */
export const claimKey = (waiver: Waiver): string =>
  identityOf(LISTED.has(waiver.control ?? '') ? waiver : { ...waiver, value: '' });
