import { frameworkOf } from '../frameworks/framework.js';
import type { FrameworkProfile } from '../frameworks/profile.js';
import python from './profile.python.json' with { type: 'json' };

/** Pydantic AI, in Python. */
export default frameworkOf({ name: 'pydantic-ai', title: 'Pydantic AI' }, [python as FrameworkProfile]);
