import { frameworkOfRows } from '../frameworks/framework.js';
import type { FrameworkRows } from '../frameworks/rows/row.js';
import typescript from './rows.typescript.json' with { type: 'json' };
import { vendor } from './vendor.js';

/** The AI SDK, in TypeScript. */
export default frameworkOfRows({ name: 'vercel-ai', title: 'AI SDK' }, [typescript as FrameworkRows], vendor);
