// How many labelled agents and acts of a framework agent-lint finds: `node test/score/frameworks.mjs FOLDER [framework...]`.
// FOLDER has a checkout of each repository at its commit, as `<framework>/<owner>+<name>`. Labels: test/score/frameworks/.
import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const [folder, ...wanted] = process.argv.slice(2);
if (folder === undefined) {
  console.error('Name the folder with the checkouts: node test/score/frameworks.mjs FOLDER [framework...]');
  process.exit(2);
}
const labels = join(import.meta.dirname, 'frameworks');
const program = join(import.meta.dirname, '../../dist/agent-lint.cjs');
/** Lines that a place may differ from its label: a decorator, or the beginning of a call over several lines. */
const NEAR = 3;
const SECONDS = 180;

function run(command, cwd) {
  const args = [program, command, '.', '--format', 'json', '--no-config'];
  const { stdout, status } = spawnSync(process.execPath, args, {
    cwd,
    encoding: 'utf8',
    maxBuffer: 2 ** 30,
    timeout: SECONDS * 1000,
  });
  return status === 0 || status === 1 ? JSON.parse(stdout) : undefined;
}

const isNear = (a, b) => Math.abs(a - b) <= NEAR;

function scored({ repository, agents, acts }, cwd) {
  const inventory = run('inspect', cwd);
  const report = inventory && run('check', cwd);
  if (!report) return undefined;
  const places = inventory.systems.flatMap(({ file, agents: own }) =>
    own.map(({ file: inner, range }) => ({ file: inner ?? file, line: range.start.line })),
  );
  const approvals = report.findings.filter(({ rule }) => /^(?:approval\/|scope\/wildcard$)/.test(rule));
  const ungated = acts.filter(({ approval, certainty }) => approval === 'none' && certainty === 'high');
  return {
    repository,
    agents: agents.length,
    agentsFound: agents.filter((label) => {
      const at = label.lastIndexOf(':');
      return places.some(
        ({ file, line }) => file === label.slice(0, at) && isNear(line, Number(label.slice(at + 1))),
      );
    }).length,
    errors: report.findings.filter(({ severity }) => severity === 'error').length,
    acts: ungated.length,
    actsFound: ungated.filter(({ file, line, tool }) =>
      approvals.some(
        (one) => one.message.includes(tool) || (one.file === file && isNear(one.range.start.line, line)),
      ),
    ).length,
  };
}

for (const name of readdirSync(labels).map((file) => file.replace('.jsonl', ''))) {
  if (wanted.length > 0 && !wanted.includes(name)) continue;
  const rows = readFileSync(join(labels, `${name}.jsonl`), 'utf8')
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line));
  const total = { repositories: 0, agents: 0, agentsFound: 0, errors: 0, acts: 0, actsFound: 0 };
  for (const row of rows) {
    const cwd = join(folder, name, row.repository.replace('/', '+'));
    const result = existsSync(cwd) ? scored(row, cwd) : undefined;
    console.log(JSON.stringify(result ?? { repository: row.repository, result: 'none' }));
    if (!result) continue;
    total.repositories++;
    for (const key of Object.keys(total)) if (key !== 'repositories') total[key] += result[key];
  }
  console.log(`${name}: ${JSON.stringify(total)}`);
}
