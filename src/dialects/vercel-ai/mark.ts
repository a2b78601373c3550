import { FRAMEWORK_MODULES } from '../framework-modules.js';
import { frameworkMark } from '../frameworks/framework-mark.js';

export default frameworkMark('vercel-ai', FRAMEWORK_MODULES['vercel-ai']);
