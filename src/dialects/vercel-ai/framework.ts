import { frameworkOf } from '../frameworks/framework.js';
import type { FrameworkProfile } from '../frameworks/profile.js';
import typescript from './profile.typescript.json' with { type: 'json' };
import { vendor } from './vendor.js';

/** The AI SDK, in TypeScript. */
export default frameworkOf({ name: 'vercel-ai', title: 'AI SDK' }, [typescript as FrameworkProfile], vendor);
