import { decide } from '../decide/index.js';
import {
  type AgentSystem,
  type Decision,
  type Requirements,
  type ResolvedConfig,
  RUNTIMES,
  type Runtime,
  type StatedRequirements,
  type Workspace,
} from '../model/index.js';
import { type ReadOptions, readProject } from '../systems/index.js';
import { areAlike, lintTarget, requirementsKey, statedByPolicy } from './lint-target.js';
import type { DecisionOfFiles } from './result.js';

/** Systems that share the same merged requirements, and so a decision. */
interface Group {
  key: string;
  requirements: Requirements;
  files: Set<string>;
  /** Files by the runtime that they target. */
  found: Map<Runtime, Set<string>>;
  /** One of them is a deployed agent. */
  product: boolean;
  /** One of them names a self-hosted sandbox: the reasons say that it is no way out. */
  selfHosted: boolean;
  /** Rules that have reported for this decision. */
  reported: Set<string>;
}

/** The decision that applies to a system, and the rules that have reported for it. */
export interface AppliedDecision {
  decision: Decision;
  reported: Set<string>;
}

/** Groups systems by their merged requirements: one decision for each distinct set. `check` and `decide` share it. */
export interface DecisionGroups {
  add(system: AgentSystem, requirements: Requirements): AppliedDecision;
  all(): DecisionOfFiles[];
}

export function openDecisions(): DecisionGroups {
  const groups = new Map<string, Group>();
  const keyOf = rememberKeys();
  const decisionFor = rememberDecisions();
  return {
    add(system, requirements) {
      const key = keyOf(requirements);
      const selfHosted = system.environment?.kind === 'self-hosted';
      const group = groups.get(key) ?? emptyGroup(key, requirements);
      groups.set(key, group);
      group.files.add(system.file);
      if (system.runtime) addFile(group.found, system.runtime, system.file);
      group.selfHosted ||= selfHosted;
      group.product ||= system.surface === 'product';
      return { decision: decisionFor(key, requirements, selfHosted), reported: group.reported };
    },
    all: () =>
      [...groups.values()].map(({ key, requirements, files, found, selfHosted, product }) => ({
        decision: decisionFor(key, requirements, selfHosted),
        requirements,
        files: [...files],
        ...(product ? {} : { settingsOnly: true as const }),
        ...(selfHosted ? { selfHosted: true as const } : {}),
        found: RUNTIMES.flatMap((runtime) => {
          const targeting = found.get(runtime);
          return targeting ? [{ runtime, files: [...targeting] }] : [];
        }),
      })),
  };
}

/**
 * How requirements differ from what the files and the configuration state: flags of a command. `policy`: what a policy
 * states there, which no flag loosens.
 */
export type ChangeRequirements = (
  stated: Requirements,
  policy: readonly StatedRequirements[],
) => Requirements;

/**
 * The decisions of a project, as a run of the rules comes to them: one for each distinct set of requirements, each with
 * its files, in the order of the files. Empty where no agent is found. `visit` sees each system with its requirements.
 */
export function decideProject(
  workspace: Workspace,
  config: ResolvedConfig,
  options: ReadOptions,
  change: ChangeRequirements = (stated) => stated,
  visit: (system: AgentSystem, requirements: Requirements) => void = () => undefined,
): DecisionOfFiles[] {
  const decisions = openDecisions();
  for (const file of readProject(workspace, config, options)) {
    for (const system of file.systems) {
      const requirements = change(
        lintTarget(system, file.layers).requirements,
        statedByPolicy(file.layers, system),
      );
      decisions.add(system, requirements);
      visit(system, requirements);
    }
  }
  return decisions.all();
}

const emptyGroup = (key: string, requirements: Requirements): Group => ({
  key,
  requirements,
  files: new Set(),
  found: new Map(),
  product: false,
  selfHosted: false,
  reported: new Set(),
});

function addFile(found: Map<Runtime, Set<string>>, runtime: Runtime, file: string): void {
  const files = found.get(runtime);
  if (files) files.add(file);
  else found.set(runtime, new Set([file]));
}

/** Keys by the requirements: most files state what the file before them states. */
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
