import { frameworkOfRows } from '../frameworks/framework.js';
import type { FrameworkRows } from '../frameworks/rows/row.js';
import python from './rows.python.json' with { type: 'json' };

/** AG2, and AutoGen before 0.4, in Python: rows and nothing else. */
export default frameworkOfRows({ name: 'pyautogen', title: 'AG2 and AutoGen 0.2' }, [
  python as FrameworkRows,
]);
