import { baseName, exportOf, isModuleOf, nameOf } from '../dialects/frameworks/origins.js';
import {
  type CallPattern,
  DEFECTIVE_PACKAGES,
  type DefectivePackage,
  GATE_DEFECTS,
  type GateDefect,
  type WantedValue,
} from '../facts/gate-defects.js';
import type { AgentSystem, Place } from '../model/index.js';
import { type CodeDocument, type CodeSyntaxNode, callsOf, type Offsets } from '../program/index.js';

/** Calls that a defect is about: one of the patterns in `calls` of the defect. */
export interface CallAtRisk {
  defect: string;
  pattern: number;
  /** What it is, as the object of "does not enforce". */
  words: string;
  at: Place;
  /** The text of the call, and that of the value of its option. */
  text?: Offsets;
  made?: Offsets;
}

const languageOf = ({ grammar }: CodeDocument): DefectivePackage['language'] =>
  grammar === 'python' ? 'python' : 'typescript';

const DEFECTS_OF: ReadonlyMap<string, readonly GateDefect[]> = new Map(
  DEFECTIVE_PACKAGES.map(({ name }) => [
    name,
    GATE_DEFECTS.filter((one) => one.package === name && one.calls !== undefined),
  ]),
);

/** The calls of a program that the defects of a package are about. */
function callsAtRisk(document: CodeDocument, of: DefectivePackage): CallAtRisk[] {
  const defects = DEFECTS_OF.get(of.name) ?? [];
  if (of.language !== languageOf(document) || defects.length === 0) return [];
  const { language } = of;
  const modulesOf = ({ modules }: CallPattern) => ({ language, modules: modules ?? of.modules });
  const all = defects.flatMap(({ calls = [] }) => calls);
  const leadsTo = (pattern: CallPattern, module: string): boolean =>
    isModuleOf(modulesOf(pattern), module) ||
    modulesOf(pattern).modules.some((one) => one.startsWith(`${module}.`));
  const calls = callsOf(document, { from: (module) => all.some((pattern) => leadsTo(pattern, module)) });
  return calls.flatMap((node) =>
    defects.flatMap(({ id, calls: patterns = [], words }) =>
      patterns.flatMap((pattern, index): CallAtRisk[] => {
        const found = matched(node, pattern, { rowsOf: () => ({ ...modulesOf(pattern) }) });
        return found ? [{ defect: id, pattern: index, ...found, words: words ?? found.words }] : [];
      }),
    ),
  );
}

type Modules = Parameters<typeof exportOf>[1];

function matched(
  node: CodeSyntaxNode,
  { names, option, is, not, isComputed, isNoFunction, takes = 0 }: CallPattern,
  modules: Modules,
): Pick<CallAtRisk, 'words' | 'at' | 'text' | 'made'> | undefined {
  const { call } = node;
  if (!call) return undefined;
  const name =
    exportOf(node, modules) ?? nameOf(call.origin, node, modules) ?? baseName(call.target, node, modules);
  if (name === undefined) return undefined;
  const last = name.slice(name.lastIndexOf('.') + 1);
  if (names && !names.includes(name) && !names.includes(last)) return undefined;
  if (option === undefined) return { words: `\`${last}\``, at: call.at, text: node.offsets };
  const [first = '', ...steps] = option.split('.');
  const given = call.options.get(first) ?? call.named.get(first);
  const value = (given ? membersAt(given, steps) : []).find(
    (one) =>
      one.kind !== 'null' &&
      (is ? is.some((wanted) => isValue(one, wanted)) : one.scalar !== false) &&
      (!not || (typeof one.scalar === 'string' && !not.includes(one.scalar))) &&
      (!isComputed || one.kind === 'dynamic') &&
      (!isNoFunction || one.reference?.kind !== 'function') &&
      (takes === 0 || (one.reference?.parameters.length ?? 0) >= takes),
  );
  if (!value) return undefined;
  const words = `\`${steps.at(-1) ?? first}\``;
  return { words, at: value.written(), text: node.offsets, made: value.offsets };
}

/** The members of a value behind keys; a star stands for each item of a list, `()` for what a function returns. */
const membersAt = (value: CodeSyntaxNode, steps: readonly string[]): readonly CodeSyntaxNode[] =>
  steps.reduce<readonly CodeSyntaxNode[]>(
    (nodes, key) =>
      nodes.flatMap((one) => {
        if (key === '*') return one.items();
        if (key === '()') return one.reference?.kind === 'function' ? one.reference.returned : [];
        return (one.kind === 'object' && !one.keys().includes(key) ? undefined : one.get(key)) ?? [];
      }),
    [value],
  );

function isValue(node: CodeSyntaxNode, value: WantedValue): boolean {
  if (typeof value !== 'object') return node.scalar === value;
  return 'has' in value
    ? node.get(value.has) !== undefined
    : node.kind === 'array' && node.items().length === 0;
}

/** Notes the calls that defects are about, of all files of a program, while their trees are there. */
export function noteCallsAtRisk(
  systems: readonly AgentSystem[],
  documents: readonly CodeDocument[],
  dialect: string,
  isJoined: (file: string, other: string) => boolean,
): void {
  for (const of of DEFECTIVE_PACKAGES) {
    if (!of.dialects.includes(dialect)) continue;
    for (const document of documents) {
      const found = callsAtRisk(document, of);
      if (found.length === 0) continue;
      for (const system of systems)
        if (isOf(document.file, system, isJoined))
          system.callsAtRisk = [...(system.callsAtRisk ?? []), ...found];
    }
  }
}

const isOf = (
  file: string,
  { file: own, agents, settledBy }: AgentSystem,
  isJoined: (file: string, other: string) => boolean,
): boolean =>
  settledBy?.has(file) === true ||
  [own, ...agents.map(({ at }) => at.file)].some((one) => isJoined(one, file));
