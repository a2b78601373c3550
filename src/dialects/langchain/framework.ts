import { frameworkOfRows } from '../frameworks/framework.js';
import type { FrameworkRows } from '../frameworks/rows/row.js';
import python from './rows.python.json' with { type: 'json' };
import typescript from './rows.typescript.json' with { type: 'json' };
import { vendor } from './vendor.js';

/** LangChain with LangGraph and deepagents: their agents share tools, middleware and runs. */
export default frameworkOfRows(
  { name: 'langchain', title: 'LangChain framework' },
  [python as FrameworkRows, typescript as FrameworkRows],
  vendor,
);
