import { frameworkOfRows } from '../frameworks/framework.js';
import type { FrameworkRows } from '../frameworks/rows/row.js';
import python from './rows.python.json' with { type: 'json' };
import typescript from './rows.typescript.json' with { type: 'json' };

/** LiveKit Agents in Python and TypeScript: rows and nothing else. */
export default frameworkOfRows({ name: 'livekit', title: 'LiveKit Agents' }, [
  python as FrameworkRows,
  typescript as FrameworkRows,
]);
