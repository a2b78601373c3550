import { FRAMEWORK_MODULES } from '../framework-modules.js';
import { frameworkMark } from '../frameworks/framework-mark.js';

export default frameworkMark('agents-sdk', FRAMEWORK_MODULES['agents-sdk']);
