import { FRAMEWORK_MODULES } from '../framework-modules.js';
import { frameworkMark } from '../frameworks/framework-mark.js';

export default frameworkMark('langchain', FRAMEWORK_MODULES.langchain);
