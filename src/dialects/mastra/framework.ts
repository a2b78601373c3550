import { frameworkOfRows } from '../frameworks/framework.js';
import type { FrameworkRows } from '../frameworks/rows/row.js';
import typescript from './rows.typescript.json' with { type: 'json' };

/** Mastra, in TypeScript: rows and nothing else. */
export default frameworkOfRows({ name: 'mastra', title: 'Mastra' }, [typescript as FrameworkRows]);
