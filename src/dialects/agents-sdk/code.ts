import { frameworkDialect } from '../frameworks/read.js';
import { agentsSdk } from './framework.js';

export default frameworkDialect(agentsSdk);
