import { frameworkOf } from '../frameworks/framework.js';
import type { FrameworkProfile } from '../frameworks/profile.js';
import typescript from './profile.typescript.json' with { type: 'json' };

/** Mastra, in TypeScript: a profile and nothing else. */
export default frameworkOf({ name: 'mastra', title: 'Mastra' }, [typescript as FrameworkProfile]);
