import type { Program } from './oracle.mjs';

export function ownPrograms(): Map<string, Program[]>;
export function namedPrograms(paths: readonly string[]): Map<string, Program[]>;
