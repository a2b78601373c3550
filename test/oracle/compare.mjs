// Compares two states of programs, record by record, and groups what differs.
import { idOf } from './state.mjs';

/** What people call the kinds of records, in the order in which differences are listed. */
const KINDS = {
  failure: 'Failures',
  agent: 'Agents',
  tool: 'Tools',
  server: 'MCP servers',
  finding: 'Findings',
  why: 'Unresolved values',
  notAssessed: 'Not assessed',
  system: 'Systems',
  file: 'Files',
  unread: 'Unread files',
  met: 'Controls met',
};

const isError = ({ record, content }) =>
  record === 'finding' && content.severity === 'error' && content.ignored === undefined;

/**
 * Compares two states, each as records by the name of a file of states.
 * `groups`: what differs, by title. `moved`: records that differ in places only. `losses`: programs, agents and errors
 * that the second state lacks, and programs that only the second could not check.
 */
export function compareStates(before, after) {
  const groups = new Map();
  const moved = [];
  const losses = [];
  const add = (title, line) => groups.set(title, [...(groups.get(title) ?? []), line]);
  const lose = (line) => losses.push(line);

  for (const name of before.keys()) {
    if (after.has(name)) continue;
    add('Programs lost', name);
    lose(`program ${name}`);
  }
  for (const name of after.keys()) if (!before.has(name)) add('Programs gained', name);

  for (const [name, old] of before) {
    if (!after.has(name)) continue;
    const were = new Map(old.map((one) => [idOf(one), one]));
    const are = new Map(after.get(name).map((one) => [idOf(one), one]));
    for (const [id, one] of were) {
      const now = are.get(id);
      if (!now) {
        add(`${KINDS[one.record]} lost`, shown(one));
        if (one.record === 'agent' || isError(one)) lose(shown(one));
        continue;
      }
      const changes = changesOf(one, now);
      const whys = changes.filter(({ field }) => isWhy(field));
      const others = changes.filter(({ field }) => !isWhy(field));
      if (whys.length > 0) add('Texts of `why` changed', withChanges(one, whys));
      if (others.length > 0) add(`${KINDS[one.record]} changed`, withChanges(one, others));
      if (isError(one) && !isError(now)) lose(shown(one));
      if (changes.length === 0 && (one.at.join() !== now.at.join() || namesOtherLines(one, now)))
        moved.push(withPlaces(one, now));
    }
    for (const [id, one] of are) {
      if (were.has(id)) continue;
      add(`${KINDS[one.record]} gained`, shown(one));
      if (one.record === 'failure') lose(shown(one));
    }
  }
  return { groups: inOrder(groups), moved, losses };
}

const TITLES = [
  'Programs lost',
  'Programs gained',
  ...Object.values(KINDS).flatMap((kind) => ['lost', 'gained', 'changed'].map((what) => `${kind} ${what}`)),
  'Texts of `why` changed',
];

const inOrder = (groups) =>
  new Map(TITLES.filter((title) => groups.has(title)).map((title) => [title, groups.get(title)]));

const isWhy = (field) => field === 'why' || field.endsWith('.why');

/** Whether two records without changes name other lines in their texts. */
const namesOtherLines = (one, now) => JSON.stringify(one.content) !== JSON.stringify(now.content);

/** A value without the lines that messages name: `runs subprocess.run() at tools.py:14`. */
const withoutLines = (value) => value?.replace(/(\.(?:py|[cm]?[jt]sx?)):\d+/g, '$1:N');

/** The fields of two records of one key that differ, with both values as JSON. */
function changesOf(before, after) {
  const were = fieldsOf(before);
  const are = fieldsOf(after);
  return [...new Set([...were.keys(), ...are.keys()])]
    .sort()
    .filter((field) => withoutLines(were.get(field)) !== withoutLines(are.get(field)))
    .map((field) => ({ field, was: were.get(field) ?? 'nothing', is: are.get(field) ?? 'nothing' }));
}

function fieldsOf({ content }) {
  const fields = new Map();
  const add = (path, value) => {
    const isFlat = typeof value !== 'object' || value === null;
    const isListOfTexts = Array.isArray(value) && value.every((one) => typeof one !== 'object');
    if (isFlat || isListOfTexts || Object.keys(value).length === 0) fields.set(path, JSON.stringify(value));
    else for (const [name, one] of Object.entries(value)) add(path === '' ? name : `${path}.${name}`, one);
  };
  add('', content);
  return fields;
}

/** A record in one line: severity, key, place, message. */
function shown(one) {
  const { severity, ignored, message, why, effect } = one.content;
  const said = message ?? why ?? effect;
  const level = severity === undefined ? '' : `${ignored ? 'ignored ' : ''}${severity} `;
  return `${level}${keyOf(one)}${one.at.length > 0 ? ` at ${one.at[0]}` : ''}${said === undefined ? '' : `: ${visible(said)}`}`;
}

const keyOf = ({ key }) =>
  key
    .filter((part) => part !== '')
    .map(visible)
    .join(' | ');

/** Untrusted text, without characters that a terminal would act on. */
const visible = (text) =>
  text.replace(/[\p{Cc}\p{Cf}\u2028\u2029]/gu, (one) => `\\u{${one.codePointAt(0).toString(16)}}`);

const withChanges = (one, changes) =>
  [
    keyOf(one),
    ...changes.map(({ field, was, is }) => `    ${visible(field)}: ${visible(was)} -> ${visible(is)}`),
  ].join('\n');

const withPlaces = (one, now) => `${keyOf(one)}: ${one.at.join(', ')} -> ${now.at.join(', ')}`;

/** A comparison as text, empty if nothing differs. `lines`: list what only moved, too. */
export function comparisonText({ groups, moved, losses }, { lines = false } = {}) {
  const blocks = [...groups].map(([title, entries]) => block(title, entries));
  if (moved.length > 0 && lines) blocks.push(block('Moved', moved));
  else if (moved.length > 0)
    blocks.push(`Moved: ${moved.length}, with the same contents (--lines lists them)\n`);
  if (losses.length > 0) blocks.push(block('Lost agents and errors, to be read one by one', losses));
  return blocks.join('\n');
}

const block = (title, entries) =>
  `${title}: ${entries.length}\n${entries.map((one) => `  ${one}\n`).join('')}`;
