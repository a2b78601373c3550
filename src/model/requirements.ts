export type {
  Controls,
  Decision,
  DecisionChanges,
  DecisionReason,
  Need,
  Region,
  Requirements,
  RuntimeVerdict,
  WhatIf,
} from '../generated/types.js';
