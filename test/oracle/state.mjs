// The state of a program: what `inspect` and `check` print of it as JSON, as records that can be compared. Places are
// kept apart from contents, so that moved lines are not a difference of content.

/** The day of every run: the states of two days do not differ by expired dates. */
export const AS_OF = '2026-11-20';

/** Rules that are off: what they report depends on requirements, and is the same for each program without any. */
const RULES = { 'runtime/undecided': 'off' };
/** Characters of a fingerprint that are kept. */
const FINGERPRINT = 12;

/**
 * The records of one program, sorted. `api`: `inspect` and `lint` of the library, so of any build of it.
 * A program that cannot be checked has one record that says why.
 */
export async function stateOf({ name, cwd }, api) {
  let inventory;
  let report;
  try {
    inventory = await api.inspect({ cwd, asOf: AS_OF });
    report = await api.lint({ cwd, asOf: AS_OF, baseline: false, rules: RULES });
  } catch (error) {
    return [record('failure', [name], { message: String(error.message).replaceAll(cwd, '.') })];
  }
  const file = (path) => `${name}/${path}`;
  const records = [
    ...inventory.files
      .filter(({ dialect }) => dialect !== null)
      .map(({ path, ...content }) => record('file', [file(path)], content)),
    ...inventory.unread.flatMap(({ framework, files }) =>
      files.map((path) => record('unread', [file(path)], { framework })),
    ),
    ...inventory.systems.flatMap((system) => systemRecords(system, file)),
    ...report.findings.map((finding) => findingRecord(finding, file)),
    ...report.notAssessed.map(({ rule, file: path, path: at, agent, line: _line, ...content }) =>
      record('notAssessed', [file(path), agent ?? '', at, rule], content),
    ),
    ...report.met.map(({ rule, ...content }) => record('met', [name, rule], content)),
  ];
  return sorted(numbered(records));
}

function systemRecords({ file: path, agents, unresolved, ...content }, file) {
  return [
    record('system', [file(path), content.dialect], content),
    ...unresolved.map(({ what, ...why }) => record('why', [file(path), what], why)),
    ...agents.flatMap(({ name, file: elsewhere, tools, mcpServers, ...agent }) => {
      const key = [file(elsewhere ?? path), name];
      return [
        record('agent', key, agent),
        ...tools.map((tool) => toolRecord(key, tool)),
        ...mcpServers.flatMap(({ path: at, tools: allowed, ...server }) => [
          record('server', [...key, at], server),
          ...allowed.map((tool) => toolRecord(key, tool)),
        ]),
      ];
    }),
  ];
}

const toolRecord = (agent, { path, ...content }) => record('tool', [...agent, path], content);

/** What is the same for each finding of a rule, and the texts of remedies and edits, are left out. */
function findingRecord(finding, file) {
  const { file: path, agent, path: at, rule, fingerprint, related, fixes } = finding;
  const { range, severity, confidence, message, evidence, ignored, tools } = finding;
  return record('finding', [file(path), agent ?? '', at, rule], {
    range,
    severity,
    confidence,
    message,
    evidence,
    fingerprint: fingerprint.slice(0, FINGERPRINT),
    ...(ignored && { ignored }),
    ...(related.length > 0 && { related }),
    ...(tools && { tools }),
    ...(fixes.length > 0 && { fixes: fixes.map(({ title }) => title) }),
  });
}

/** `at`: every place in the content, the record's own first. */
function record(kind, key, { range, ...content }) {
  const at = [];
  const bare = withoutRanges({ range, ...content }, at);
  return { record: kind, key, at, content: bare };
}

/** A value without the ranges in it, which are added to `places`. */
function withoutRanges(value, places) {
  if (Array.isArray(value)) return value.map((one) => withoutRanges(one, places));
  if (typeof value !== 'object' || value === null) return value;
  const { range, ...others } = value;
  if (range) {
    const { start, end } = range;
    places.push(`${start.line}:${start.column}-${end.line}:${end.column}`);
  }
  return Object.fromEntries(Object.entries(others).map(([key, one]) => [key, withoutRanges(one, places)]));
}

/** Records with the same key get a number: `#2`. */
function numbered(records) {
  const seen = new Map();
  return records.map((one) => {
    const id = idOf(one);
    const count = (seen.get(id) ?? 0) + 1;
    seen.set(id, count);
    return count === 1 ? one : { ...one, key: [...one.key, `#${count}`] };
  });
}

/** What tells a record from the others of its state. */
export const idOf = ({ record: kind, key }) => JSON.stringify([kind, ...key]);

function sorted(records) {
  const ids = new Map(records.map((one) => [one, idOf(one)]));
  return records.sort((a, b) => (ids.get(a) < ids.get(b) ? -1 : 1));
}

/** A state as text: JSON with one line per record. */
export const stateText = (records) => `[\n${records.map((one) => JSON.stringify(one)).join(',\n')}\n]\n`;
