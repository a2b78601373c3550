import { stringOf } from '../dialects/agents/tool.js';
import {
  DEFECTIVE_PACKAGES,
  type DefectivePackage,
  type DefectShape,
  GATE_DEFECTS,
  type GateDefect,
  hasDefect,
} from '../facts/gate-defects.js';
import { isOlder } from '../facts/versions.js';
import { addTo, groupedBy } from '../model/grouped.js';
import {
  type Agent,
  type AgentSystem,
  type Approval,
  type BrokenVersion,
  changeTools,
  type Evidence,
  type GateFlaw,
  isIrreversible,
  isMet,
  type LockedVersion,
  type Met,
  type PackageUpdate,
  type Place,
  type Tool,
  toolsOf,
} from '../model/index.js';
import type { Offsets } from '../program/index.js';
import type { SyntaxNode } from '../syntax/node.js';
import { deniedServers, isConditionMet, settingsAt } from './broken-settings.js';
import type { CallAtRisk } from './calls-at-risk.js';

/** A part of a program that has a shape. */
interface Part {
  /** What it is, as the object of "does not enforce". */
  words: string;
  at: Place;
  /** The gated tool that it is. */
  tool?: Tool;
}

/** What is asked for the locked version of a package. */
type Locked = (name: string) => LockedVersion | undefined;

/** A defect, with the parts of a program that it breaks. */
interface Broken {
  defect: GateDefect;
  parts: readonly Part[];
}

/** The updates that the systems of a run need, by package and major version: no two of them name two versions. */
export type Updates = Map<string, { version: string; defects: GateDefect[] }>;

const groupOf = (name: string, version: string): string => `${name}@${version.split('.')[0]}`;

/** Adds the updates that a system needs. */
export function addUpdates(system: AgentSystem, updates: Updates): void {
  const { locked = () => undefined } = system;
  for (const one of packagesOf(system)) {
    const named = lockedAs(one, locked);
    if (!named) continue;
    const { version, range } = named.locked;
    const used = usedDefects(system, one).flatMap(({ defect }) => defect);
    const needed = [...used, ...neededFirst(system, defectsOf(one), named).flatMap(([, all]) => all)];
    const here = needed.filter((one) => one.fixed !== undefined && hasDefect(one, version, range) !== 'no');
    if (here.length === 0) continue;
    const group = groupOf(named.name, version);
    const known = updates.get(group);
    const defects = [...(known?.defects ?? []), ...here];
    const start = known && isOlder(version, known.version) ? known.version : version;
    updates.set(group, { version: fixedIn(start, defects), defects });
  }
}

const packagesOf = ({ dialect, language }: AgentSystem): DefectivePackage[] =>
  DEFECTIVE_PACKAGES.filter((one) => one.dialects.includes(dialect) && one.language === language);

const usedDefects = (system: AgentSystem, of: DefectivePackage): Broken[] =>
  defectsOf(of).flatMap((defect): Broken[] => {
    const parts = PARTS[defect.shape](system, defect);
    return parts.length > 0 && hasCalls(defect, system.callsAtRisk) ? [{ defect, parts }] : [];
  });

/** Notes the locked versions that do not enforce what the system uses. Their gates are flawed. */
export function noteBrokenVersions(system: AgentSystem, updates: Updates): void {
  const { locked = () => undefined } = system;
  const updateOf = (name: string): string | undefined =>
    updates.get(groupOf(name, locked(name)?.version ?? ''))?.version;
  if (updates.size > 0) system.updateOf = updateOf;
  const updatesFirst = new Map<Tool, PackageUpdate>();
  const found = packagesOf(system).flatMap((one) => {
    const used = usedDefects(system, one);
    // Asked in any case: a file that cannot be read is named.
    const named = lockedAs(one, locked);
    const update = named && updateOf(named.name);
    if (named)
      for (const [tool, all] of neededFirst(system, defectsOf(one), named))
        updatesFirst.set(tool, updateFirst(named, update, all));
    return [...(named ? brokenVersions(used, named, update) : []), ...withoutRelease(used, one)];
  });
  if (found.length > 0) system.brokenVersions = found.map(withSecret);
  changeTools(system, (tool) => {
    const first = updatesFirst.get(tool);
    if (first) return { ...tool, gateNeeds: { ...tool.gateNeeds, first } };
    const broken = found.filter(({ parts }) => parts.some((part) => part.tool === tool));
    if (broken.length === 0) return tool;
    const left = (tool.flaws ?? []).filter((flaw) => !broken.some((one) => isSecretOf(flaw, one)));
    return { ...tool, flaws: [...left, ...broken.map((one) => flawOf(tool, one))] };
  });
}

/** Whether a flaw is that answers are not signed, which a version cannot do. */
const isSecretOf = (
  { kind, isOpen, remedy }: GateFlaw,
  { isUnsigned, package: name }: BrokenParts,
): boolean => isUnsigned === true && kind === 'forgeable' && !isOpen && remedy.needs?.package === name;

/** A version that can sign no answer, with the secret to set after its update: its unsigned answers are no other finding. */
function withSecret(broken: BrokenParts): BrokenParts {
  if (!broken.isUnsigned) return broken;
  const flaws = broken.parts.flatMap(({ tool }) => tool?.flaws ?? []);
  const text = flaws.find((flaw) => isSecretOf(flaw, broken))?.remedy.text;
  return text === undefined ? broken : { ...broken, remedy: { text: `${broken.remedy.text} Then: ${text}` } };
}

/** The update that comes before the gate of a tool: the locked version would not enforce one. */
function updateFirst(
  { name, locked }: Named,
  update: string | undefined,
  defects: readonly GateDefect[],
): PackageUpdate {
  const version = update ?? fixedIn(locked.version, defects);
  const text = `First update ${name} to ${version} or later (${updateBy(name, version, locked.file)}): in ${locked.version}, ${defects[0]?.what}.`;
  return { package: name, version, text };
}

/** Tools without a gate, with the defects for which the locked version would not enforce one. */
function neededFirst(
  system: AgentSystem,
  defects: readonly GateDefect[],
  { locked }: Named,
): [Tool, GateDefect[]][] {
  const here = defects.filter(
    (one) => one.fixed !== undefined && hasDefect(one, locked.version, locked.range) === 'yes',
  );
  if (here.length === 0) return [];
  const originals = new Map<Tool, Tool>();
  const asked = (tool: Tool): Tool => {
    if (tool.approval.state !== 'absent' || tool.ungateable) return tool;
    const copy: Tool = { ...tool, approval: { state: 'shown', value: ASKED, at: tool.at } };
    originals.set(copy, tool);
    return copy;
  };
  const agents = system.agents.map((agent) => ({
    ...agent,
    tools: agent.tools.map(asked),
    mcpServers: agent.mcpServers.map((one) => ({ ...one, tools: one.tools.map(asked) })),
  }));
  const broken = new Map<Tool, GateDefect[]>();
  for (const defect of here)
    for (const { tool } of PARTS[defect.shape]({ ...system, agents }, defect)) {
      const original = tool && originals.get(tool);
      if (original && hasCalls(defect, system.callsAtRisk)) addTo(broken, original, defect);
    }
  return [...broken];
}

/** A gate as a remedy adds it. */
const ASKED: Approval = { by: 'human', stated: 'true', interrupts: true };

const defectsOf = ({ name }: DefectivePackage): readonly GateDefect[] =>
  GATE_DEFECTS.filter((one) => one.package === name);

/** The dialects of settings files that a defect is about. */
const SETTINGS: ReadonlySet<string> = new Set(
  DEFECTIVE_PACKAGES.flatMap((one) => (defectsOf(one).some(({ settings }) => settings) ? one.dialects : [])),
);

/** Notes the version of a client that does not enforce what its settings state. */
export function noteBrokenSettings(system: AgentSystem, root: SyntaxNode, locked: Locked): void {
  if (!SETTINGS.has(system.dialect)) return;
  const found = DEFECTIVE_PACKAGES.flatMap((one) => {
    if (!one.dialects.includes(system.dialect)) return [];
    const used = defectsOf(one).flatMap((defect): Broken[] => {
      const [pattern, ...conditions] = defect.settings ?? [];
      const words = (node: SyntaxNode) => {
        const entry = pattern?.isServer
          ? deniedServers(root, node).join(', ')
          : (stringOf(node) ?? node.key ?? '');
        return defect.words ?? `\`${entry}\``;
      };
      const first = pattern ? settingsAt(root, pattern) : [];
      const parts = first.map((node) => ({ words: words(node), at: node.at() }));
      const isShaped = parts.length > 0 && conditions.every((one) => isConditionMet(root, one));
      return isShaped ? [{ defect, parts }] : [];
    });
    return brokenOf(used, one, locked);
  });
  if (found.length > 0) system.brokenVersions = found;
}

/** Whether a program has the calls that a defect needs. */
function hasCalls({ id, calls = [] }: GateDefect, found: readonly CallAtRisk[] = []): boolean {
  const of = (index: number) => found.filter(({ defect, pattern }) => defect === id && pattern === index);
  return calls.every(({ times = 1, within }, index) => {
    const around = within === undefined ? undefined : of(within);
    const here = of(index).filter(({ text }) => around?.some(({ made }) => isIn(text, made)) ?? true);
    return here.length >= times;
  });
}

const isIn = (one: Offsets | undefined, around: Offsets | undefined): boolean =>
  one !== undefined && one.file === around?.file && around.start <= one.start && one.end <= around.end;

interface Named {
  name: string;
  locked: LockedVersion;
}

function lockedAs({ name, alsoLockedAs = [] }: DefectivePackage, lockedFor: Locked): Named | undefined {
  const names = [name, ...alsoLockedAs].flatMap((one) => {
    const locked = lockedFor(one);
    return locked ? [{ name: one, locked }] : [];
  });
  return names.find(({ locked }) => locked.range === undefined) ?? names[0];
}

/** A locked version with its parts. */
type BrokenParts = Omit<BrokenVersion, 'parts'> & { parts: readonly Part[]; isUnsigned?: boolean };

function brokenOf(used: readonly Broken[], of: DefectivePackage, lockedFor: Locked): BrokenParts[] {
  const named = used.length > 0 ? lockedAs(of, lockedFor) : undefined;
  return [...(named ? brokenVersions(used, named, undefined) : []), ...withoutRelease(used, of)];
}

/** The defects of a locked version, and those that are not known to be in it. */
function brokenVersions(
  all: readonly Broken[],
  { name, locked }: Named,
  ofRun: string | undefined,
): BrokenParts[] {
  const used = all.filter(({ defect }) => defect.fixed !== undefined);
  const defects = used.map(({ defect }) => defect);
  const update = ofRun ?? fixedIn(locked.version, defects);
  return (['yes', 'open'] as const).flatMap((state): BrokenParts[] => {
    const here = used.filter(({ defect }) => hasDefect(defect, locked.version, locked.range) === state);
    if (here.length === 0) return [];
    const parts = [...new Map(here.flatMap((one) => one.parts).map((one) => [one.at, one])).values()];
    return [
      {
        package: name,
        locked,
        what: [...new Set(here.map(({ defect }) => defect.what))],
        parts,
        ...(parts.every(({ tool }) => tool && !acts(tool)) && { isIdle: true }),
        remedy: { text: updateWords(name, update, locked.file) },
        ...(state === 'open'
          ? { isOpen: true }
          : { isUnsigned: here.some(({ defect }) => defect.isUnsigned) }),
      },
    ];
  });
}

/** Defects that no release mends: they count whatever is locked. */
const withoutRelease = (used: readonly Broken[], { name }: DefectivePackage): BrokenParts[] =>
  used.flatMap(({ defect: { fixed, what, instead = '' }, parts }) =>
    fixed === undefined ? [{ package: name, what: [what], parts, remedy: { text: instead } }] : [],
  );

const acts = ({ effect, openEnded }: Tool): boolean => isIrreversible(effect.effect) || openEnded;

function flawOf({ at }: Tool, { package: name, locked, what, remedy, isOpen }: BrokenVersion): GateFlaw {
  const why = `${locked ? `${name} ${locked.version}` : name}: ${what[0]}`;
  return { kind: 'broken-version', at: locked?.at ?? at, why, remedy, ...(isOpen && { isOpen }) };
}

/** The first version from a locked one on in which none of the defects is. */
function fixedIn(locked: string, defects: readonly GateDefect[]): string {
  let version = locked;
  for (let round = 0; round <= defects.length; round++) {
    const here = defects.filter((one) => hasDefect(one, version) !== 'no');
    if (here.length === 0) break;
    for (const { fixed } of here) if (fixed !== undefined && isOlder(version, fixed)) version = fixed;
  }
  return version;
}

/** How the package manager whose file states the version updates it. */
function updateBy(name: string, version: string, path: string): string {
  const file = path.slice(path.lastIndexOf('/') + 1);
  const command = UPDATES[file]?.(name, version);
  return command === undefined ? `state \`${name}>=${version}\` in \`${path}\`` : `run \`${command}\``;
}

function updateWords(name: string, version: string, path: string): string {
  return `Update ${name} to ${version} or later: ${updateBy(name, version, path)}. Decide which newer version your program works with.`;
}

const UPDATES: Readonly<Record<string, (name: string, version: string) => string>> = {
  'package-lock.json': (name, version) => `npm install ${name}@${version}`,
  'npm-shrinkwrap.json': (name, version) => `npm install ${name}@${version}`,
  'package.json': (name, version) => `npm install ${name}@${version}`,
  'pnpm-lock.yaml': (name, version) => `pnpm add ${name}@${version}`,
  'yarn.lock': (name, version) => `yarn add ${name}@${version}`,
  'bun.lock': (name, version) => `bun add ${name}@${version}`,
  'uv.lock': (name, version) => `uv add "${name}>=${version}"`,
  'poetry.lock': (name, version) => `poetry add "${name}>=${version}"`,
  'pdm.lock': (name, version) => `pdm add "${name}>=${version}"`,
  'Pipfile.lock': (name, version) => `pipenv install "${name}>=${version}"`,
};

/** What of a system has each shape. */
const PARTS: Readonly<Record<DefectShape, (system: AgentSystem, defect: GateDefect) => readonly Part[]>> = {
  gate: (system) => system.agents.flatMap(gatesOf),
  'nested-gate': ({ agents }) => {
    const called = new Set(agents.flatMap(({ delegatesTo }) => delegatesTo.map(({ name }) => name)));
    return agents.filter(({ name }) => called.has(name)).flatMap(gatesOf);
  },
  'recursive-gate': (system) =>
    system.agents
      .filter(({ delegatesTo, name }) =>
        delegatesTo.some((one) => {
          const called = system.agents.find((agent) => agent.name === one.name);
          return called && delegatedFrom(system, called).has(name);
        }),
      )
      .flatMap(gatesOf),
  'inherited-gate': ({ agents }) =>
    agents
      .flatMap(gatesOf)
      .filter(({ tool }) => tool && isMet(tool.approval) && tool.approval.value.isInherited),
  'server-gate': ({ agents }) => agents.flatMap((agent) => serverParts(agent, isAsked)),
  predicate: ({ agents }) => agents.flatMap((agent) => partsOf(agent.tools, isPredicate)),
  remembered: ({ agents }) => agents.flatMap((agent) => withFlaw(toolsOf(agent), 'remembered')),
  'remembered-of-server': ({ agents }) =>
    agents.flatMap(({ mcpServers }) => mcpServers.flatMap(({ tools }) => withFlaw(tools, 'remembered'))),
  forgeable: ({ agents }) => agents.flatMap((agent) => withFlaw(toolsOf(agent), 'forgeable')),
  'inherited-name': (system) =>
    system.agents.flatMap(gatesOf).filter(({ tool }) => tool && tool.name in Object.prototype),
  'shared-name': ({ agents }) => {
    const named = groupedBy(agents.flatMap(toolsOf), ({ name }) => name);
    const shared = (tool: Tool | undefined) => tool && new Set(named.get(tool.name)).size > 1;
    return agents.flatMap(gatesOf).filter(({ tool }) => shared(tool));
  },
  call: ({ callsAtRisk: calls = [] }, { id }) =>
    calls.filter(({ defect, pattern }) => defect === id && pattern === 0),
  setting: () => [],
  'output-guardrail': ({ agents }) =>
    agents.flatMap(({ name, guardrails: { output } }) =>
      isMet(output) && output.at ? [{ words: `the output guardrails of \`${name}\``, at: output.at }] : [],
    ),
};

const gatesOf = (agent: Agent): readonly Part[] => [
  ...partsOf(agent.tools, isAsked),
  ...serverParts(agent, isAsked),
];

const isAsked = ({ value }: Met<Approval>): boolean => value.by !== 'machine' && value.interrupts === true;

const isPredicate = ({ value }: Met<Approval>): boolean => value.by === 'conditional';

function gatePart(
  name: string,
  approval: Evidence<Approval>,
  wanted: (one: Met<Approval>) => boolean,
  tool?: Tool,
): readonly Part[] {
  if (approval.state !== 'shown' || !wanted(approval)) return [];
  const at = approval.at ?? tool?.at;
  return at ? [{ words: `the gate of \`${name}\``, at, ...(tool && { tool }) }] : [];
}

const partsOf = (tools: readonly Tool[], wanted: (one: Met<Approval>) => boolean): readonly Part[] =>
  tools.flatMap((tool) => (tool.kind === 'agent' ? [] : gatePart(tool.name, tool.approval, wanted, tool)));

function serverParts({ mcpServers }: Agent, wanted: (one: Met<Approval>) => boolean): readonly Part[] {
  return mcpServers.flatMap(({ name, tools, toolGate }) =>
    tools.length > 0 ? partsOf(tools, wanted) : toolGate ? gatePart(name, toolGate.approval, wanted) : [],
  );
}

const withFlaw = (tools: readonly Tool[], kind: 'remembered' | 'forgeable'): readonly Part[] =>
  tools.flatMap((tool) => {
    const flaw = tool.flaws?.find((one) => one.kind === kind && !one.isOpen);
    return flaw ? [{ words: `the gate of \`${tool.name}\``, at: flaw.at, tool }] : [];
  });

/** The names of agents that one calls as tools, and those behind them; its own where they call it. */
function delegatedFrom({ agents }: AgentSystem, from: Agent): ReadonlySet<string> {
  const names = new Set([from.name]);
  for (const name of names)
    for (const one of agents.find((agent) => agent.name === name)?.delegatesTo ?? []) names.add(one.name);
  return names;
}
