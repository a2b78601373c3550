import { frameworkOfRows } from '../frameworks/framework.js';
import type { FrameworkRows } from '../frameworks/rows/row.js';
import python from './rows.python.json' with { type: 'json' };

/** smolagents of Hugging Face: rows and nothing else. */
export default frameworkOfRows({ name: 'smolagents', title: 'smolagents' }, [python as FrameworkRows]);
