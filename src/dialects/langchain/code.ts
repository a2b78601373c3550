import { frameworkDialect } from '../frameworks/read.js';
import { langchain } from './framework.js';

export default frameworkDialect(langchain);
