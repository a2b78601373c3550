// Compares what rows of frameworks state with the newest release of each package: names that its types do not
// have, options that sound like a control and stand nowhere, and what the types gained and lost since they were read.
// A report for maintainers: it ends with status 0 whatever it finds.
import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { declaredIn } from './declared-names.mjs';
import { readJson, root } from './project.mjs';

/** Beginnings of words in names of gates, bounds, scopes, sandboxes and retention. */
const CONTROL = new RegExp(
  `(?:^|_)(?:${[
    'approv|confirm|permission|interrupt|sandbox|guard|polic(?:y|ies)|consent|allow|deny|denied|disallow|trust|untrust',
    'human|elicit|review|redact|sensitive|record_(?:in|out)|retention|retain|read_?only|dry_run|budget|bypass|unsafe',
    'danger|skip_perm|isolat|escalat|whitelist|blocklist|ttl|weak|unsandbox',
    'max(?:imum)?_(?:turn|step|iter|call|round|concurr|parallel|depth|llm|tool|agent|retry)',
    '(?:call|run|turn|step|iteration|recursion)s?_limit',
  ].join('|')})`,
);
/** What a run returns or sends, which nobody states. */
const RETURNED =
  /^(?:Serialized|SDK|_)|(?:Event|Result|Output|Response|Chunk|Message|State|Data|Payload|Request|Part|Block|Error|Reason|Info|Metadata|Schema)s?(?:\.|$)/;
/** Unions of which each member counts: modes and decisions of permission, events of hooks. */
const UNION =
  /(?:Permission|Approval|Sandbox|Isolation|Retention)\w*(?:Mode|Behavior|Policy|Strategy)s?$|Hook_?Events?$|^HOOK_EVENTS$/i;

/** The words of a name, in small letters with a line between them. */
const wordsOf = (name) => name.replace(/([a-z\d])([A-Z])/g, '$1_$2').toLowerCase();

/** The items of a list by a key of each. */
function groupBy(all, keyOf) {
  const groups = new Map();
  for (const one of all) groups.set(keyOf(one), [...(groups.get(keyOf(one)) ?? []), one]);
  return groups;
}

/** What the rows of a framework name of its package. */
export function statedNames(stated) {
  const found = new Set();
  const add = (text) => {
    for (const one of text.split(/[^\w$]+/)) if (/^[A-Za-z_$]/.test(one)) found.add(one);
  };
  for (const { api, args = {}, hooks = {}, from, below } of stated.rows) {
    if (from !== undefined || below !== undefined) continue;
    for (const one of [api].flat()) if (one !== 'function' && one !== 'module') add(one);
    for (const [key, arg] of Object.entries({ ...args, ...hooks })) {
      if (arg.below !== undefined) continue;
      add(key.replace(/@\d+$/, ''));
      for (const value of [arg.asks, arg.open]) if (typeof value === 'string') add(value);
    }
  }
  const { members = [], states = [] } = stated.requests ?? {};
  for (const one of [...members, ...states]) add(one);
  return found;
}

/**
 * How the types of a framework differ from what is stated of it.
 * @param {{ stated: Set<string>, read: { has(name: string): boolean }, known: Set<string>, newest: import('./declared-names.mjs').Names, checked?: import('./declared-names.mjs').Names }} of
 *   `read`: every name in the files that read it; `known`: names that were looked at, `Owner.name` or `name`
 */
export function driftOf({ stated, read, known, newest, checked }) {
  const nameOf = ({ owner, name }) => (owner === '' ? name : `${owner}.${name}`);
  const isKnown = (one) =>
    known.has(one.name) || known.has(nameOf(one)) || known.has(`${one.owner.split('.')[0]}.*`);
  const isControl = ({ kind, owner, name }) =>
    kind === 'member'
      ? UNION.test(owner)
      : kind === 'option' && !RETURNED.test(owner) && CONTROL.test(wordsOf(name));
  const controls = newest.declared.filter(
    (one) => isControl(one) && !read.has(one.name) && !isKnown(one) && one.deprecated !== true,
  );
  const byName = groupBy(controls, ({ name }) => name);
  const before = new Set((checked?.declared ?? newest.declared).map(nameOf));
  const after = new Set(newest.declared.map(nameOf));
  const lost = [...stated].filter((name) => !newest.words.has(name) && !known.has(name)).sort();
  return {
    missing: lost.filter((name) => !newest.code.has(name)),
    onlyInCode: lost.filter((name) => newest.code.has(name)),
    unread: [...byName]
      .map(([name, all]) => ({ name, owners: [...new Set(all.map(({ owner }) => owner))] }))
      .sort((a, b) => (a.name < b.name ? -1 : 1)),
    added: [...after].filter((name) => !before.has(name)).sort(),
    removed: [...before].filter((name) => !after.has(name)).sort(),
  };
}

/** Names that are printed of one list. */
const LONGEST_LIST = 60;

/** What is printed of a framework; none where nothing differs. */
export function driftText(title, { missing, onlyInCode, unread, added, removed }) {
  const named = (all) => [
    ...all.slice(0, LONGEST_LIST).map((one) => `- \`${one}\``),
    ...(all.length > LONGEST_LIST ? [`- and ${all.length - LONGEST_LIST} more`] : []),
  ];
  const owned = unread.map(({ name, owners: [first, ...others] }) => {
    const more = others.length > 0 ? ` and ${others.length} more` : '';
    return `- \`${name}\`${first === '' ? '' : ` of \`${first}\`${more}`}`;
  });
  const parts = [
    ['Stated, but in no type or code of the package', named(missing)],
    ['Stated, but in its code only', named(onlyInCode)],
    ['Sounds like a control, and is neither read nor in `src/facts/drift-known.json`', owned],
    ['Added since it was read', named(added)],
    ['Removed since it was read', named(removed)],
  ].filter(([, lines]) => lines.length > 0);
  return parts.length === 0
    ? []
    : [`## ${title}`, ...parts.flatMap(([what, lines]) => ['', `### ${what}`, '', ...lines]), ''];
}

/** What is asked of the files that read a framework: whether a name stands in one. */
function namesInFiles(paths) {
  const texts = paths.flatMap((path) => {
    if (!existsSync(path)) return [];
    return readdirSync(path, { recursive: true })
      .filter((name) => /\.(?:ts|json)$/.test(name))
      .map((name) => readFileSync(join(path, name), 'utf8'));
  });
  const words = new Set(texts.flatMap((text) => text.match(/[A-Za-z_$][\w$]*/g) ?? []));
  return { has: (name) => words.has(name) || (/\W/.test(name) && texts.some((text) => text.includes(name))) };
}

const run = (command, args) =>
  execFileSync(command, args, { encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'], maxBuffer: 2 ** 26 });

/** Brings one release of a package into a folder, and runs none of its code. Undefined where it cannot be had. */
function bring({ name, language }, version, folder) {
  const target = join(folder, `${name}@${version}`.replaceAll('/', '+'));
  mkdirSync(target, { recursive: true });
  try {
    if (language === 'python') {
      const wanted = version === 'newest' ? name : `${name}==${version}`;
      const options = ['--no-deps', '--only-binary=:all:', '--retries=0', '--quiet'];
      run('python3', ['-m', 'pip', 'download', ...options, '--dest', target, wanted]);
      for (const wheel of readdirSync(target).filter((one) => one.endsWith('.whl')))
        run('python3', ['-m', 'zipfile', '--extract', join(target, wheel), target]);
    } else {
      const wanted = `${name}@${version === 'newest' ? 'latest' : version}`;
      run('npm', ['pack', wanted, '--ignore-scripts', '--silent', '--pack-destination', target]);
      for (const archive of readdirSync(target)) run('tar', ['-xzf', join(target, archive), '-C', target]);
    }
    return target;
  } catch {
    return undefined;
  }
}

/** The version in the manifest of a package that was brought. */
function versionIn(folder, { language, name }) {
  if (language === 'python') {
    const info = readdirSync(folder).find((one) => one.endsWith('.dist-info')) ?? '';
    return /-([^-]+)\.dist-info$/.exec(info)?.[1] ?? name;
  }
  const [inner = 'package'] = readdirSync(folder).filter((one) =>
    existsSync(join(folder, one, 'package.json')),
  );
  return JSON.parse(readFileSync(join(folder, inner, 'package.json'), 'utf8')).version;
}

const DIALECTS = join(root, 'src/dialects');

/** Compares one framework in one language; the packages that cannot be had are named. */
function compareFramework(dialect, language, packages, { folder, python, known }) {
  const stated = JSON.parse(readFileSync(join(DIALECTS, dialect, `rows.${language}.json`), 'utf8'));
  const notHad = [];
  const brought = packages.flatMap((one) => {
    const given = python && language === 'python' ? join(python, one.name) : undefined;
    const newest = given && existsSync(given) ? given : bring(one, 'newest', folder);
    if (newest === undefined) {
      notHad.push(one.name);
      return [];
    }
    const version = newest === given ? 'given' : versionIn(newest, one);
    const old = version === one.checked || newest === given ? newest : bring(one, one.checked, folder);
    if (old === undefined) notHad.push(`${one.name} ${one.checked}`);
    return [{ ...one, newest, version, old: old ?? newest }];
  });
  const lines = notHad.length > 0 ? [`Not to be had here (${dialect}): ${notHad.join(', ')}.`, ''] : [];
  if (brought.length === 0) return lines;
  const also = packages.flatMap(({ also: more = [] }) => more.map((one) => join(root, one)));
  const drift = driftOf({
    stated: brought.length === packages.length ? statedNames(stated) : new Set(),
    read: namesInFiles([join(DIALECTS, dialect), join(DIALECTS, 'frameworks'), ...also]),
    known,
    newest: declaredIn(
      brought.map(({ newest }) => newest),
      language,
    ),
    checked: declaredIn(
      brought.map(({ old }) => old),
      language,
    ),
  });
  const releases = brought.map(({ name, version, checked }) =>
    version === checked ? `${name} ${version}` : `${name} ${checked} to ${version}`,
  );
  const title = `${stated.name}, ${language === 'python' ? 'Python' : 'TypeScript'} (${releases.join(', ')})`;
  return [...lines, ...driftText(title, drift)];
}

function main() {
  const { values } = parseArgs({
    options: { python: { type: 'string' }, only: { type: 'string' } },
  });
  const facts = readJson('src/facts/drift-known.json');
  const folder = mkdtempSync(join(tmpdir(), 'facts-drift-'));
  try {
    const groups = groupBy(facts.packages, ({ dialect, language }) => `${dialect} ${language}`);
    const lines = [...groups].flatMap(([group, packages]) => {
      const [dialect, language] = group.split(' ');
      if (values.only !== undefined && values.only !== dialect) return [];
      const known = new Set(
        facts.known.filter((one) => one.dialect === dialect).flatMap(({ names }) => names.split(' ')),
      );
      const python = values.python && resolve(values.python);
      return compareFramework(dialect, language, packages, { folder, python, known });
    });
    console.log(lines.length > 0 ? lines.join('\n').trimEnd() : 'Nothing differs.');
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

if (process.argv[1] === import.meta.filename) main();
