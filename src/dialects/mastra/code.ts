import { frameworkDialect } from '../frameworks/read.js';
import { mastra } from './framework.js';

export default frameworkDialect(mastra);
