import { describe, expect, it } from 'vitest';
import { classifyEffect, type ToolFacts } from '../../src/effects/index.js';

const effectOf = (tool: ToolFacts): string => classifyEffect(tool).effect;

describe('a declaration', () => {
  it('comes before every other evidence', () => {
    expect(classifyEffect({ name: 'delete_file', declared: 'read', kind: 'function' })).toEqual({
      effect: 'read',
      confidence: 'high',
      because: 'declared',
      openEnded: false,
    });
  });

  it('can say that a query only reads, and cannot tame a shell', () => {
    expect(classifyEffect({ name: 'run_sql', declared: 'read' }).openEnded).toBe(false);
    expect(classifyEffect({ name: 'run_sql', declared: 'destructive' }).openEnded).toBe(true);
    expect(classifyEffect({ kind: 'shell', declared: 'read' })).toEqual({
      effect: 'read',
      confidence: 'high',
      because: 'declared',
      openEnded: true,
    });
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
    expect(classifyEffect({ kind, name: 'send_email' })).toEqual({
      effect,
      confidence: 'high',
      because: 'its kind',
      openEnded,
    });
  });

  it.each(['mcp', 'agent'] as const)(
    '%s is unknown: its effects are those of its own tools, never of its name',
    (kind) => {
      expect(classifyEffect({ kind, name: 'delete_everything' }).effect).toBe('unknown');
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
    expect(classifyEffect({ name: 'manage_routing', annotations: { readOnlyHint: true } })).toEqual({
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
    ['DELETE', 'user_by_id', 'destructive'],
    ['POST', 'foo', 'change'],
    ['POST', 'search_users', 'read'],
    ['POST', 'refund_order', 'outward'],
    ['PUT', 'get_or_make', 'change'],
    ['PATCH', 'user', 'change'],
  ])('%s of "%s" is %s', (httpMethod, name, effect) => {
    expect(effectOf({ name, httpMethod })).toBe(effect);
  });

  it('is named as the evidence', () => {
    expect(classifyEffect({ name: 'foo', httpMethod: 'delete' }).because).toBe('its HTTP method: "DELETE"');
  });
});

describe('a description', () => {
  it.each([
    ['Refund a charge', 'outward', 'refund'],
    ['Refunds the customer.', 'outward', 'refunds'],
    ['This tool will delete the record.', 'destructive', 'delete'],
    ['Use this tool to send an email to a customer.', 'outward', 'send'],
    ['Allows you to permanently remove a user', 'destructive', 'remove'],
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
    const reading = classifyEffect({ name: 'foo', description });
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
    [''],
    ['   \n\n  ...'],
  ])('"%s" says nothing', (description) => {
    expect(effectOf({ name: 'foo', description })).toBe('unknown');
  });

  it('does not touch a name that says it plainly', () => {
    expect(classifyEffect({ name: 'get_order', description: 'Deletes nothing. Cancel with care.' })).toEqual({
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
    expect(classifyEffect({ name: 'process_return', description: 'Refunds the customer' })).toEqual({
      effect: 'outward',
      confidence: 'low',
      because: 'its description: "refunds"',
      openEnded: false,
    });
    expect(effectOf({ name: 'manage_rules', description: 'Create, update, or delete alert rules' })).toBe(
      'destructive',
    );
  });

  it('that says SQL makes a query open-ended, and read-only takes that back', () => {
    const plain = classifyEffect({ name: 'query', description: 'Run a SQL query against the database' });
    expect([plain.effect, plain.openEnded]).toEqual(['destructive', true]);
    const guarded = classifyEffect({ name: 'query', description: 'Run a read-only SQL query' });
    expect([guarded.effect, guarded.openEnded]).toEqual(['read', false]);
    for (const description of [
      'Executes SQL. Use query for read-only queries.',
      'Not read-only: executes SQL',
    ]) {
      expect(effectOf({ name: 'run_sql', description })).toBe('destructive');
    }
    const engine = classifyEffect({ name: 'mysql_query', description: 'Execute a read-only SQL query' });
    expect([engine.effect, engine.openEnded]).toEqual(['read', false]);
  });
});

describe('hostile input', () => {
  it('is read in time that grows with its length only', () => {
    for (const unit of ['aA', '_', 'create_or_', 'a', 'delete and ', '.', ', and ', '9a']) {
      const text = unit.repeat(100_000);
      classifyEffect({ name: text, description: text, commonPrefix: text });
    }
  });

  it.each(['constructor', '__proto__', 'toString', 'valueOf'])('"%s" is a name like any other', (name) => {
    expect(classifyEffect({ name, description: name }).effect).toBe('unknown');
  });
});
