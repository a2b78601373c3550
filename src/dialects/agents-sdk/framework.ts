import { frameworkOf } from '../frameworks/framework.js';
import type { FrameworkProfile } from '../frameworks/profile.js';
import { addCapabilities } from './capabilities.js';
import { hostedSubagents } from './hosted-subagents.js';
import { otherVendorOf } from './model-vendor.js';
import python from './profile.python.json' with { type: 'json' };
import typescript from './profile.typescript.json' with { type: 'json' };
import { openSandboxes } from './sandboxes.js';

/** The open-source agent framework, in TypeScript and Python. */
export default frameworkOf(
  { name: 'agents-sdk', title: 'Agents SDK' },
  [typescript as FrameworkProfile, python as FrameworkProfile],
  { addCapabilities, hostedSubagents, openSandboxes, otherVendorOf },
);
