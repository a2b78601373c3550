import type { Evidence, NamedValue, Place } from '../../model/index.js';
import { isPlaceholder } from '../../model/secrets.js';
import type { Word } from './launch.js';
import facts from './server-scopes.json' with { type: 'json' };

/** Where a setting of a server stands. */
type Spot = 'query' | 'args' | 'environment' | 'headers' | 'settings';

const MODES: Readonly<Record<string, readonly string[]>> = facts.args.mode;

/**
 * What narrows a server that has no list of tools: a read-only switch, a choice of tool sets, in its address, arguments,
 * environment or headers. Undefined where nothing says so. A setting that stands for everything is a star.
 */
export function narrowing(
  url: { text: string; at: Place } | undefined,
  args: readonly Word[],
  named: Readonly<Record<'environment' | 'headers' | 'settings', readonly NamedValue[]>>,
): Evidence<string[]> | undefined {
  const settings: [Spot, NamedValue][] = [
    ...queryOf(url).map((one): [Spot, NamedValue] => ['query', one]),
    ...optionsOf(args).map((one): [Spot, NamedValue] => ['args', one]),
    ...(['environment', 'headers', 'settings'] as const).flatMap((spot) =>
      named[spot].map((one): [Spot, NamedValue] => [spot, one]),
    ),
  ];
  let found: Evidence<string[]> | undefined;
  for (const [spot, setting] of settings) {
    const said = meaningOf(spot, setting);
    // Of several settings the one that narrows counts: it holds whatever the others choose.
    if (said && (!found || (found.state === 'shown' && found.value.includes('*')))) found = said;
  }
  return found;
}

function meaningOf(spot: Spot, { name, value, at }: NamedValue): Evidence<string[]> | undefined {
  const key = spot === 'headers' ? name.toLowerCase() : name;
  const known = facts[spot];
  const accepted = spot === 'args' && Object.hasOwn(MODES, key) ? MODES[key] : undefined;
  const isFlag = known.flag.includes(key);
  const isList = known.list.some((one: string) => one === key);
  if (!isFlag && !isList && !accepted) return undefined;
  const text = value.trim();
  if (text !== '' && isPlaceholder(text) && /[$%{<]/.test(text))
    return { state: 'undecidable', at, why: `\`${name}\` is filled in at run time` };
  const stated = isFlag && text === 'true' ? name : `${name}=${text}`;
  if (facts.everything.includes(text.toLowerCase())) return { state: 'shown', value: ['*'], at };
  if (isFlag && facts.off.includes(text.toLowerCase())) return undefined;
  if (isList && text === '') return undefined;
  if (accepted && !accepted.includes(text)) return undefined;
  return { state: 'shown', value: [stated], at, why: `\`${stated}\` narrows what the server offers` };
}

function queryOf(url: { text: string; at: Place } | undefined): NamedValue[] {
  const query = url?.text.split('?')[1]?.split('#')[0];
  if (!url || query === undefined) return [];
  return query
    .split('&')
    .slice(0, 100)
    .map((pair) => {
      const [name = '', ...value] = pair.split('=');
      const text = value.join('=').replaceAll('%2C', ',').replaceAll('%2c', ',');
      return { name, value: value.length === 0 ? 'true' : text, at: url.at };
    });
}

/** Options with their values: `--tools a,b`, `--tools=a,b`, `--read-only`. */
function optionsOf(args: readonly Word[]): NamedValue[] {
  return args.flatMap(({ text, at }, index): NamedValue[] => {
    if (!text.startsWith('-')) return [];
    const equals = text.indexOf('=');
    if (equals > 0) return [{ name: text.slice(0, equals), value: text.slice(equals + 1), at }];
    const next = args[index + 1];
    const isFlag = facts.args.flag.includes(text);
    if (isFlag && next && ['true', 'false'].includes(next.text))
      return [{ name: text, value: next.text, at }];
    if (isFlag) return [{ name: text, value: 'true', at }];
    return next && !next.text.startsWith('-') ? [{ name: text, value: next.text, at: next.at }] : [];
  });
}
