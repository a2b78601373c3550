import type { Place, Tool } from '../../model/index.js';
import { withoutEnd } from '../../model/without-end.js';
import { parseDocument } from '../../syntax/index.js';
import type { SyntaxNode } from '../../syntax/node.js';
import { knownTool, stringOf, toolOf } from '../agents/tool.js';
import { commandTool } from '../commands/commands.js';
import type { StatedTools, StepContext } from './stated-tools.js';

/** What opencode is given beside its settings. */
interface Given {
  at: Place;
  approval: Tool['approval'];
  /** The agent that it runs; undefined where none is named. */
  agent?: string | undefined;
  /** It answers its own questions. */
  answers?: boolean;
}

/** What a rule says: of a tool, and of what of it. The last rule that fits decides; without one it is allowed. */
interface Rule {
  tool: string;
  of: string;
  says: string;
}

/** Files of settings of a project, of which the first that there is counts. */
const FILES = ['opencode.json', 'opencode.jsonc', '.opencode/opencode.json', '.opencode/opencode.jsonc'];
/** Variables with settings of their own. */
const OTHERS = ['OPENCODE_CONFIG', 'OPENCODE_CONFIG_CONTENT'];
const SHELL = ['bash', 'shell'];
const REQUESTS = ['webfetch'];
/** The agent that runs where none is named. */
const MAIN_AGENT = 'build';
const MOST_RULES = 2000;

/**
 * The tools of opencode where nobody answers: those that its settings in the checkout and `OPENCODE_PERMISSION` allow
 * (documentation, permissions, 2026-11-20). The variable stands over the settings.
 */
export function opencodeTools({ at, approval, agent, answers }: Given, context: StepContext): StatedTools {
  const { variable, readBeside, isCheckedOut } = context;
  const other = OTHERS.find((name) => variable(name) !== undefined);
  if (other !== undefined) return { tools: [], computed: `what \`${other}\` permits` };
  const file = FILES.find((name) => readBeside(name) !== undefined && isCheckedOut());
  const settings = file === undefined ? undefined : parsed(readBeside(file) ?? '');
  if (file !== undefined && !settings) return { tools: [], computed: `what \`${file}\` permits` };
  const text = variable('OPENCODE_PERMISSION');
  const stated = text === undefined ? undefined : parsed(text);
  if (text !== undefined && (!stated || text.includes('${{')))
    return { tools: [], computed: 'what `OPENCODE_PERMISSION` permits' };
  const own = settings?.get('agent')?.get(agent ?? stringOf(settings.get('default_agent')) ?? MAIN_AGENT);
  if (agent !== undefined && agent !== MAIN_AGENT && !own)
    return { tools: [], computed: `what its agent \`${agent}\` may do` };
  const rules = [
    ...[settings?.get('tools'), settings?.get('permission'), stated].flatMap(mapRules),
    ...listRules(settings?.get('permissions')),
    ...[own?.get('tools'), own?.get('permission')].flatMap(mapRules),
    ...listRules(own?.get('permissions')),
  ].slice(0, MOST_RULES);
  const isAllowed = (says: string | undefined): boolean =>
    says === undefined || says === 'allow' || (says === 'ask' && answers === true);
  const shell = rulesFor(SHELL, rules);
  const tools: Tool[] = isAllowed(shell.whole)
    ? [toolOf({ name: 'shell', kind: 'shell' }, at, approval)]
    : shell.parts
        .filter(({ of, says }, index) => {
          const later = shell.parts.slice(index + 1);
          return isAllowed(says) && !later.some((one) => one.of === of || isStart(one.of, of));
        })
        .map(({ of }) => commandTool(`bash(${of})`, withoutEnd(of, ' \t*'), at, approval, !/[*?]/.test(of)));
  if (isAllowed(rulesFor(REQUESTS, rules).whole)) {
    const grant = { who: 'agent', what: { of: 'requests' }, setting: file ?? 'opencode', at } as const;
    tools.push({ ...knownTool('webfetch', 'read', at, approval), grant });
  }
  return { tools };
}

/** JSON with comments, parsed as YAML: a project may have no other file in JSON. */
function parsed(text: string): SyntaxNode | undefined {
  const trimmed = text.trim();
  const { roots, problems } = parseDocument('settings.json5', 'yaml', trimmed);
  return problems.length > 0 || trimmed === '' ? undefined : roots[0];
}

/** What a map says: a word for everything, a word for a tool, or words by pattern; `false`: no. */
function mapRules(map: SyntaxNode | undefined): Rule[] {
  const word = stringOf(map);
  if (word !== undefined) return [{ tool: '*', of: '*', says: word }];
  return (map?.keys() ?? []).flatMap((tool) => {
    const entry = map?.get(tool);
    const says = wordOf(entry);
    if (says !== undefined) return [{ tool, of: '*', says }];
    const patterns = entry?.kind === 'object' ? entry.keys() : [];
    return patterns.map((of) => ({ tool, of, says: wordOf(entry?.get(of)) ?? 'ask' }));
  });
}

const wordOf = (node: SyntaxNode | undefined): string | undefined =>
  typeof node?.scalar === 'boolean' ? (node.scalar ? 'allow' : 'deny') : stringOf(node);

/** What a list of rules says. */
const listRules = (list: SyntaxNode | undefined): Rule[] =>
  (list?.items() ?? []).map((rule) => ({
    tool: stringOf(rule.get('action')) ?? '',
    of: stringOf(rule.get('resource')) ?? '*',
    says: stringOf(rule.get('effect')) ?? 'ask',
  }));

/** What is said of all that a tool can do, and what the rules behind that say of a part of it. */
function rulesFor(
  names: readonly string[],
  rules: readonly Rule[],
): { whole: string | undefined; parts: readonly Rule[] } {
  const own = rules.filter(({ tool }) => names.some((name) => isStart(tool, name) || tool === name));
  const last = own.findLastIndex(({ of }) => /^\*+$/.test(of));
  return { whole: own[last]?.says, parts: own.slice(last + 1) };
}

/** Whether a pattern with a star at its end fits whatever another one does. */
const isStart = (pattern: string, other: string): boolean =>
  pattern.endsWith('*') && other.startsWith(pattern.slice(0, -1).trimEnd());
