import { describe, expect, it } from 'vitest';
import { classified } from './classified.js';

/** What a description alone says: the name says nothing. */
const effectOf = (description: string): string => classified({ name: 'foo', description }).effect;

describe('a docstring', () => {
  it.each([
    ['Frobs the caller.\n\nArgs:\n    id: delete this\n\nReturns:\n    dict', 'unknown'],
    ['Frobs the caller. Args: id: the call. Returns: a dict', 'unknown'],
    ['Frobs the account.\n\n:param id: the account\n:return: the account', 'unknown'],
    ['Frobs the account.\n\n@returns the account', 'unknown'],
    ['Returns: dict', 'unknown'],
    ['Sends a letter.\n\nReturns:\n    its number', 'outward'],
    ['Returns the open orders.', 'read'],
  ])('says nothing by its sections of values: %j is %s', (description, effect) => {
    expect(effectOf(description)).toBe(effect);
  });
});

describe('where a sentence acts', () => {
  it.each([
    ['This tool can be used to delete expired rows', 'destructive'],
    ['A tool that deletes expired rows', 'destructive'],
    ['WARNING: this deletes expired rows.', 'destructive'],
    ['Call this function to delete expired rows', 'destructive'],
    ['Processes the return, then refunds the customer', 'outward'],
    ['Validates the order and submits it to the bank', 'outward'],
    ['Performs CRUD operations. Actions: create, modify, delete', 'destructive'],
    ['Drive operations. Actions: list, info, create_folder, move, delete_file', 'destructive'],
    ['Wiki operations. Actions: spaces, nodes, get, create', 'change'],
    ['Manages packages - list, install, remove', 'destructive'],
    ['Executes a read-only SQL query', 'read'],
  ])('"%s" is %s', (description, effect) => {
    expect(effectOf(description)).toBe(effect);
  });

  it.each([
    ['Shows the account. A write, not a delete.', 'read'],
    ['A write to the log.', 'unknown'],
    ['Radio operations, one by action. Requires Write master.', 'unknown'],
    ['Lists the rows. Use delete_row to delete one, and send_row: to send it.', 'read'],
    ['Looks up a customer. Do not use this to delete customers.', 'read'],
    ['Describes how to send mail and delete drafts', 'read'],
    ['Lists the orders and the refunds', 'read'],
  ])(
    'articles, names of other tools, and what is not done are no acts: "%s" is %s',
    (description, effect) => {
      expect(effectOf(description)).toBe(effect);
    },
  );

  it('a list behind a colon raises a bland name, and lowers none', () => {
    const raised = classified({
      name: 'manage_rules',
      description: 'Manage rules: list, create, delete',
    });
    expect([raised.effect, raised.because]).toEqual(['destructive', 'its description: "delete"']);
    const kept = classified({ name: 'manage_rules', description: 'Compatible with: get rules' });
    expect([kept.effect, kept.because]).toEqual(['change', 'its name: "manage"']);
  });
});

describe('a name of a change whose description gives money back or publishes', () => {
  it.each([
    [
      'close_case',
      'Closes the case and refunds the customer',
      'outward',
      'its description: "refunds customer"',
    ],
    ['close_case', 'Closes the case and does not refund the customer', 'change', 'its name: "close"'],
    [
      'checkout',
      'Completes the purchase with the saved card',
      'outward',
      'its description: "completes purchase"',
    ],
    ['MEDIUM_CREATE_POST', 'Publish an article', 'outward', 'its description: "publish article"'],
    [
      'create_policy',
      'Create a policy that says whether to refund customers',
      'change',
      'its name: "create"',
    ],
  ])('%s, "%s", is %s', (name, description, effect, because) => {
    const reading = classified({ name, description });
    expect([reading.effect, reading.because]).toEqual([effect, because]);
  });
});
