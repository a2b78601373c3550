export type { BoundedAmount, ModelRates, Rates, Usage, UsageFigures } from '../generated/types.js';
