import type { IgnoredSetting, McpServer, NamedValue, Opening } from '../../model/index.js';
import type { SyntaxNode } from '../../syntax/node.js';
import { headerValues, stringOf } from '../agents/tool.js';
import { add, readClient } from '../clients/read.js';
import { mapsAt } from '../clients/settings.js';
import { describes, takesWords } from '../commands/commands.js';
import { includes } from '../commands/globs.js';
import type { Dialect, Proposal, Recognition } from '../dialect.js';
import { leadingStar } from '../permissions/own-rights.js';
import { offersServer, patternsFor, readOffered } from './offered.js';
import { KILO, OPENCODE } from './profile.js';

const NAME = /(?:^|[/_])(?:opencode|kilo)\.jsonc?$/;
const IS_KILO = /(?:^|[/_])kilo\.jsonc?$/;
const KEYS = [
  'mcp',
  'agent',
  'permission',
  'permissions',
  'tools',
  'mode',
  'instructions',
  'model',
  'provider',
  'plugin',
];

/** Settings of opencode. */
const opencode: Dialect = {
  name: 'opencode',
  order: 22,
  surface: 'developer',
  lenient: true,

  proposes: (path) => NAME.test(path),

  mayHold: (text) => text.includes('opencode.ai/config.json'),

  recognise(root: SyntaxNode, proposal: Proposal): Recognition {
    if (root.document.format === 'http' || root.kind !== 'object')
      return { claimed: false, reason: 'its root is not an object' };
    const saysSo = stringOf(root.get('$schema'))?.includes('opencode.ai/config.json') === true;
    const isOurs = proposal.dialect === 'opencode' && KEYS.some((key) => root.get(key) !== undefined);
    return saysSo || isOurs
      ? { claimed: true, reason: 'settings of opencode' }
      : { claimed: false, reason: 'no settings of opencode' };
  },

  read(root, context) {
    const system = readClient(root, IS_KILO.test(root.document.file) ? KILO : OPENCODE, context);
    for (const agent of system.agents) agent.mcpServers = switchedOff(agent.mcpServers, root);
    system.values = providerSecrets(root.get('provider'));
    add(system, 'ignored', shortRules(root));
    add(system, 'openings', leadingStars(root));
    return [system];
  },
};

export default opencode;

/** From the weakest on. */
const WORDS = ['allow', 'ask', 'deny'];

/** A command that ends with a place says what it is for: `git checkout .`, `rm -rf /`. */
const IS_COMPLETE = /\s[./~]\S*$/;

/** Rules of commands that stop only the bare command: with an argument another rule applies, which is weaker. */
function shortRules(root: SyntaxNode): IgnoredSetting[] {
  const map = root.get('permission')?.get('bash');
  const patterns = map?.kind === 'object' ? map.keys() : [];
  const rankOf = (pattern: string): number => WORDS.indexOf(stringOf(map?.get(pattern)) ?? '');
  return patterns.flatMap((pattern): IgnoredSetting[] => {
    const node = map?.get(pattern);
    const word = stringOf(node) ?? '';
    // `*rm` fits what ends so.
    const command = pattern.replace(/^\*\s*/, '');
    if (!node || rankOf(pattern) < 1 || /[*?]/.test(command) || !takesWords(command)) return [];
    if (IS_COMPLETE.test(command)) return [];
    // The last rule that fits decides.
    const other = patterns.findLast((one) => /[*?]/.test(one) && includes(one, `${command} *`));
    if (other === undefined || rankOf(other) >= rankOf(pattern)) return [];
    return [
      {
        entry: pattern,
        why: `opencode compares whole commands: with an argument \`${other}\` (\`${stringOf(map?.get(other)) ?? ''}\`) decides.`,
        edit: `Write \`"${command} *": "${word}"\` in its place.`,
        at: node.at('key'),
      },
    ];
  });
}

/** Entries for every program that only describes itself. */
function leadingStars(root: SyntaxNode): Opening[] {
  const map = root.get('permission')?.get('bash');
  return (map?.kind === 'object' ? map.keys() : []).flatMap((pattern): Opening[] => {
    const node = map?.get(pattern);
    const isWide = node && stringOf(node) === 'allow' && describes(pattern);
    return isWide ? [leadingStar(pattern, node.at('key'))] : [];
  });
}

/** Literals that providers of models are given, which may be credentials. */
function providerSecrets(providers: SyntaxNode | undefined): NamedValue[] {
  return (providers?.keys() ?? []).flatMap((name) => {
    const options = providers?.get(name)?.get('options');
    return [...headerValues(options), ...headerValues(options?.get('headers'))];
  });
}

/**
 * A server whose tools are all switched off, and for no agent on again, offers none: `"tools": { "pay_*": false }`, or
 * `"permission": { "pay_*": "deny" }`.
 */
function switchedOff(servers: readonly McpServer[], root: SyntaxNode): McpServer[] {
  const forAll = readOffered(root);
  const forAgents = mapsAt(root, OPENCODE.agents?.at ?? []).map(({ node }) => readOffered(node));
  const named = new Set(forAgents.flatMap(({ said, lastOn }) => [...said.keys(), ...lastOn.keys()]));
  return servers.map((server) => {
    if (offersServer(forAll, server.name) !== false) return server;
    const isNamed = patternsFor(server.name).some((pattern) => named.has(pattern)) || named.has(server.name);
    const isOn = isNamed && forAgents.some((one) => offersServer(one, server.name));
    return isOn ? server : { ...server, disabled: true };
  });
}
