import { FRAMEWORK_MODULES } from '../framework-modules.js';
import { frameworkMark } from '../frameworks/framework-mark.js';

export default frameworkMark('claude-agent-sdk', FRAMEWORK_MODULES['claude-agent-sdk']);
