import type { AgentSystem, AutomaticCommand, Bypass } from '../../model/index.js';
import { displayUrl, redact } from '../../model/secrets.js';
import { quotedLine } from '../../syntax/shell/command-line.js';
import { type CommandFlaw, flawsOf } from './flaws.js';

/** A command that runs without a person. */
interface Started extends Pick<AutomaticCommand, 'at' | 'text' | 'language' | 'script'> {
  /** The subject of a sentence: "The hook `SessionStart`". */
  subject: string;
  agent?: string;
  /** An agent runs it only if it follows a page. */
  isTold?: true;
}

/** Such a command with the first thing that is wrong with it, in its script where that is named. */
export type FlawedCommand = Omit<Started, 'text' | 'language' | 'script'> & {
  flaw: CommandFlaw;
  script?: string;
};

/** Every command of a system that runs without a person: those of hooks, skills and steps, and those that start servers. */
export function automaticCommands(system: AgentSystem): readonly Started[] {
  const own = (system.commands ?? []).map(
    ({ of, name, when, ...command }): Started => ({
      ...command,
      ...(of === 'page' && { isTold: true }),
      subject: subjectOf(of, redact(name), when),
    }),
  );
  const servers = system.agents.flatMap((agent) =>
    agent.mcpServers.flatMap(({ name, at, connection, disabled }): Started[] => {
      const words = connection?.command ?? [];
      if (disabled || words.length === 0) return [];
      const subject = `The start command of \`${redact(name)}\``;
      return [{ at, subject, text: quotedLine(words), language: 'shell', agent: agent.name }];
    }),
  );
  return [...own, ...servers];
}

/** Commands that start a coding agent without its questions, and what starts them. */
export const bypassesByThemselves = (system: AgentSystem): readonly Bypass[] =>
  (system.commands ?? []).flatMap(({ of, name, when, bypass, isByPerson }): Bypass[] => {
    if (!bypass) return [];
    const subject = of === 'hook' ? `A \`${name}\` hook` : `\`${name}\``;
    const startsBy = when === undefined ? 'and the client runs it by itself' : `when ${when}`;
    return [{ ...bypass, subject, ...(!isByPerson && { startsBy }) }];
  });

function subjectOf(of: AutomaticCommand['of'], name: string, when = ''): string {
  switch (of) {
    case 'setting':
      return `\`${name}\` runs when ${when}. It`;
    case 'task':
      return `The task \`${name}\` starts when ${when}. It`;
    case 'hook':
      return `A \`${name}\` hook`;
    case 'page':
      return `A command on the page of \`${name}\`, which the agent is to run,`;
    case 'skill':
      return `A command that \`${name}\` runs while it loads`;
    case 'step':
      return `The step \`${name}\``;
  }
}

/** What is wrong with a command, the first thing alone: one flaw, one finding. */
export function flawIn(started: Started): FlawedCommand | undefined {
  const { text, language, script, ...around } = started;
  const [own] = flawsOf(text, language);
  if (own) return { ...around, flaw: own };
  const [inScript] = script ? flawsOf(script.text, script.language) : [];
  return inScript && script ? { ...around, flaw: inScript, script: script.path } : undefined;
}

/** The address of a download as people read it; undefined where it is not known. */
export function shownAddress(address: string | undefined): string | undefined {
  if (address === undefined || address.includes('{{')) return undefined;
  return displayUrl(address);
}
