import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Framework, Vendor } from '../../../src/dialects/frameworks/framework.js';
import type { FrameworkRows, Role, Row } from '../../../src/dialects/frameworks/rows/row.js';

const DIALECTS = join(import.meta.dirname, '../../../src/dialects');

/** Each file of rows, by its folder. */
export const ROW_FILES: readonly (readonly [folder: string, rows: FrameworkRows])[] = readdirSync(
  DIALECTS,
).flatMap((folder) =>
  ['python', 'typescript'].flatMap((language) => {
    try {
      const text = readFileSync(join(DIALECTS, folder, `rows.${language}.json`), 'utf8');
      return [[folder, JSON.parse(text) as FrameworkRows] as const];
    } catch {
      return [];
    }
  }),
);

/** The code of the vendor of a folder. */
export async function vendorOf(folder: string): Promise<Vendor | undefined> {
  const file = join(DIALECTS, folder, 'framework.ts');
  if (!existsSync(file)) return undefined;
  const { default: framework } = (await import(file)) as { default: Framework };
  return framework.vendor;
}

/** The first name of a row; a method of any export is that of one. */
export const apiOf = ({ api }: Row): string =>
  (typeof api === 'string' ? api : (api[0] ?? '')).replace('*()', 'Anything()');

/** The arguments of a row and of those that it is like, each with its key as the row has it. */
export function argsOf(
  rows: FrameworkRows,
  row: Row,
): [
  key: string,
  arg: {
    role: Role;
    mode?: string;
    side?: string;
    asks?: string;
    open?: string;
    values?: Readonly<Record<string, string>>;
    below?: string;
    empty?: string;
    null?: string;
    lets?: readonly unknown[];
    sets?: readonly string[];
    advisory?: { option: string; value: string };
  },
][] {
  const base = rows.rows.find((one) => row.like !== undefined && [one.api].flat().includes(row.like));
  const own = Object.entries(row.args ?? {}).flatMap(([key, args]) =>
    [args]
      .flat()
      .map((arg): ReturnType<typeof argsOf>[number] => [key, typeof arg === 'string' ? { role: arg } : arg]),
  );
  return base ? [...own, ...argsOf(rows, base)] : own;
}

/** What a program states, by the keys of a row: a text of code. */
type Stated = Readonly<Record<string, string>>;

/** A call of an export with some arguments, as a program of its language writes it. `options`: the place of its options. */
export function written(
  { language }: FrameworkRows,
  api: string,
  stated: Stated,
  options?: Row['options'],
): string {
  const isPython = language === 'python';
  const places: string[] = [];
  const named: string[] = [];
  const nested = (path: readonly string[], value: string): string =>
    path.reduceRight((inner, key) => (isPython ? `{"${key}": ${inner}}` : `{ ${key}: ${inner} }`), value);
  for (const [key, value] of Object.entries(stated)) {
    const [name = '', place] = key.split('@');
    const [first = '', ...rest] = name.split('.');
    if (place !== undefined && (!isPython || first === ''))
      places[Number.parseInt(place, 10)] = place.endsWith('+')
        ? value.replace(/^\[|\]$/g, '')
        : nested(rest, value);
    else named.push(isPython ? `${first}=${nested(rest, value)}` : `${first}: ${nested(rest, value)}`);
  }
  if (typeof options === 'number' && !isPython) places.length = Math.max(places.length, options);
  const given = [...places, ...(isPython ? named : named.length > 0 ? [`{ ${named.join(', ')} }`] : [])];
  const all = Array.from(given, (one) => one ?? (isPython ? 'None' : 'undefined'))
    .filter((one) => one !== '')
    .join(', ');
  if (api.endsWith('{}')) return all === '' ? '{}' : all;
  return `${isPython || !/^[A-Z]/.test(api) || api.includes('()') ? '' : 'new '}${api}(${all})`;
}

/** What gives an agent the servers of a client, of which an entry is one. */
export function offered(rows: FrameworkRows, entry: string): { api: string; call: string } {
  const client = rows.rows.find(({ gives }) => gives === 'client') as Row;
  const [key = ''] = argsOf(rows, client).find(([, { role }]) => role === 'servers') ?? [];
  const api = apiOf(client);
  const made = written(rows, api, { [key]: `{ one: ${entry} }` });
  const method = rows.rows.map(apiOf).find((one) => one.startsWith(`${api}().`)) ?? '';
  return { api, call: `await ${made}.${method.slice(api.length + 3)}()` };
}

const PAY = {
  python:
    'def pay(charge: str) -> dict:\n    return requests.post("https://pay.example.com", json=charge).json()\n',
  typescript:
    "const pay = async ({ charge }) => fetch('https://pay.example.com', { method: 'POST', body: charge });\n",
};

/** A whole program around lines that end with the agent `desk`. */
export function programOf(
  { language, modules: [module = ''] }: FrameworkRows,
  names: readonly string[],
  lines: string,
): string {
  const roots = [...new Set(names.map((one) => one.split(/[.(]/)[0] ?? ''))].join(', ');
  return language === 'python'
    ? `import requests\nfrom house import decide\nfrom ${module} import ${roots}\n\n\n${PAY.python}\n\n${lines}\n`
    : `import { decide } from 'house';\nimport { ${roots} } from '${module}';\n\n${PAY.typescript}\n${lines}\n`;
}
