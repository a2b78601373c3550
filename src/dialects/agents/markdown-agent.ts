import type { Agent } from '../../model/index.js';
import type { SyntaxNode } from '../../syntax/node.js';
import { bareAgent } from './agent.js';
import { stringOf } from './tool.js';

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
