export type {
  Controls,
  Decision,
  DecisionReason,
  Need,
  Region,
  Requirements,
  RuntimeVerdict,
} from '../generated/types.js';
