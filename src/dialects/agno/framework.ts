import { frameworkOfRows } from '../frameworks/framework.js';
import type { FrameworkRows } from '../frameworks/rows/row.js';
import python from './rows.python.json' with { type: 'json' };

/** Agno, and Phidata before it: rows and nothing else. */
export default frameworkOfRows({ name: 'agno', title: 'Agno' }, [python as FrameworkRows]);
