import { wordsIn } from '../../facts/programs/table.js';
import { groupedBy } from '../../model/grouped.js';
import type { AgentSystem, Opening, OpeningKind } from '../../model/index.js';
import { type CodeDocument, type CodeSyntaxNode, callsAround } from '../../program/index.js';
import { settingsSystem } from '../agents/agent.js';
import type { CodeDialect, CodeReading } from '../code-dialect.js';
import facts from './switches.json' with { type: 'json' };

const WHY = 'a program that makes a sandbox has no place for it';

/** Programs that weaken the sandbox in which an agent runs commands or code. */
const agentSandbox: CodeDialect = {
  name: 'agent-sandbox',
  surface: 'developer',
  read(documents): CodeReading {
    const found = groupedBy(switchesIn(documents), ({ node }) => node.document.file);
    const systems = [...found.values()].flatMap(([first, ...more]): AgentSystem[] => {
      if (!first) return [];
      const stated = { dialect: 'agent-sandbox', surface: 'developer', agents: [] } as const;
      const openings = [first, ...more].map(({ opening }) => opening);
      return [{ ...settingsSystem(first.node, { ...stated, agents: [] }, WHY), openings }];
    });
    return { systems, claimed: new Map(systems.map(({ file }) => [file, 'it weakens a sandbox'])) };
  },
};

export default agentSandbox;

function switchesIn(documents: readonly CodeDocument[]): { node: CodeSyntaxNode; opening: Opening }[] {
  return facts.switches.flatMap(({ of, calls, options, value, unless, kind, says, edit }) => {
    const from = (module: string): boolean =>
      wordsIn(of).some(
        (one) => module === one || module.startsWith(`${one}/`) || module.startsWith(`${one}.`),
      );
    return callsAround(documents, { from, named: new Set(wordsIn(calls)) }).flatMap((node) =>
      wordsIn(options).flatMap((option) => {
        const stated = node.call?.options.get(option);
        if (!stated || stated.scalar !== value || node.call?.options.get(unless)) return [];
        const at = stated.at();
        const opening: Opening = {
          ...{ kind: kind as OpeningKind, says, edit, at },
          stated: `${option}: ${String(value)}`,
          level: 'warning',
        };
        return [{ node, opening }];
      }),
    );
  });
}
