import { frameworkOfRows } from '../frameworks/framework.js';
import type { FrameworkRows } from '../frameworks/rows/row.js';
import { readOptions } from './options.js';
import python from './rows.python.json' with { type: 'json' };
import typescript from './rows.typescript.json' with { type: 'json' };

/** The SDK that runs Claude Code from a program, in TypeScript and Python. */
export default frameworkOfRows(
  { name: 'claude-agent-sdk', title: 'Claude Agent SDK' },
  [typescript as FrameworkRows, python as FrameworkRows],
  { agent: readOptions },
);
