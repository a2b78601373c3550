import facts from './agents.json' with { type: 'json' };

/** An action that runs an agent. */
export interface AgentAction {
  uses: string;
  name: string;
  tools: string;
  /** It requires write access of whoever caused the event. */
  checks?: boolean;
  /** The input that lets others start it, and the one without which that has no effect. */
  openedBy?: { input: string; needs?: string };
  /** Without a prompt it answers who mentions it, and then commits what it changes. */
  mentions?: boolean;
}

/** A program that runs an agent. */
export interface AgentProgram {
  program: string;
  packages: readonly string[];
  name: string;
  needs: readonly string[];
  anyCommand: readonly string[];
  lists?: readonly string[];
  always?: boolean;
}

const ACTIONS: readonly AgentAction[] = facts.actions;
const PROGRAMS: readonly AgentProgram[] = facts.programs;
const RUNNERS: ReadonlySet<string> = new Set(facts.runners);

/** The words without one of which a text runs no agent. */
export const MARKS: readonly string[] = [
  ...ACTIONS.map(({ uses }) => uses),
  ...PROGRAMS.flatMap(({ program, packages }) => [program, ...packages]),
];

/** The action that a step uses, without its version. */
export function actionOf(uses: string): AgentAction | undefined {
  const [name = ''] = uses.split('@');
  return ACTIONS.find((one) => one.uses.toLowerCase() === name.toLowerCase());
}

/** The agent that the words of a command run by itself, and the words behind its name. */
export function programOf(
  words: readonly string[],
): { agent: AgentProgram; given: readonly string[] } | undefined {
  const [first = '', ...rest] = words;
  const base = first.split('/').at(-1) ?? '';
  let at = 0;
  let agent = PROGRAMS.find(({ program }) => program === base);
  if (RUNNERS.has(base)) {
    const index = rest.findIndex((word) => packageNamed(word) !== undefined);
    agent = packageNamed(rest[index] ?? '');
    at = index + 1;
  }
  const given = rest.slice(at);
  if (!agent?.needs.some((need) => given.some((word) => word === need || word.startsWith(`${need}=`))))
    return undefined;
  return { agent, given };
}

const packageNamed = (word: string): AgentProgram | undefined =>
  PROGRAMS.find(({ packages }) => packages.some((name) => word === name || word.startsWith(`${name}@`)));

/** Whether options let an agent run any command: `--yolo`, `--sandbox danger-full-access`. */
export function runsAnything({ anyCommand, always }: AgentProgram, given: readonly string[]): boolean {
  if (always) return true;
  return anyCommand.some((option) => {
    const [name = '', value] = option.split('=');
    if (value === undefined) return given.includes(name);
    return given.some((word, index) => word === option || (word === name && given[index + 1] === value));
  });
}
