import { frameworkOfRows } from '../frameworks/framework.js';
import type { FrameworkRows } from '../frameworks/rows/row.js';
import python from './rows.python.json' with { type: 'json' };
import typescript from './rows.typescript.json' with { type: 'json' };
import { vendor } from './vendor.js';

/** The open-source agent framework, in TypeScript and Python. */
export default frameworkOfRows(
  { name: 'agents-sdk', title: 'Agents SDK' },
  [typescript as FrameworkRows, python as FrameworkRows],
  vendor,
);
