import { FRAMEWORK_MODULES } from '../framework-modules.js';
import { frameworkMark } from '../frameworks/framework-mark.js';

export default frameworkMark('mastra', FRAMEWORK_MODULES.mastra);
