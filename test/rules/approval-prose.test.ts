import { describe, expect, it } from 'vitest';
import { asksFirst } from '../../src/assess/approval/ask-first.js';
import { lintFiles } from './lint-files.js';

const GATES = [
  'Never refund without approval.',
  'Confirm with the customer before deleting anything',
  'Always ask for confirmation before issuing a refund.',
  'Ask the user before you send anything.',
  'Ask first.',
  'Always ask before sending mail.',
  'Before deleting a record, check with a human.',
  'Do not refund before asking the user.',
  "Don't forget to ask the user for permission.",
  'Do not delete anything until the user approves.',
  'Do not delete anything unless the customer has explicitly confirmed.',
  'Refunds over 50 EUR need a manager’s approval.',
  'All refunds must be approved by a manager.',
  'A manager must approve every refund.',
  'Human approval is required for each refund.',
  'Have a human approve every refund.',
  'Ask the user to confirm, then delete.',
  'Wait for the operator’s go-ahead.',
  'Escalate refunds above 500 to a supervisor for approval.',
  'Only send after the customer confirms.',
  'Once the customer confirms, delete the account.',
  'Refund only with written consent of the owner.',
  'Under no circumstances, ever, delete a file without explicit permission.',
  'Be polite.\nGet sign-off from the team lead for any deploy.\nBe quick.',
  'Do not guess, ask for confirmation.',
  'Never issue a refund\nwithout asking the customer.',
  'If the amount is over 50 EUR, a refund requires approval.',
  'If an act needs approval, ask a manager first.',
  'Refunds need authorization of the key account manager.',
];

const NO_GATES = [
  'If requires approval, explain the timeline.',
  'Tell the customer whether the refund needs a manager’s approval.',
  'Ask the user for their order number.',
  'Ask the user for their order number before looking it up.',
  'First, ask the customer what they want.',
  'Do not ask for confirmation.',
  'Do not ask for confirmation before refunding.',
  'You do not need to ask for approval.',
  'No approval is needed.',
  'Approval is not required for refunds under 50 EUR.',
  'You may refund up to 50 EUR without approval.',
  'Refund without asking.',
  'Never ask the user first.',
  'Send a confirmation to the customer.',
  'Ask for the order number and send a confirmation.',
  'Ask the customer for the confirmation number first.',
  'To look up an order, you will need the authorization key of the user.',
  'Requests need an authorization header.',
  'You need a permission token of the account.',
  'Wait for payment confirmation.',
  'Verify the identity of the customer before refunding.',
  'Check the order with the warehouse tool before refunding.',
  'Ask the user to confirm their email address.',
  'Approve refunds under 50 EUR.',
  'Issue refunds when asked.',
  'Do not wait until the user approves.',
  'Ask the user to log in first.',
  'Answer questions of the user before anything else.',
  '',
];

describe('a sentence of instructions', () => {
  for (const text of GATES)
    it(`asks first: ${JSON.stringify(text)}`, () => expect(asksFirst(text)).toBeDefined());
  for (const text of NO_GATES)
    it(`asks nobody for a yes: ${JSON.stringify(text)}`, () => expect(asksFirst(text)).toBeUndefined());

  it('is given with where it stands', () => {
    const text = 'Be kind. Never refund without approval. Be quick.';
    const sentence = asksFirst(text);
    expect(text.slice(sentence?.start, sentence?.end)).toBe('Never refund without approval.');
  });

  it('is read in one scan, however long it is', () => {
    expect(asksFirst('never get approval '.repeat(50_000))).toBeUndefined();
    expect(asksFirst(`${'- '.repeat(200_000)}${"it's ".repeat(100_000)}`)).toBeUndefined();
  });
});

describe('a program that an entry lets run', () => {
  const reported = async (entry: string, sentence: string) => {
    const text = `---\nname: ship\ndescription: Ships\nallowed-tools: ${entry}\n---\n${sentence}\n`;
    const { findings } = await lintFiles({ '.claude/commands/ship.md': text });
    return findings.filter(({ rule }) => rule === 'approval/prose-only').length;
  };

  it.each([
    ['Bash(find *)', 'Ask the user before posting the comment.', 0],
    ['Bash(find *)', 'If you find a typo, ask the user before you post it.', 0],
    ['Bash(npm:*)', 'Never publish without approval.', 0],
    ['Bash(make:*)', 'Ask the user before you make a release.', 0],
    ['Bash(npm:*)', 'Ask the user before running npm.', 1],
    ['Bash(kubectl *)', 'Never run kubectl without approval.', 1],
    ['Bash(git push:*)', 'Ask the user before pushing.', 1],
    ['Bash(git push:*)', 'Ask the user before doing anything.', 1],
    ['Bash(rm:*)', 'Ask the user before deleting files.', 1],
    ['Bash(find *), Bash(rm:*)', 'Ask the user before deleting files.', 1],
    ['mcp__mail__send_mail', 'Ask the user before posting the comment.', 1],
    ['Bash(git status:*)', 'Ask the user before pushing.', 0],
  ])('%s is meant by %j: %i', async (entry, sentence, count) => {
    expect(await reported(entry, sentence)).toBe(count);
  });
});
