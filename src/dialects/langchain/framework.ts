import { frameworkOf } from '../frameworks/framework.js';
import type { FrameworkProfile } from '../frameworks/profile.js';
import python from './profile.python.json' with { type: 'json' };
import typescript from './profile.typescript.json' with { type: 'json' };
import { vendor } from './vendor.js';

/** LangChain with LangGraph and deepagents: their agents share tools, middleware and runs. */
export default frameworkOf(
  { name: 'langchain', title: 'LangChain framework' },
  [python as FrameworkProfile, typescript as FrameworkProfile],
  vendor,
);
