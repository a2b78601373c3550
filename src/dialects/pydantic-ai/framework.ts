import { frameworkOfRows } from '../frameworks/framework.js';
import type { FrameworkRows } from '../frameworks/rows/row.js';
import python from './rows.python.json' with { type: 'json' };

/** Pydantic AI, in Python: rows and nothing else. */
export default frameworkOfRows({ name: 'pydantic-ai', title: 'Pydantic AI' }, [python as FrameworkRows]);
