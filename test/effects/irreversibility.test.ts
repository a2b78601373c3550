import { describe, expect, it } from 'vitest';
import { classified } from './classified.js';

const read = (name: string, description: string) => {
  const { effect, confidence, because } = classified({ name, description });
  return [effect, confidence, because];
};

describe('a name of a change whose description tells of a loss', () => {
  it.each([
    ['close_account', "Delete the customer's account for good.", 'delete for good'],
    ['close_account', 'Permanently closes the account and deletes all of its data.', 'permanently closes'],
    ['close_account', 'Close the account (cannot be undone).', 'close'],
    ['close_account', 'Close the account. There is no undo.', 'close'],
    ['close_card', 'Close or cancel a debit card permanently.', 'cancel permanently'],
    ['close_card', 'Deletes the card and its history permanently', 'deletes permanently'],
    [
      'deactivate_card',
      'Permanently deactivates a card. This action is irreversible.',
      'permanently deactivates',
    ],
    ['disable_user', 'Disables a user. This operation is irreversible!', 'disables'],
    ['disable_user', 'DESTRUCTIVE: completely and permanently delete a user', 'permanently delete'],
    ['disable_user', 'Account removal - permanently deletes everything', 'permanently deletes'],
    ['disable_user', 'Handles a leaver. Permanently deletes the mailbox.', 'permanently deletes'],
    ['retire_model', 'Destroy a model and its artifacts, permanently.', 'destroy permanently'],
    ['rebuild_server', 'Rebuilds a server. All data on it is permanently destroyed.', 'data destroyed'],
    ['update_record', 'Permanently delete the record.', 'permanently delete'],
    ['unsubscribe_user', 'Deletes the subscription forever.', 'deletes forever'],
    ['recall_message', 'Deletes a message for everyone. It cannot be recovered.', 'deletes'],
    ['ban_account', 'Bans an account and permanently deletes everything it posted.', 'permanently deletes'],
  ])('%s, "%s": for good, with medium confidence', (name, description, words) => {
    expect(read(name, description)).toEqual(['destructive', 'medium', `its description: "${words}"`]);
  });

  it.each([
    ['unregister_device', 'Deletes a device from the registry.', 'deletes'],
    ['stop_instance', 'Terminates an instance and deletes its disks.', 'deletes'],
    ['stop_instance', 'Stops and deletes an instance', 'deletes'],
    ['close_account', 'Closes the account, deleting all of its data.', 'deleting'],
    ['end_subscription', 'Cancel the subscription.', 'cancel'],
    ['invalidate_tokens', 'Revokes all tokens of a user.', 'revokes'],
    ['restore_volume', 'Erases the volume and restores it from a snapshot.', 'erases'],
    ['reinstall_server', 'Reinstalls a server. Warning: all data on it will be erased.', 'data erased'],
    ['replace_file', 'Replaces a file. What stood there is lost.', 'what lost'],
  ])('%s, "%s": by its verb, with low confidence', (name, description, words) => {
    expect(read(name, description)).toEqual(['destructive', 'low', `its description: "${words}"`]);
  });

  it.each([
    ['update_customer', 'Updates a customer. To delete one, use delete_customer.'],
    ['archive_customer', 'Archive a customer. Use delete_customer to permanently delete it.'],
    ['end_subscription', 'To cancel the subscription, use the portal.'],
    ['update_record', 'Delete a record by its id.'],
    ['set_retention', 'Delete events after 30 days.'],
    ['configure_lifecycle', 'Deletes objects of a bucket after 30 days.'],
    ['trash_page', 'Soft delete of a page.'],
    ['trash_page', 'Deletes a page. It can be restored for 60 days.'],
    ['archive_page', 'Delete a page by moving it to the trash.'],
    ['archive_page', 'Archive a page and keep it forever.'],
    ['archive_mail', 'Permanently removes a label from a message.'],
    ['edit_cart', 'Removes an item from the cart.'],
    ['reload_index', 'Deletes the cache and reads it again.'],
    ['close_case', 'Deletes nothing: the case stays.'],
    ['close_case', 'Closes the case. This is not permanent.'],
    ['close_case', 'Closes a case permanently solved by the customer.'],
    ['stop_recording', 'Stops the recording. Returns a permanent link.'],
    ['stop_timer', 'Stops the timer. Does not restore the state.'],
    ['close_poll', 'Closes a poll. It cannot be reopened.'],
    [
      'stop_flow',
      'Stops a flow. Make sure that nobody uses it, since instances that run cannot be recovered.',
    ],
    ['stop_replication', 'Stops replication. The replica becomes writable permanently.'],
    ['restart_pod', 'Deletes the pod so that its controller starts a new one.'],
    ['rotate_secret', 'Creates a new secret and deletes the old version.'],
    ['merge_rows_later', 'Deletes rows optionally.'],
    ['unsubscribe_user', 'Deletes the subscription of a user.'],
    ['ban_member', 'Permanently bans a member from the server.'],
  ])('%s, "%s": no loss', (name, description) => {
    expect(read(name, description)[0]).not.toBe('destructive');
  });
});

describe('a description alone', () => {
  it.each([
    ['Allows you to permanently remove a user', 'destructive', 'medium', 'permanently remove'],
    ['Removes a user.', 'destructive', 'low', 'removes'],
    ['Removes a label.', 'change', 'low', 'removes'],
    ['Removes the address from the newsletter.', 'change', 'low', 'removes'],
    ['Removes a name from the list.', 'change', 'low', 'removes'],
    ['Removes elements from a Redis list.', 'destructive', 'low', 'removes'],
    ['Deletes cookies of a page.', 'change', 'low', 'deletes'],
    ['Resolves a ticket and clears its assignee.', 'change', 'low', 'resolves'],
  ])('"%s" is %s', (description, effect, confidence, words) => {
    expect(read('foo', description)).toEqual([effect, confidence, `its description: "${words}"`]);
  });

  it('that lists acts in brackets has the gravest of them, and a remark in brackets is no list', () => {
    expect(read('manage_files', 'Execute file operations (move, copy, delete) one by one.')).toEqual([
      'destructive',
      'low',
      'its description: "delete"',
    ]);
    expect(read('manage_files', 'Manages files (delete them in the console).')[0]).toBe('change');
    expect(read('manage_files', 'Manages files (text, sheets).')[0]).toBe('change');
  });

  it('that tells how to do something elsewhere tells nothing', () => {
    expect(read('foo', 'To refund a customer, use the console.')[0]).toBe('unknown');
    expect(read('close_order', 'Closes an order. To refund a customer, use the console.')[0]).toBe('change');
    expect(read('foo', 'To refund a customer, call this.')[0]).toBe('outward');
  });
});

describe('a deed named by a noun behind a verb that lets it happen', () => {
  it.each([
    ['approve_deletion', 'destructive'],
    ['confirm_delete', 'destructive'],
    ['process_cancellation', 'destructive'],
    ['execute_data_erasure', 'destructive'],
    ['approve_deletion_request', 'change'],
    ['confirm_email', 'change'],
  ])('%s is %s', (name, effect) => {
    expect([classified({ name }).effect, classified({ name }).confidence]).toEqual(
      effect === 'destructive' ? ['destructive', 'low'] : ['change', 'medium'],
    );
  });
});
