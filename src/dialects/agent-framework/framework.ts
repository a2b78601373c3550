import { frameworkOfRows } from '../frameworks/framework.js';
import type { FrameworkRows } from '../frameworks/rows/row.js';
import python from './rows.python.json' with { type: 'json' };

/** Microsoft Agent Framework, in Python: rows and nothing else. */
export default frameworkOfRows({ name: 'agent-framework', title: 'Microsoft Agent Framework' }, [
  python as FrameworkRows,
]);
