import { frameworkDialect } from '../frameworks/read.js';
import { claudeAgentSdk } from './framework.js';

export default frameworkDialect(claudeAgentSdk);
