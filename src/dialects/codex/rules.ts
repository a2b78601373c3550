import { type AgentSystem, editRemedy, type Tool } from '../../model/index.js';
import type { SyntaxNode } from '../../syntax/node.js';
import { bareAgent, settingsSystem } from '../agents/agent.js';
import { pageSecrets } from '../agents/page-secrets.js';
import { stringOf } from '../agents/tool.js';
import { commandTool, namesFolder } from '../commands/commands.js';
import { granted, UNSTATED } from '../permissions/grants.js';

/** Files of rules of Codex. Source: developers.openai.com, codex/rules; openai/codex, codex-rs/execpolicy; 2026-11-29. */
export const RULES_FILE = /(?:^|\/)\.codex\/rules\/[^/]+\.rules$/;

const WHY = 'a file of rules has no place for it';
const MOST_LINES = 50;

/** A rule for commands that begin with certain words. */
interface Rule {
  node: SyntaxNode;
  /** The beginnings: a word may be a list of alternatives. */
  lines: readonly string[];
  /** Left out, it lets them run. */
  decision: string;
}

/** Reads rules on the beginnings of commands. Of several that fit, the strictest decides: `forbidden`, `prompt`, `allow`. */
export function readRules(root: SyntaxNode): AgentSystem {
  const agent = bareAgent('Codex', root, WHY);
  const system = settingsSystem(root, { dialect: 'codex', surface: 'developer', agents: [agent] }, WHY);
  const rules = root.items().flatMap(ruleOf);
  const stopped = rules.filter(({ decision }) => decision !== 'allow').flatMap(({ lines }) => lines);
  for (const { node, lines, decision } of rules) {
    const at = (node.get('pattern') ?? node).at();
    for (const line of lines) {
      // Its words are whole: a folder behind an interpreter is no beginning of the scripts in it.
      const tool = commandTool(line, line, at, UNSTATED, namesFolder(line));
      if (decision === 'prompt') agent.tools.push(asked(tool));
      const isStopped = stopped.some((one) => line === one || line.startsWith(`${one} `));
      if (decision !== 'allow' || isStopped) continue;
      const stated = node.get('decision');
      const remedy = editRemedy(
        `Set \`decision\` of the rule for \`${line}\` to \`"prompt"\``,
        () => stated?.edit()?.replace('prompt'),
        'Codex then asks for approval',
      );
      agent.tools.push(
        granted(tool, { who: 'agent', what: { of: 'tool' }, setting: 'prefix_rule', at, remedy }),
      );
    }
  }
  const words = root.items().flatMap((node) => node.get('pattern')?.items() ?? []);
  const values = words.flatMap((node) => pageSecrets(node));
  if (values.length > 0) system.values = values;
  if (root.items().some((node) => node.keys().length === 0))
    system.unresolved.push({
      what: 'some of the rules',
      why: 'they are computed, or no rules on commands',
      at: root.at(),
    });
  return system;
}

const asked = (tool: Tool): Tool => ({
  ...tool,
  approval: { state: 'shown', value: { by: 'human', stated: 'prompt' }, at: tool.at },
});

function ruleOf(node: SyntaxNode): Rule[] {
  const words = (node.get('pattern')?.items() ?? []).map((word) =>
    (word.kind === 'array' ? word.items() : [word]).map((one) => quoted(stringOf(one) ?? '')),
  );
  if (words.length === 0) return [];
  const lines = words.reduce<string[]>(
    (before, choices) =>
      before
        .flatMap((start) => choices.map((choice) => (start === '' ? choice : `${start} ${choice}`)))
        .slice(0, MOST_LINES),
    [''],
  );
  return [{ node, lines, decision: stringOf(node.get('decision')) ?? 'allow' }];
}

/** One word of a command as a shell takes it: `go build ./...` behind `bash -lc` is one. */
const quoted = (word: string): string =>
  /[\s&|;<>()]/.test(word) ? `'${word.replaceAll("'", "'\\''")}'` : word;
