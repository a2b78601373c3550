import { orderIn } from '../../src/effects/orders.js';
import { type HiddenCharacter, hiddenIn } from '../../src/model/hidden-text.js';
import { codeSpan, defineRule, everyToolOf, type Place } from '../../src/model/index.js';

export default defineRule({
  id: 'scope/hidden-text',
  summary: 'Instructions contain text that people do not see, or the description of a tool gives orders',
  severity: 'error',
  spec: '1',
  remediation: 'Remove the hidden characters, and read what the text says without them.',
  references: ['LLM01:2026', 'LLM01:2025', 'ASI01', 'MCP03:2025', 'CWE-1007', 'AML.T0051.001'],
  since: '0.2.0',
  check(system, report) {
    const reportHidden = (
      of: string,
      what: string,
      text: string,
      within: (start: number, end: number) => Place,
      agent?: string,
    ): boolean => {
      const found = hiddenIn(text);
      if (!found) return false;
      report({
        at: within(found.start, found.end),
        ...(agent !== undefined && { agent }),
        ...(found.kind === 'zero-width' && { severity: 'warning' }),
        message: `${what} ${codeSpan(of)} contains ${WORDS[found.kind]} (${found.name}), which people do not see: a model reads a text that nobody reviewed.`,
        remediation: REMEDY,
      });
      return true;
    };
    for (const { name, instructions } of system.agents)
      if (instructions)
        reportHidden(
          name,
          'The text of',
          instructions.text,
          (from, to) => instructions.within(from, to),
          name,
        );
    for (const { name, description, at } of everyToolOf(system))
      if (description !== undefined) reportHidden(name, 'The description of', description, () => at);
    for (const { of, text, describes, within } of system.texts ?? []) {
      if (reportHidden(of, describes ? 'The description of' : 'The page', text, within) || !describes)
        continue;
      const order = orderIn(text, describes.server);
      if (order)
        report({
          at: within(order.start, order.end),
          severity: 'warning',
          confidence: 'medium',
          message: `The description of ${codeSpan(of)} gives orders: it instructs the model ${order.does}.`,
          remediation:
            'Decide whether the server can be trusted: report the description to its vendor, and remove the server until it is gone.',
        });
    }
  },
});

const WORDS: Readonly<Record<HiddenCharacter['kind'], string>> = {
  tag: 'tag characters',
  direction: 'a change of direction that its line does not close',
  'zero-width': 'a character without width between letters',
};

const REMEDY =
  'Decide what the text should say: remove the hidden characters, and read what it says without them. If you did not write them, find out who did.';
