import { isTestFile } from '../../model/test-file.js';
import { type CodeDocument, callsOf } from '../../program/index.js';
import type { CodeContext } from '../code-dialect.js';
import type { Agents } from './agents.js';
import type { OwnAnswer } from './deciders/interruptions.js';
import type { FoundAgent } from './framework.js';

/**
 * Agents that files pass to the function or class in which a program approves without a person: a loop of runs that
 * several programs share gets its agent only from a parameter. Arguments in tests are not counted.
 */
export function agentsPassedTo(
  { within }: OwnAnswer,
  answering: string,
  documents: readonly CodeDocument[],
  agents: Agents,
  { importsOf }: CodeContext,
): FoundAgent[] {
  if (within.length === 0 || isTestFile(answering)) return [];
  const named = new Set(within);
  const callers = documents.filter(
    ({ file }) => !isTestFile(file) && (file === answering || importsOf(file).includes(answering)),
  );
  return callers.flatMap((document) =>
    callsOf(document, { named }).flatMap(({ call }) => {
      if (call?.target.document.file !== answering) return [];
      const { positional, options } = call;
      const given = [...positional, ...options.keys().flatMap((key) => options.get(key) ?? [])];
      return given.flatMap((one) => agents.at(one) ?? []);
    }),
  );
}
