import {
  DEFECTIVE_PACKAGES,
  type DefectivePackage,
  type DefectShape,
  GATE_DEFECTS,
  type GateDefect,
  hasDefect,
} from '../facts/gate-defects.js';
import { isOlder } from '../facts/sdk-versions.js';
import {
  type Agent,
  type AgentSystem,
  type Approval,
  type BrokenVersion,
  type Evidence,
  isMet,
  type LockedVersion,
  type Met,
  type Place,
  type Tool,
  toolsOf,
} from '../model/index.js';
import { type CodeDocument, type CodeSyntaxNode, callsOf } from '../program/index.js';

/** A part of a program that has a shape. */
interface Part {
  /** What it is, as the object of "does not enforce". */
  words: string;
  at: Place;
  /** The gated tool that it is. */
  tool?: Tool;
}

/** Notes the locked versions that do not enforce what the system uses. Their gates are flawed. */
export function noteBrokenVersions(system: AgentSystem): void {
  const found = DEFECTIVE_PACKAGES.flatMap((one) => {
    if (!one.dialects.includes(system.dialect) || one.language !== system.language) return [];
    const named = lockedAs(one, system);
    return named ? brokenVersions(one, named, system) : [];
  });
  if (found.length > 0) system.brokenVersions = found;
}

interface Named {
  name: string;
  locked: LockedVersion;
}

function lockedAs({ name, alsoLockedAs = [] }: DefectivePackage, system: AgentSystem): Named | undefined {
  const names = [name, ...alsoLockedAs].flatMap((one) => {
    const locked = system.locked?.(one);
    return locked ? [{ name: one, locked }] : [];
  });
  return names.find(({ locked }) => locked.range === undefined) ?? names[0];
}

/** The defects that are there, and those that a range leaves open. */
function brokenVersions(
  { name: ofPackage }: DefectivePackage,
  { name, locked }: Named,
  system: AgentSystem,
): BrokenVersion[] {
  const used = GATE_DEFECTS.filter((one) => one.package === ofPackage).flatMap((defect) => {
    const parts = PARTS[defect.shape](system, defect);
    return parts.length > 0 ? [{ defect, parts }] : [];
  });
  const update = fixedIn(
    locked.version,
    used.map(({ defect }) => defect),
  );
  return (['yes', 'open'] as const).flatMap((state) => {
    const here = used.filter(({ defect }) => hasDefect(defect, locked.version, locked.range) === state);
    if (here.length === 0) return [];
    const parts = [...new Map(here.flatMap((one) => one.parts).map((one) => [one.at, one])).values()];
    const broken: BrokenVersion = {
      package: name,
      locked,
      what: [...new Set(here.map(({ defect }) => defect.what))],
      parts: parts.map(({ words, at }) => ({ words, at })),
      remedy: { text: updateWords(name, update, locked.file) },
      ...(state === 'open' ? { isOpen: true } : {}),
    };
    for (const { tool } of parts) if (tool) addFlaw(tool, broken);
    return [broken];
  });
}

function addFlaw(tool: Tool, { package: name, locked, what, remedy, isOpen }: BrokenVersion): void {
  const why = `${name} ${locked.version}: ${what[0]}`;
  const flaw = { kind: 'broken-version' as const, at: locked.at, why, remedy, ...(isOpen && { isOpen }) };
  tool.flaws = [...(tool.flaws ?? []), flaw];
}

/** The first version from a locked one on in which none of the defects is. */
function fixedIn(locked: string, defects: readonly GateDefect[]): string {
  let version = locked;
  for (let round = 0; round <= defects.length; round++) {
    const here = defects.filter((one) => hasDefect(one, version) === 'yes');
    if (here.length === 0) break;
    for (const { fixed } of here) if (isOlder(version, fixed)) version = fixed;
  }
  return version;
}

/** How the package manager whose file states the version updates it. */
function updateWords(name: string, version: string, path: string): string {
  const file = path.slice(path.lastIndexOf('/') + 1);
  const command = UPDATES[file]?.(name, version);
  const how = command === undefined ? `state \`${name}>=${version}\` in \`${path}\`` : `run \`${command}\``;
  return `Update ${name} to ${version} or later: ${how}. Decide which newer version your program works with.`;
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
  predicate: ({ agents }) => agents.flatMap((agent) => partsOf(agent.tools, isPredicate)),
  remembered: ({ agents }) => agents.flatMap((agent) => withFlaw(toolsOf(agent), 'remembered')),
  'remembered-of-server': ({ agents }) =>
    agents.flatMap(({ mcpServers }) => mcpServers.flatMap(({ tools }) => withFlaw(tools, 'remembered'))),
  forgeable: ({ agents }) => agents.flatMap((agent) => withFlaw(toolsOf(agent), 'forgeable')),
  'inherited-name': (system) =>
    system.agents.flatMap(gatesOf).filter(({ tool }) => tool && tool.name in Object.prototype),
  option: ({ optionsAtRisk = [] }, { option }) =>
    optionsAtRisk.flatMap(({ key, at }) => (key === option?.key ? [{ words: `\`${key}\``, at }] : [])),
  'output-guardrail': ({ agents }) =>
    agents.flatMap(({ name, guardrails: { output } }) =>
      isMet(output) && output.at ? [{ words: `the output guardrails of \`${name}\``, at: output.at }] : [],
    ),
};

/** Notes the options of calls that some versions do not enforce, while the trees of the programs are there. */
export function noteOptionsAtRisk(
  systems: readonly AgentSystem[],
  documents: readonly CodeDocument[],
  dialect: string,
): void {
  const packages = DEFECTIVE_PACKAGES.filter(({ dialects }) => dialects.includes(dialect));
  for (const { name, modules } of packages) {
    const options = GATE_DEFECTS.flatMap((one) => (one.package === name && one.option ? [one.option] : []));
    if (options.length === 0) continue;
    for (const document of documents) {
      const from = (module: string) => modules.includes(module);
      const found = callsOf(document, { from }).flatMap(({ call }) =>
        options.flatMap(({ key, value }) => {
          const option = call?.options.get(key);
          return option && isValue(option, value) ? [{ key, at: option.written() }] : [];
        }),
      );
      if (found.length === 0) continue;
      for (const system of systems)
        if (isOf(document.file, system)) system.optionsAtRisk = [...(system.optionsAtRisk ?? []), ...found];
    }
  }
}

const isValue = (node: CodeSyntaxNode, value: boolean | readonly []): boolean =>
  typeof value === 'boolean' ? node.scalar === value : node.kind === 'array' && node.items().length === 0;

const isOf = (file: string, { file: own, agents, settledBy }: AgentSystem): boolean =>
  file === own || settledBy?.has(file) === true || agents.some(({ at }) => at.file === file);

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
