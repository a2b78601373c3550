import { frameworkOf } from '../frameworks/framework.js';
import type { FrameworkProfile } from '../frameworks/profile.js';
import { readOptions } from './options.js';
import python from './profile.python.json' with { type: 'json' };
import typescript from './profile.typescript.json' with { type: 'json' };

/** The SDK that runs Claude Code from a program, in TypeScript and Python. */
export default frameworkOf(
  { name: 'claude-agent-sdk', title: 'Claude Agent SDK' },
  [typescript as FrameworkProfile, python as FrameworkProfile],
  { agent: readOptions },
);
