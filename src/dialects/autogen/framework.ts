import { frameworkOfRows } from '../frameworks/framework.js';
import type { FrameworkRows } from '../frameworks/rows/row.js';
import python from './rows.python.json' with { type: 'json' };

/** AutoGen since 0.4, in Python: rows and nothing else. */
export default frameworkOfRows({ name: 'autogen', title: 'AutoGen' }, [python as FrameworkRows]);
