import { frameworkDialect } from '../frameworks/read.js';
import { vercelAi } from './framework.js';

export default frameworkDialect(vercelAi);
