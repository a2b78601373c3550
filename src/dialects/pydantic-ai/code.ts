import { frameworkDialect } from '../frameworks/read.js';
import { pydanticAi } from './framework.js';

export default frameworkDialect(pydanticAi);
