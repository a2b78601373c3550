import type { RuleInForce } from '../../lint/severities.js';
import { ruleJson, rulesHere } from '../../project/explained-rule.js';
import { jsonText } from '../../report/shared/text.js';
import { oneOf } from '../../project/arguments.js';
import { EXIT } from '../exit.js';
import { configOf } from '../request.js';

/** `agent-lint rules`: all rules with their state in this project. */
export async function runRules(args: Record<string, unknown>): Promise<number> {
  const format = oneOf(args.format, ['text', 'json'] as const, 'format') ?? 'text';
  const rules = await rulesOf(args);
  if (format === 'json') process.stdout.write(jsonText(rules.map(ruleJson)));
  else {
    const width = Math.max(...rules.map(({ rule }) => rule.id.length));
    for (const { rule, level, lockedBy } of rules) {
      process.stdout.write(
        `${rule.id.padEnd(width)}  ${(level + (lockedBy === undefined ? '' : ' (locked)')).padEnd(8)}  ${rule.summary}\n`,
      );
    }
  }
  return EXIT.ok;
}

/** The rules in force where the user stands. */
export async function rulesOf(args: Record<string, unknown>): Promise<readonly RuleInForce[]> {
  const preset = oneOf(args.preset, ['recommended', 'strict'] as const, 'preset');
  return rulesHere(configOf(args), preset);
}
