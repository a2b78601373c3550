import { describe, expect, it } from 'vitest';
import { classified } from './classified.js';

const effectOf = (name: string, description?: string) =>
  classified({ name, kind: 'function', ...(description === undefined ? {} : { description }) });

describe('a name for somebody who knows of an act', () => {
  it.each([
    ['Refund Expert', 'Evaluate a refund', 'evaluate'],
    ['refund_specialist', 'Assess refund eligibility', 'assess'],
    ['refund_agent', 'Check refund eligibility and explain the policy decision.', 'check'],
    ['transferAnalyst', 'Reviews transfers. Lists those above the limit.', 'reviews'],
  ])('%s with %j reads', (name, description, word) => {
    expect(effectOf(name, description)).toMatchObject({
      effect: 'read',
      because: `its description: "${word}"`,
    });
  });

  it.each([
    ['refund_expert', undefined],
    ['refund_expert', 'Handles refunds.'],
    ['refund_expert', 'Evaluate the order and refund it'],
    ['refund_expert', 'Checks the order, then refunds the customer'],
    ['refund_expert', 'Checks the order. Issues the refund.'],
    ['refund_expert', 'Evaluates the order to issue refunds'],
    ['refund_order', 'Evaluate a refund'],
    ['refund', 'Evaluate a refund'],
    ['send_to_agent', 'Check a message'],
    ['refund_to_agent', 'Check a refund'],
  ])('%s with %j acts', (name, description) => {
    expect(effectOf(name, description).effect).toBe('outward');
  });
});
