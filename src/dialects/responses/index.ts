import type { AgentSystem } from '../../model/index.js';
import type { SyntaxNode } from '../../syntax/node.js';
import type { Dialect, Proposal, Recognition } from '../dialect.js';
import { holdsRequests } from '../requests/session-request.js';
import { readResponsesBody } from './body.js';
import { whyNoBody } from './recognise.js';
import { responsesRequests } from './requests.js';

/** A request to a Responses-style API that is given tools: its body alone, in a `.http` file, in a line for curl. No name proposes it. */
const responses: Dialect = {
  name: 'responses',
  order: 3,
  surface: 'product',
  formats: ['json', 'jsonc', 'yaml', 'http', 'shell'],

  /** The body need not say `agent`. */
  mayHold(text: string): boolean {
    if (!text.includes('tools') && !text.includes('/responses')) return false;
    return (
      (text.includes('model') || text.includes('prompt')) &&
      (text.includes('input') || text.includes('instructions'))
    );
  },

  recognise(root: SyntaxNode, _proposal: Proposal): Recognition {
    if (holdsRequests(root)) {
      return responsesRequests(root).length > 0
        ? { claimed: true, reason: 'a request to a Responses API with tools' }
        : {
            claimed: false,
            reason: 'no request in it creates a session or calls a Responses API with tools',
          };
    }
    const reason = whyNoBody(root);
    return reason === undefined
      ? { claimed: true, reason: 'the body of a Responses request with tools' }
      : { claimed: false, reason, near: (root.get('tools')?.items().length ?? 0) > 0 };
  },

  read(root: SyntaxNode): AgentSystem[] {
    if (!holdsRequests(root)) return [readResponsesBody(root, { file: root.document.file })];
    return responsesRequests(root).map(({ body, context }) => readResponsesBody(body, context));
  },
};

export default responses;
