import { type Agent, askedFor, type Unresolved } from '../../model/index.js';
import type { SyntaxNode } from '../../syntax/node.js';
import { listedTools, withoutTexts } from '../agents/listed-tools.js';
import {
  noRule,
  type PreApproval,
  preApproved,
  type RuleEntry,
  readSandbox,
  settingsAt,
  stoppedBy,
} from '../permissions/claude-code.js';
import type { ReadBeside } from '../permissions/claude-hooks.js';
import { readRule } from '../permissions/permission-rules.js';

const KEY = 'allowed-tools';
/** What parts the entries of a list in one text. */
const SIGNS = /[,\s]/;
/** The folder that the settings of a project stand in, with what is before it. */
const SETTINGS_FOLDER = /^(?:.*\/)?\.claude\//;

/**
 * Reads `allowed-tools`: what Claude Code runs without a question as long as the skill or command is in use. It takes
 * nothing away from the tools of the session (facts on dialects, section D); what `disallowed-tools` or the settings of
 * the project deny or ask about is not let run.
 */
export function readAllowedTools(
  agent: Agent,
  root: SyntaxNode,
  unresolved: Unresolved[],
  readBeside: ReadBeside | undefined,
): void {
  const folder = SETTINGS_FOLDER.exec(root.document.file)?.[0];
  const settings = folder === undefined ? undefined : settingsAt(`${folder}settings.json`, readBeside);
  const isStopped = stoppedBy(
    [settings],
    entriesOf(root.get('disallowed-tools')).map(({ rule }) => rule),
  );
  const allow = entriesOf(root.get(KEY), unresolved).filter(({ rule }) => !isStopped(rule));
  const known = new Set(agent.tools.map(({ name }) => name));
  agent.tools.push(
    ...preApproved(allow, allowedIn(root.get(KEY)), readSandbox([settings])).filter(
      ({ name }) => !known.has(name),
    ),
  );
}

/** The entries of a list, or of one text that parts them by commas or by blanks. */
function entriesOf(node: SyntaxNode | undefined, unresolved: Unresolved[] = []): RuleEntry[] {
  return listedTools(node, SIGNS).flatMap(({ text, at }) => {
    const rule = readRule(text);
    if (rule) return [{ rule, at }];
    unresolved.push({ ...noRule(KEY, text), at });
    return [];
  });
}

function allowedIn(node: SyntaxNode | undefined): PreApproval {
  const list = {
    stated: KEY,
    follows: 'Claude Code then asks for approval',
    without: (texts: readonly string[]) => withoutTexts(node, texts, SIGNS),
  };
  return { stated: KEY, who: 'skill', remedyFor: ({ rule }) => askedFor(list, [rule.text]) };
}
