import { frameworkOf } from '../frameworks/framework.js';
import type { FrameworkProfile } from '../frameworks/profile.js';
import python from './profile.python.json' with { type: 'json' };
import typescript from './profile.typescript.json' with { type: 'json' };
import { vendor } from './vendor.js';

/** The open-source agent framework, in TypeScript and Python. */
export default frameworkOf(
  { name: 'agents-sdk', title: 'Agents SDK' },
  [typescript as FrameworkProfile, python as FrameworkProfile],
  vendor,
);
