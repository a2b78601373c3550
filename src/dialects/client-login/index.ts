import type { NamedValue } from '../../model/index.js';
import { secretIn } from '../../model/secrets.js';
import type { SyntaxNode } from '../../syntax/node.js';
import { settingsSystem } from '../agents/agent.js';
import { stringOf } from '../agents/tool.js';
import { redirectBy } from '../clients/endpoints.js';
import { variablesIn } from '../clients/variables.js';
import type { Dialect, Recognition } from '../dialect.js';
import facts from './logins.json' with { type: 'json' };

const pathsOf = (files: readonly { path: string }[]): RegExp =>
  new RegExp(`(?:^|/)(?:${files.map(({ path }) => path).join('|')})$`);
const PATH = pathsOf(facts.files);
const SETTINGS = pathsOf(facts.files.filter((one) => 'hasSettings' in one));
/** Logins that a test has made up. */
const OF_FIXTURES = /(?:^|\/)(?:__tests__|__fixtures__|fixtures|testdata)\//;
const KEY = new RegExp(facts.key, 'i');
const WHY = 'a stored login has no place for it';
const DEEPEST = 6;
const MOST_VALUES = 10_000;

/** A file in which a coding agent stores the login of a person. One without a token is no agent configuration. */
const clientLogin: Dialect = {
  name: 'client-login',
  order: 8,
  surface: 'developer',
  isBeside: true,
  formats: ['json', 'yaml', 'environment'],

  mayHold: (_text, path) => PATH.test(path),

  recognise(root: SyntaxNode): Recognition {
    return PATH.test(root.document.file) && !OF_FIXTURES.test(root.document.file) && tokenIn(root)
      ? { claimed: true, reason: 'a stored login of a coding agent' }
      : { claimed: false, reason: 'no stored login of a coding agent' };
  },

  read(root) {
    const token = tokenIn(root);
    const system = settingsSystem(root, { dialect: 'client-login', surface: 'developer', agents: [] }, WHY);
    const redirects =
      root.document.format === 'environment'
        ? variablesIn(root).flatMap(({ name, value, at }) => redirectBy(name, value, at, true) ?? [])
        : [];
    return [{ ...system, redirects, ...(token && { values: [token] }) }];
  },
};

export default clientLogin;

/** The first token, in the order of the text: one login is one finding. */
function tokenIn(root: SyntaxNode): NamedValue | undefined {
  if (root.document.format === 'environment')
    return variablesIn(root).find(({ name, value }) => KEY.test(name) && secretIn(name, value));
  let left = MOST_VALUES;
  const search = (node: SyntaxNode, name: string, depth: number): NamedValue | undefined => {
    if (depth > DEEPEST || --left < 0) return undefined;
    const value = stringOf(node);
    if (value !== undefined)
      return KEY.test(name) && secretIn(NAMES.test(name) ? 'token' : name, value)
        ? { name, value, at: node.at(), ...(!SETTINGS.test(root.document.file) && { isLogin: true }) }
        : undefined;
    for (const key of node.keys()) {
      const below = node.get(key);
      const found = below && search(below, key, depth + 1);
      if (found) return found;
    }
    for (const item of node.items()) {
      const found = search(item, name, depth + 1);
      if (found) return found;
    }
    return undefined;
  };
  return search(root, '', 0);
}

/** Names that mean a token in such a file, and may mean anything elsewhere. */
const NAMES = /^(?:key|refresh|access)$|@/i;
