import { hiddenIn } from '../../model/hidden-text.js';
import type { StatedText } from '../../model/index.js';
import type { SyntaxNode } from '../../syntax/node.js';
import { settingsSystem } from '../agents/agent.js';
import { hasPageSecret, pageSecrets } from '../agents/page-secrets.js';
import { stringOf } from '../agents/tool.js';
import type { Dialect, Recognition } from '../dialect.js';

/** Pages that a coding agent reads as instructions, by the customs of the clients. */
const PAGE =
  /(?:^|\/)(?:AGENTS?|AGENTS\.override|CLAUDE|CLAUDE\.local|GEMINI|QWEN|IFLOW|CRUSH|WARP|SKILL)\.md$|\.mdc$|\.(?:instructions|prompt|chatmode|agent)\.md$|(?:^|\/)\.(?:cursor|windsurf|clinerules|roo|kiro|claude|opencode|agents|continue|trae|junie|augment|qoder|codebuddy|vibe|iflow|kilocode|kilo|pi|factory|amazonq|gemini|codex|openhands)\/.*\.(?:md|prompt)$|(?:^|\/)(?:agents|commands|skills|rules)\/.*\.md$|(?:^|\/)copilot-instructions\.md$|(?:^|\/)\.(?:cursorrules|windsurfrules|clinerules|goosehints|roorules|augment-guidelines|rules)$/;
const WHY = 'a page of instructions has no place for it';

/** A page of instructions with text that people do not see, or a credential. Other pages say nothing that a rule is about. */
const agentPage: Dialect = {
  name: 'agent-page',
  order: 70,
  surface: 'developer',
  formats: ['markdown'],

  mayHold: (text, path) =>
    PAGE.test(path) &&
    (hiddenIn(text) !== undefined || (AGENT.test(path) && text.startsWith('---')) || hasPageSecret(text)),

  recognise(root: SyntaxNode): Recognition {
    const missing = missingIn(root);
    if (missing.length > 0) return { claimed: true, reason: notLoaded(missing) };
    if (PAGE.test(root.document.file) && pageSecrets(root.document.body).length > 0)
      return { claimed: true, reason: 'a page of instructions with a credential' };
    return root.document.format === 'markdown' && textsOf(root).length > 0
      ? { claimed: true, reason: 'a page of instructions with hidden text' }
      : { claimed: false, reason: 'no page of instructions with hidden text or a credential' };
  },

  read(root) {
    const system = settingsSystem(root, { dialect: 'agent-page', surface: 'developer', agents: [] }, WHY);
    const missing = missingIn(root);
    const texts = textsOf(root);
    const values = PAGE.test(root.document.file) ? pageSecrets(root.document.body) : [];
    return [
      {
        ...system,
        ...(texts.length > 0 && { texts }),
        ...(values.length > 0 && { values }),
        ...(missing.length > 0 && {
          openings: [
            {
              kind: 'fallback',
              stated: '',
              says: `This agent is ${notLoaded(missing)}. What the page says of tools and modes has no effect`,
              edit: `Write ${missing.map((key) => `\`${key}\``).join(' and ')} in its front matter, or move the page out of the folder of agents.`,
              at: root.at(),
            } as const,
          ],
        }),
      },
    ];
  },
};

export default agentPage;

/** Pages of agents of Claude Code. */
const AGENT = /(?:^|\/)\.claude\/agents\/(?:[^/]+\/)*(?!README\.md$)[^/]+\.md$/i;
const REQUIRED = ['name', 'description'];

/** Keys without which Claude Code does not load an agent, of a page whose front matter describes one. */
function missingIn(root: SyntaxNode): string[] {
  const isAgent =
    AGENT.test(root.document.file) &&
    root.kind === 'object' &&
    ['name', 'description', 'tools', 'model', 'permissionMode'].some((key) => root.get(key) !== undefined);
  return isAgent ? REQUIRED.filter((key) => stringOf(root.get(key)) === undefined) : [];
}

const notLoaded = (missing: readonly string[]): string =>
  `not loaded by the client: no ${missing.join(' and no ')}`;

/** The texts of a page that hide something: those of its front matter, and what is behind it. */
function textsOf(root: SyntaxNode): StatedText[] {
  const { file, body } = root.document;
  if (!PAGE.test(file)) return [];
  const nodes = root.kind === 'object' ? root.keys().flatMap((key) => root.get(key) ?? []) : [];
  return [...nodes, ...(body ? [body] : [])].flatMap((node): StatedText[] => {
    const text = stringOf(node);
    if (text === undefined || !hiddenIn(text)) return [];
    const name = file.slice(file.lastIndexOf('/') + 1);
    return [{ of: name, text, within: (start, end) => node.within(start, end) }];
  });
}
