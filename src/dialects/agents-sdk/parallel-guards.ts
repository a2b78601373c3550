import { editRemedy, type ParallelGuardrail } from '../../model/index.js';
import { type CodeSyntaxNode, writtenOption } from '../../program/index.js';
import type { Framework } from '../frameworks/framework.js';
import { needing } from '../frameworks/gates.js';
import { guardrailName } from '../frameworks/guardrails.js';
import { entryAt, gives, rowsAt, thingAt, valueIn } from '../frameworks/rows/things.js';
import { languageOf } from '../frameworks/language-rules.js';

/**
 * The input guardrails of a list that run beside their agent although the SDK can run them before it. Each is reported at its
 * decorator, else at the list.
 */
export function parallelGuards(list: CodeSyntaxNode, framework: Framework): readonly ParallelGuardrail[] {
  const stated = rowsAt(list, framework).giving('guard');
  const first = stated.find(({ args }) => args.some(({ role }) => role === 'beside'));
  const arg = first?.args.find(({ role }) => role === 'beside');
  if (!first || !arg || list.kind !== 'array') return [];
  return list.items().flatMap((item): ParallelGuardrail[] => {
    const isEntry = item.kind === 'object' && !item.call;
    const made = isEntry ? entryAt('guard', item, framework) : thingAt(item, framework);
    const guard = gives(made, 'guard') ? made : undefined;
    const beside = valueIn(guard, 'beside');
    if (beside?.scalar === false) return [];
    const state = !guard || beside?.kind === 'dynamic' ? 'undecidable' : 'shown';
    const why = guard ? beside?.why : 'the guardrail itself is not read';
    const language = languageOf(item);
    const written = writtenOption(language, arg.key, false);
    const node = guard?.maker ?? item;
    const isDecorator = guard !== undefined && guard.maker !== guard.node;
    const of = guard && !isEntry ? guard.stated.api : first.api;
    const title = isDecorator
      ? `Write \`@${of}(${written})\``
      : `Set \`${written}\` in \`${guardrailName(item)}\``;
    const remedy = editRemedy(
      title,
      () => node.edit()?.set(arg.key, false),
      'the agent then waits until the check has passed',
    );
    return [
      {
        name: guardrailName(item),
        at: isDecorator ? node.written() : list.written(),
        state,
        ...(why === undefined ? {} : { why }),
        remedy: needing(remedy, language, of, arg.key),
      },
    ];
  });
}
