// Loaded before a program: for each of its threads it adds a line to the file BENCH_USAGE. `peak`: resident memory of the
// process so far, in KiB. `work`: calls of the program's functions. `steps`: those that count steps of an evaluation.
const { appendFileSync, readFileSync } = require('node:fs');
const { Session } = require('node:inspector');
const { fileURLToPath, pathToFileURL } = require('node:url');

const own = pathToFileURL(__filename).href;
const session = new Session();
session.connect();
session.post('Profiler.enable');
session.post('Profiler.startPreciseCoverage', { callCount: true, detailed: false });

process.on('exit', () =>
  session.post('Profiler.takePreciseCoverage', (_, { result }) => {
    const usage = { peak: process.resourceUsage().maxRSS, work: 0, steps: 0 };
    for (const { url, functions } of result) {
      if (!url.startsWith('file:') || url === own) continue;
      for (const { functionName, ranges } of functions) {
        const [{ count, startOffset, endOffset }] = ranges;
        usage.work += count;
        if (functionName !== 'step' || count === 0) continue;
        // The method of `src/program/evaluate/budget.ts`, and no other of this name.
        const text = readFileSync(fileURLToPath(url), 'utf8').slice(startOffset, endOffset);
        if (text.includes('file-steps')) usage.steps += count;
      }
    }
    appendFileSync(process.env.BENCH_USAGE, `${JSON.stringify(usage)}\n`);
  }),
);
