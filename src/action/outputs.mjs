import { randomUUID } from 'node:crypto';
import { appendFileSync } from 'node:fs';

/** Writes outputs of a step. A value with line breaks cannot write an output of its own. */
export function writeOutputs(outputs) {
  const file = process.env.GITHUB_OUTPUT;
  if (!file) return;
  const mark = randomUUID();
  const text = Object.entries(outputs).map(([name, value]) => `${name}<<${mark}\n${value}\n${mark}\n`);
  appendFileSync(file, text.join(''));
}
