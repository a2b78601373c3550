import { frameworkOfRows } from '../frameworks/framework.js';
import type { FrameworkRows } from '../frameworks/rows/row.js';
import python from './rows.python.json' with { type: 'json' };

/** DSPy, as far as its modules call tools: rows and nothing else. */
export default frameworkOfRows({ name: 'dspy', title: 'DSPy' }, [python as FrameworkRows]);
