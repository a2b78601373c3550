import { frameworkOfRows } from '../frameworks/framework.js';
import type { FrameworkRows } from '../frameworks/rows/row.js';
import { openProgramParts } from './program-parts.js';
import python from './rows.python.json' with { type: 'json' };

/** CrewAI, in Python. */
export default frameworkOfRows({ name: 'crewai', title: 'CrewAI' }, [python as FrameworkRows], {
  parts: openProgramParts,
});
