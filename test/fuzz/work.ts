import { Session } from 'node:inspector';

/** What V8 counts of a function: how often each of its blocks ran. */
interface Counted {
  result: { url: string; functions: { ranges: { count: number }[] }[] }[];
}

/**
 * How many blocks of our own code run while something is done: a count, which is the same on every machine. Loops count with
 * each round; what V8 does itself, as matching a regular expression, does not count. Needs `--no-flush-bytecode`: a function that
 * is compiled again is counted by its blocks, and not by its calls.
 */
export async function workOf(run: () => unknown): Promise<number> {
  const session = new Session();
  session.connect();
  const post = (method: string, params?: object) =>
    new Promise<unknown>((done, failed) =>
      session.post(method, params, (error, found) => (error ? failed(error) : done(found))),
    );
  try {
    await post('Profiler.enable');
    await post('Profiler.startPreciseCoverage', { callCount: true, detailed: true });
    await run();
    const { result } = (await post('Profiler.takePreciseCoverage')) as Counted;
    await post('Profiler.stopPreciseCoverage');
    return result
      .filter(({ url }) =>
        /\/(?:src|rules)\/|agent-lint-fuzz|\/node_modules\/(?:yaml|jsonc-parser|toml-eslint-parser)\//.test(
          url,
        ),
      )
      .reduce(
        (sum, { functions }) =>
          sum +
          functions.reduce((of, { ranges }) => of + ranges.reduce((all, { count }) => all + count, 0), 0),
        0,
      );
  } finally {
    session.disconnect();
  }
}
