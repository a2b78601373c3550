import { frameworkOfRows } from '../frameworks/framework.js';
import type { FrameworkRows } from '../frameworks/rows/row.js';
import { silentCalls } from './adapters.js';
import { readRequests, readRequestsOfRuns } from './requests.js';
import python from './rows.python.json' with { type: 'json' };

/** Pydantic AI, in Python. */
export default frameworkOfRows({ name: 'pydantic-ai', title: 'Pydantic AI' }, [python as FrameworkRows], {
  agent: readRequests,
  runs: readRequestsOfRuns,
  silent: silentCalls,
});
