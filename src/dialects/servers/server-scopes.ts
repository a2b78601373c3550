import type { Evidence, NamedValue, Place } from '../../model/index.js';
import { isPlaceholder } from '../../model/secrets.js';
import type { Word } from '../commands/command-line.js';
import facts from './server-scopes.json' with { type: 'json' };

/** Where a setting of a server stands. */
type Spot = 'query' | 'args' | 'environment' | 'headers' | 'settings';

/** A setting with its name as it is compared. */
interface Setting extends NamedValue {
  spot: Spot;
  key: string;
}

/** What one setting says, and what it decides: lists of tools decide together, every other setting by itself. */
interface Meaning {
  spot: Spot;
  family: string;
  evidence: Evidence<string[]>;
}

const LISTS: Readonly<Record<Spot, readonly string[]>> = facts.list;
const MODES: Readonly<Record<string, readonly string[]>> = facts.mode;

/** The part of a path behind which a host names sets of tools. */
const SETS_IN_PATH: Readonly<Record<string, string>> = facts.path;

/** A variable's name ends in what it switches: `MDB_MCP_READ_ONLY`. */
const READS_ONLY = /(?:^|_)READ_?ONLY(?:_MODE)?$/i;
const WRITES = new RegExp(
  `(?:^|_)(?:${facts.granting.join('|')})_?(?:${facts.deeds.join('|')})$|(?:^|_)READ_?WRITE$`,
  'i',
);
const FORBIDS = new RegExp(`(?:^|_)(?:${facts.forbidding.join('|')})_?(?:${facts.deeds.join('|')})$`, 'i');
const NEGATED = /(?:^|_)(?:NO|NOT|NON|DISABLED?|SKIP|IGNORE|BYPASS|WITHOUT)_/i;

/**
 * What narrows a server that has no list of tools: a read-only switch, a choice of tool sets, in its address, arguments,
 * environment or headers. Undefined where nothing says so. A setting that stands for everything is a star.
 */
export function narrowing(
  url: { text: string; at: Place } | undefined,
  args: readonly Word[],
  named: Readonly<Record<'environment' | 'headers' | 'settings', readonly NamedValue[]>>,
): Evidence<string[]> | undefined {
  const settings = [
    ...[...queryOf(url), ...pathOf(url)].map((one) => settingIn('query', one)),
    ...optionsOf(args).map((one) => settingIn('args', one)),
    ...(['environment', 'headers', 'settings'] as const).flatMap((spot) =>
      named[spot].map((one) => settingIn(spot, one)),
    ),
  ];
  const mayWrite = settings.some((one) => isGrant(one) && isOn(one));
  const decided = new Map<string, Meaning>();
  for (const setting of settings) {
    const said = meaningOf(setting, mayWrite);
    const before = said && decided.get(said.family);
    // An argument goes before a variable; of two in one place neither takes the other back, so that a star stays.
    if (said && (!before || (before.spot === said.spot && isStar(said.evidence))))
      decided.set(said.family, said);
  }
  const found = [...decided.values()].map(({ evidence }) => evidence);
  // Of several settings the one that narrows counts: it holds whatever the others choose.
  return found.find((one) => !isStar(one)) ?? found[0];
}

const settingIn = (spot: Spot, one: NamedValue): Setting => ({ ...one, spot, key: keyOf(one.name) });

const keyOf = (name: string) => name.replace(/[-_]/g, '').toLowerCase();

const isStar = (said: Evidence<string[]>) => said.state === 'shown' && said.value.includes('*');

const isOn = ({ value }: NamedValue) => facts.on.includes(value.trim().toLowerCase());

const isOff = ({ value }: NamedValue) => facts.off.includes(value.trim().toLowerCase());

const isEverything = (text: string) => facts.everything.includes(text.toLowerCase());

function isSwitch({ spot, key, name }: Setting, known: readonly string[], ending: RegExp): boolean {
  return known.includes(key) || (spot === 'environment' && ending.test(name) && !NEGATED.test(name));
}

/** Whether a setting that is on leaves a server without its writes, or without some: a flag. */
const isFlagOf = (setting: Setting): boolean =>
  isSwitch(setting, facts.flag, READS_ONLY) || (setting.spot === 'environment' && FORBIDS.test(setting.name));

/** Whether a setting gives writes where it is on, so that off it takes them: `ALLOW_DELETE_OPERATION=false`. */
const isGrant = (setting: Setting): boolean => isSwitch(setting, facts.writes, WRITES);

function meaningOf(setting: Setting, mayWrite: boolean): Meaning | undefined {
  const { name, value, at, spot, key } = setting;
  const text = value.trim();
  const isList = LISTS[spot].includes(key);
  const accepted = spot === 'args' && Object.hasOwn(MODES, key) ? MODES[key] : undefined;
  const isGiven = isGrant(setting);
  const isFlag = isGiven || isFlagOf(setting);
  if (!isList && !accepted && (!isFlag || mayWrite)) return undefined;
  const family = isList && key.includes('tool') ? 'tools' : key;
  const said = (evidence: Evidence<string[]>) => ({ spot, family, evidence });
  if (!isFlag && text.split(/[\s,;|]+/).some(isEverything)) return said({ state: 'shown', value: ['*'], at });
  if (text !== '' && isPlaceholder(text) && /[$%{<]/.test(text))
    return said({ state: 'undecidable', at, why: `\`${name}\` is filled in at run time` });
  const narrows = isGiven ? isOff(setting) : isOn(setting);
  if (isFlag ? !narrows : accepted ? !accepted.includes(text) : text === '') return undefined;
  const stated = isFlag && text === 'true' ? name : `${name}=${text}`;
  return said({ state: 'shown', value: [stated], at, why: `\`${stated}\` narrows what the server offers` });
}

function queryOf(url: { text: string; at: Place } | undefined): NamedValue[] {
  const query = url?.text.split('?')[1]?.split('#')[0];
  if (!url || query === undefined) return [];
  return query
    .split('&')
    .slice(0, 100)
    .map((pair) => {
      const [name = '', ...value] = pair.split('=');
      const text = value.length === 0 ? 'true' : decoded(value.join('='));
      return { name: decoded(name), value: text, at: url.at };
    });
}

/** Settings that are parts of the path of an address: `/mcp/readonly`, and GitHub's `/mcp/x/issues`. */
function pathOf(url: { text: string; at: Place } | undefined): NamedValue[] {
  const [, host = '', path = ''] = /^https?:\/\/([^/?#]+)\/([^?#]*)/i.exec(url?.text ?? '') ?? [];
  if (!url) return [];
  const parts = path.split('/').slice(0, 20);
  const chosen = Object.hasOwn(SETS_IN_PATH, host) ? parts.indexOf(SETS_IN_PATH[host] ?? '') : -1;
  const sets = chosen < 0 ? undefined : parts[chosen + 1];
  return [
    ...(sets ? [{ name: 'toolsets', value: decoded(sets), at: url.at }] : []),
    ...parts
      .filter((part) => facts.flag.includes(keyOf(part)))
      .map((name) => ({ name, value: 'true', at: url.at })),
  ];
}

/** A part of a query without its escapes; as written where they are broken. */
function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

const SWITCHES = new Set([...facts.flag, ...facts.writes]);

/** Options with their values: `--tools a,b`, `--tools=a,b`, `--read-only`. */
function optionsOf(args: readonly Word[]): NamedValue[] {
  return args.flatMap(({ text, at }, index): NamedValue[] => {
    if (!text.startsWith('-')) return [];
    const equals = text.indexOf('=');
    if (equals > 0) return [{ name: text.slice(0, equals), value: text.slice(equals + 1), at }];
    const next = args[index + 1];
    const isFlag = SWITCHES.has(keyOf(text));
    if (isFlag && next && ['true', 'false'].includes(next.text))
      return [{ name: text, value: next.text, at }];
    if (isFlag) return [{ name: text, value: 'true', at }];
    return next && !next.text.startsWith('-') ? [{ name: text, value: next.text, at: next.at }] : [];
  });
}
