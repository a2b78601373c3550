export type { Amount, BoundedAmount, ModelRates, Rates, Usage, UsageFigures } from '../generated/types.js';
