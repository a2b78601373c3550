import { describe, expect, it } from 'vitest';
import type { ToolFacts } from '../../src/effects/index.js';
import { classified } from './classified.js';

const effectOf = (tool: ToolFacts): string => classified(tool).effect;

describe('a declaration', () => {
  it('comes before every other evidence', () => {
    expect(classified({ name: 'delete_file', declared: 'read', kind: 'function' })).toEqual({
      effect: 'read',
      confidence: 'high',
      because: 'declared',
      openEnded: false,
    });
  });

  it('can say that a query only reads, and cannot tame a shell', () => {
    expect(classified({ name: 'run_sql', declared: 'read' }).openEnded).toBe(false);
    expect(classified({ name: 'run_sql', declared: 'destructive' }).openEnded).toBe(true);
    expect(classified({ kind: 'shell', declared: 'read' })).toEqual({
      effect: 'read',
      confidence: 'high',
      because: 'declared',
      openEnded: true,
    });
  });
});

describe('a name that writes', () => {
  it.each([
    ['Write and send an email', 'outward', 'its description: "send"'],
    ['Writes a message, then posts it to the channel.', 'outward', 'its description: "posts"'],
    ['Send an email to the customer.', 'outward', 'its description: "send"'],
    ['Write an email to a file.', 'destructive', 'its name: "write"'],
    ['Writes the mail. Sends nothing.', 'destructive', 'its name: "write"'],
    ['Writes a letter and does not send it.', 'destructive', 'its name: "write"'],
    ['Writes the draft that send_email sends.', 'destructive', 'its name: "write"'],
    ['', 'destructive', 'its name: "write"'],
  ])('and says %j is %s', (description, effect, because) => {
    expect(classified({ name: 'write_email', description })).toMatchObject({
      effect,
      confidence: 'medium',
      because,
    });
  });

  it('leaves other verbs that delete as they are', () => {
    const description = 'Delete the user and send an email.';
    expect(classified({ name: 'delete_user', description })).toMatchObject({ effect: 'destructive' });
  });
});

describe('a kind', () => {
  it.each([
    ['web_search', 'read', false],
    ['file_search', 'read', false],
    ['image_generation', 'change', false],
    ['code_interpreter', 'change', false],
    ['shell', 'destructive', true],
    ['computer_use', 'destructive', true],
    ['apply_patch', 'destructive', true],
  ] as const)('%s is %s', (kind, effect, openEnded) => {
    expect(classified({ kind, name: 'send_email' })).toEqual({
      effect,
      confidence: 'high',
      because: 'its kind',
      openEnded,
    });
  });

  it.each(['mcp', 'agent'] as const)(
    '%s is unknown: its effects are those of its own tools, never of its name',
    (kind) => {
      expect(classified({ kind, name: 'delete_everything' }).effect).toBe('unknown');
    },
  );

  it.each(['function', 'other'] as const)('%s leaves it to the words', (kind) => {
    expect(effectOf({ kind, name: 'refund_order' })).toBe('outward');
  });
});

describe('annotations of a saved tool list', () => {
  it('never lower a delete or a send', () => {
    expect(effectOf({ name: 'delete_file', annotations: { readOnlyHint: true } })).toBe('destructive');
    expect(effectOf({ name: 'send_email', annotations: { readOnlyHint: true } })).toBe('outward');
    expect(effectOf({ name: 'write_file', annotations: { destructiveHint: false } })).toBe('destructive');
  });

  it('make a neutral name read', () => {
    expect(classified({ name: 'manage_routing', annotations: { readOnlyHint: true } })).toEqual({
      effect: 'read',
      confidence: 'medium',
      because: 'its annotations',
      openEnded: false,
    });
    expect(effectOf({ name: 'foo', annotations: { readOnlyHint: true } })).toBe('read');
  });

  it('do not lower a plain change', () => {
    expect(effectOf({ name: 'upload_file', annotations: { readOnlyHint: true } })).toBe('change');
  });

  it('raise a read or an unknown that is stated to act', () => {
    expect(effectOf({ name: 'get_upload_url', annotations: { readOnlyHint: false } })).toBe('change');
    expect(effectOf({ name: 'foo', annotations: { readOnlyHint: false } })).toBe('change');
    expect(effectOf({ name: 'foo', annotations: { destructiveHint: false } })).toBe('change');
    expect(effectOf({ name: 'get_thing', annotations: { readOnlyHint: false, destructiveHint: true } })).toBe(
      'destructive',
    );
    expect(effectOf({ name: 'move_file', annotations: { destructiveHint: true } })).toBe('destructive');
  });

  it.each(['create_user', 'add_item', 'draft_mail', 'update_page', 'edit_page', 'set_flag'])(
    'leave %s a change, whatever the vendor says',
    (name) => {
      expect(effectOf({ name, annotations: { destructiveHint: true } })).toBe('change');
    },
  );

  it('that say nothing change nothing', () => {
    expect(effectOf({ name: 'get_thing', annotations: {} })).toBe('read');
    expect(effectOf({ name: 'foo', annotations: {} })).toBe('unknown');
  });
});

describe('an HTTP method', () => {
  it.each([
    ['GET', 'foo', 'read'],
    ['get', 'manage_rules', 'read'],
    ['GET', 'delete_user', 'destructive'],
    ['DELETE', 'foo', 'destructive'],
    ['GET', 'refund_order', 'outward'],
    ['GET', 'order', 'read'],
    ['HEAD', 'foo', 'read'],
    ['DELETE', 'user_by_id', 'destructive'],
    ['DELETE', 'lookup', 'destructive'],
    ['DELETE', 'get_user', 'destructive'],
    ['DELETE', 'send_email', 'outward'],
    ['DELETE', 'order', 'outward'],
    ['POST', 'foo', 'change'],
    ['POST', 'search_users', 'change'],
    ['POST', 'refund_order', 'outward'],
    ['POST', 'mysql_query', 'unknown'],
    ['PUT', 'delete_user', 'destructive'],
    ['PATCH', 'get_user', 'change'],
    ['{{method}}', 'foo', 'unknown'],
    ['PUT', 'get_or_make', 'change'],
    ['PATCH', 'user', 'change'],
  ])('%s of "%s" is %s', (httpMethod, name, effect) => {
    expect(effectOf({ name, httpMethod })).toBe(effect);
  });

  it('stands behind a saved tool list that says of a POST that it only reads', () => {
    const annotations = { readOnlyHint: true };
    expect(effectOf({ name: 'search_users', httpMethod: 'POST', annotations })).toBe('read');
    expect(effectOf({ name: 'search_users', httpMethod: 'PUT', annotations })).toBe('change');
  });

  it('is raised by what the description says', () => {
    expect(effectOf({ name: 'foo', httpMethod: 'POST', description: 'Refund the customer' })).toBe('outward');
    expect(effectOf({ name: 'order', httpMethod: 'GET', description: 'Refund the customer' })).toBe('read');
  });

  it('is named as the evidence', () => {
    expect(classified({ name: 'foo', httpMethod: 'delete' }).because).toBe('its HTTP method: "DELETE"');
  });
});

describe('a description', () => {
  it.each([
    ['Refund a charge', 'outward', 'refund'],
    ['Refunds the customer.', 'outward', 'refunds'],
    ['This tool will delete the record.', 'destructive', 'delete'],
    ['Use this tool to send an email to a customer.', 'outward', 'send'],
    ['Allows you to remove a user', 'destructive', 'remove'],
    ['Used for sending mail', 'outward', 'sending'],
    ['Creates, updates or deletes a rule.', 'destructive', 'deletes'],
    ['Posts a message to a channel', 'outward', 'posts'],
    ['Returns the refund policy', 'read', 'return'],
    ['Get the refund policy', 'read', 'get'],
    ['Look up an order. Does not send mail.', 'read', 'look'],
    ['Gets the commit that was pushed last', 'read', 'gets'],
    ['Runs arbitrary SQL on the database', 'destructive', 'runs'],
    ['Processes a return. Refunds the customer in full.', 'outward', 'refunds'],
    ['- Lists files', 'read', 'lists'],
  ])('"%s" alone is %s, with low confidence', (description, effect, word) => {
    const reading = classified({ name: 'foo', description });
    expect([reading.effect, reading.confidence]).toEqual([effect, 'low']);
    expect(reading.because).toContain(
      word === 'return' || word === 'look' ? 'its description: "' : `"${word}"`,
    );
  });

  it.each([
    ['Refund policy of the shop'],
    ['Order details'],
    ['Deleted items of the last week'],
    ['The tool that people never delete'],
    ['Emails, addresses'],
    ['Clarifies the question. Do NOT call it again on the answers.'],
    [''],
    ['   \n\n  ...'],
  ])('"%s" says nothing', (description) => {
    expect(effectOf({ name: 'foo', description })).toBe('unknown');
  });

  it('does not touch a name that says it plainly', () => {
    expect(classified({ name: 'get_order', description: 'Deletes nothing. Cancel with care.' })).toEqual({
      effect: 'read',
      confidence: 'medium',
      because: 'its name: "get"',
      openEnded: false,
    });
    expect(effectOf({ name: 'delete_user', description: 'Gets a user.' })).toBe('destructive');
    expect(effectOf({ name: 'update_user', description: 'Delete the old values and write new ones' })).toBe(
      'change',
    );
  });

  it('raises a bland name', () => {
    expect(classified({ name: 'process_return', description: 'Refunds the customer' })).toEqual({
      effect: 'outward',
      confidence: 'low',
      because: 'its description: "refunds"',
      openEnded: false,
    });
    expect(effectOf({ name: 'manage_rules', description: 'Create, update, or delete alert rules' })).toBe(
      'destructive',
    );
  });

  it.each([
    ['createTransaction', 'Send money to a recipient', 'send money'],
    ['upload_to_appstore', 'Upload the build and submit it for review', 'submit review'],
    ['upload_build', 'Uploads the build, and then optionally submits it for review.', 'submits review'],
    ['create_call', 'Place an outbound phone call', 'place outbound'],
    ['close_month', 'Closes the month and pays the employees', 'pays employees'],
  ])('raises "%s" by "%s"', (name, description, words) => {
    expect(classified({ name, description })).toEqual({
      effect: 'outward',
      confidence: 'low',
      because: `its description: "${words}"`,
      openEnded: false,
    });
  });

  it.each([
    ['create_transaction', 'Create a transaction in the ledger', 'change'],
    ['create_payment_link', 'Create a payment link so that people can send money', 'change'],
    ['create_payment_link', 'Creates a link, and does not send money', 'change'],
    ['create_call', 'Create a call record', 'change'],
    ['upload_file', 'Upload a file for review', 'change'],
    ['draft_wire', 'Draft a wire and send money', 'change'],
    ['get_balance', 'Send money from here', 'read'],
    ['delete_wire', 'Send money back', 'destructive'],
  ])('does not raise "%s" by "%s"', (name, description, effect) => {
    expect(effectOf({ name, description })).toBe(effect);
  });

  it.each([
    ['Transfers the caller to a human agent when asked', 'change'],
    ['Transfers the customer to the right department based on the topic', 'change'],
    ['Transfer the conversation', 'change'],
    ['Transfer funds to an agent', 'outward'],
    ["Transfer the customer's balance to a new account", 'outward'],
  ])('"%s" alone is %s: a conversation is handed over, money is moved', (description, effect) => {
    expect(effectOf({ name: 'foo', description })).toBe(effect);
  });

  it('does not lower what its name says of a cloud', () => {
    const reading = classified({ name: 'call_aws', description: 'Call any AWS CLI command' });
    expect([reading.effect, reading.openEnded]).toEqual(['destructive', true]);
  });

  it('that says SQL makes a query open-ended, and read-only takes that back', () => {
    const plain = classified({ name: 'query', description: 'Run a SQL query against the database' });
    expect([plain.effect, plain.openEnded]).toEqual(['destructive', true]);
    const guarded = classified({ name: 'query', description: 'Run a read-only SQL query' });
    expect([guarded.effect, guarded.openEnded]).toEqual(['read', false]);
    for (const description of [
      'Executes SQL. Use query for read-only queries.',
      'Not read-only: executes SQL',
    ]) {
      expect(effectOf({ name: 'run_sql', description })).toBe('destructive');
    }
    const engine = classified({ name: 'mysql_query', description: 'Execute a read-only SQL query' });
    expect([engine.effect, engine.openEnded]).toEqual(['read', false]);
  });
});

describe('hostile input', () => {
  it('is read in time that grows with its length only', () => {
    for (const unit of ['aA', '_', 'create_or_', 'a', 'delete and ', '.', ', and ', '9a']) {
      const text = unit.repeat(100_000);
      classified({ name: text, description: text, commonPrefix: text });
    }
  });

  it.each(['constructor', '__proto__', 'toString', 'valueOf'])('"%s" is a name like any other', (name) => {
    expect(classified({ name, description: name }).effect).toBe('unknown');
  });
});
