import type { Agent, AgentSystem, Place, Tool } from '../../model/index.js';
import type { SyntaxNode } from '../../syntax/node.js';
import { withoutTexts } from './grant-lists.js';
import { splitRules } from './permission-rules.js';
import { bareAgent, settingsSystem } from './settings-system.js';
import { stringOf } from './tool.js';

/** One entry of a list of tools, with its place. */
export interface ListedTool {
  text: string;
  at: Place;
}

/** The entries of a list of tools: a list, or one string that `signs` part. */
export function listedTools(node: SyntaxNode | undefined, signs?: RegExp): ListedTool[] {
  const text = stringOf(node);
  if (node && text !== undefined) {
    const parts = splitRules(text, signs);
    return parts.map(({ text: part, start, end }) => ({
      text: part,
      at: node.within(start, end),
    }));
  }
  return (node?.items() ?? []).flatMap((item) => {
    const entry = stringOf(item)?.trim();
    return entry === undefined || entry === '' ? [] : [{ text: entry, at: item.at() }];
  });
}

/** What a star in a list of tools says; beside tools that it covers it can go. */
export function starIn(
  list: SyntaxNode | undefined,
  at: Place,
  edit: string,
): NonNullable<Agent['allTools']> {
  const why = '`tools` contains a star';
  if (listedTools(list).every(({ text }) => text === '*')) return { at, why, edit };
  return {
    at,
    why,
    edit,
    repair: { title: 'Remove `*` from `tools`', edits: () => withoutTexts(list, ['*']) },
  };
}

/** An agent in a Markdown file: its front matter describes it, and the text behind it instructs it. */
export function markdownAgent(root: SyntaxNode, why: string): Agent {
  const file = root.document.file;
  const names = file.split('/');
  // A skill without a name has that of its folder.
  const own = (names.at(-1) === 'SKILL.md' ? names.at(-2) : undefined) ?? names.at(-1) ?? file;
  const base = own.replace(/(?:\.(?:agent|chatmode))?\.md$/, '');
  const nameNode = root.get('name');
  const agent = bareAgent(stringOf(nameNode) ?? base, root, why);
  if (nameNode) agent.nameAt = agent.at = nameNode.at();
  const model = stringOf(root.get('model'));
  if (model !== undefined) agent.model = model;
  const { body } = root.document;
  const text = stringOf(body);
  if (body && text !== undefined && text.trim() !== '')
    agent.instructions = { text, at: body.at(), within: (start, end) => body.within(start, end) };
  return agent;
}

/** The system of one agent in a Markdown file. */
export function markdownSystem(root: SyntaxNode, dialect: string, agent: Agent, why: string): AgentSystem {
  return settingsSystem(root, { dialect, surface: 'developer', agents: [agent] }, why);
}

/** A tool that is offered, and that the client asks about by default. */
export const asked = (client: string): Tool['approval'] => ({
  state: 'shown',
  value: { by: 'human', stated: `${client} asks by default` },
});
