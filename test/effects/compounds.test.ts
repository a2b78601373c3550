import { describe, expect, it } from 'vitest';
import { classified } from './classified.js';

const effectOf = (name: string, description?: string) =>
  classified({ name, kind: 'function', ...(description === undefined ? {} : { description }) });

describe('a word that acts elsewhere, before a noun that is looked at', () => {
  it.each([
    ['transfer_fee_quote', 'quote'],
    ['cancel_reason_codes', 'codes'],
    ['refund_calculator', 'calculator'],
    ['charge_breakdown', 'breakdown'],
    ['payout_schedule', 'schedule'],
    ['order_tracking', 'tracking'],
    ['wire_cutoff_times', 'times'],
    ['pay_slip', 'slip'],
    ['deploy_log', 'log'],
    ['commit_author', 'author'],
    ['publish_date', 'date'],
    ['email_deliverability', 'deliverability'],
    ['reply_suggestions', 'suggestions'],
    ['send_limit', 'limit'],
    ['wipe_status', 'status'],
    ['delete_impact', 'impact'],
  ])('%s reads', (name, word) => {
    expect(effectOf(name)).toMatchObject({ effect: 'read', because: `its name: "${word}"` });
  });

  it.each([
    ['pay_fee', 'outward'],
    ['refund_total', 'outward'],
    ['charge_price', 'outward'],
    ['pay_quote', 'outward'],
    ['send_quote', 'outward'],
    ['send_schedule', 'outward'],
    ['publish_price', 'outward'],
    ['email_quote', 'outward'],
    ['push_logs', 'outward'],
    ['deploy_validator', 'outward'],
    ['send_limit_order', 'outward'],
    ['cancel_policy', 'destructive'],
    ['cancel_code', 'destructive'],
    ['delete_status', 'destructive'],
    ['delete_reason', 'destructive'],
    ['remove_validator', 'destructive'],
  ])('%s acts: it can be done to that', (name, effect) => {
    expect(effectOf(name)).toMatchObject({ effect, confidence: 'medium' });
  });
});

describe('a noun that is deleted or looked at', () => {
  it.each([
    ['delete_preview', 'Show which files a deletion would remove. Nothing is deleted.', 'show'],
    ['purge_candidates', 'List the records that the next purge would remove', 'list'],
    ['broadcast_schedule', 'Shows when broadcasts go out', 'shows'],
    ['sms_pricing', 'Returns the price for each country', 'returns'],
  ])('%s with %j reads', (name, description, word) => {
    expect(effectOf(name, description)).toMatchObject({
      effect: 'read',
      because: `its description: "${word}"`,
    });
  });

  it.each([
    ['delete_report', 'Returns the deleted report', 'destructive'],
    ['delete_preview', 'Gets rid of a preview', 'destructive'],
    ['delete_preview', 'Deletes a preview deployment', 'destructive'],
    ['purge_schedule', 'Show when the purge runs, then purge', 'destructive'],
    ['delete_schedule', 'Returns the schedule', 'destructive'],
    ['delete_user', 'Show the user', 'destructive'],
    ['send_summary', 'Summarise the day', 'outward'],
  ])('%s with %j acts', (name, description, effect) => {
    expect(effectOf(name, description).effect).toBe(effect);
  });

  it('knows a preview without a description with low confidence', () => {
    expect(effectOf('delete_preview')).toMatchObject({ effect: 'destructive', confidence: 'low' });
    expect(effectOf('delete_preview_deployment')).toMatchObject({
      effect: 'destructive',
      confidence: 'medium',
    });
  });
});

describe('what is only tried, or said not to be done', () => {
  it.each(['deploy_dry_run', 'delete_dry_run', 'publishDryRun'])('%s reads', (name) => {
    expect(effectOf(name)).toMatchObject({ effect: 'read', because: 'its name: "dry run"' });
  });

  it.each(['disable_dry_run', 'set_dry_run'])('%s changes', (name) => {
    expect(effectOf(name).effect).toBe('change');
  });

  it('hears no act in a denial', () => {
    expect(effectOf('opening_hours', 'Opening hours. Do not delete.')).toMatchObject({ effect: 'unknown' });
    expect(effectOf('thing', 'Gets rid of a thing')).toMatchObject({ effect: 'destructive' });
  });
});

describe('words that mean another act together', () => {
  it.each([
    ['post_update', 'outward'],
    ['post_update_user', 'change'],
    ['cast_vote', 'outward'],
    ['deposit_check', 'outward'],
    ['deposit_check_3847', 'outward'],
    ['merge_check', 'read'],
    ['fund_account', 'outward'],
    ['fund_performance', 'read'],
    ['release_lock', 'change'],
    ['releaseBrakePedal', 'change'],
    ['release_funds', 'outward'],
    ['release_ip', 'outward'],
    ['kill_switch_status', 'read'],
    ['kill_switch', 'destructive'],
    ['terminate_status_page', 'destructive'],
    ['tweet_metrics', 'read'],
    ['tweet_thread', 'outward'],
    ['call_ambulance', 'outward'],
    ['issue_compensation', 'outward'],
    ['pypi_upload', 'outward'],
  ])('%s is %s', (name, effect) => {
    expect(classified({ name }).effect).toBe(effect);
  });

  it.each([
    ['add', 'Add two numbers.', 'read'],
    ['add', 'Adds an item to the cart.', 'change'],
    ['add', 'Adds a phone to a number of users.', 'change'],
    ['power', 'Raise a number to a power.', 'read'],
    ['power', 'Turns the machine on or off.', 'change'],
    ['add_number', 'Add a number to the block list.', 'change'],
  ])('%s, "%s", is %s', (name, description, effect) => {
    expect(classified({ name, description }).effect).toBe(effect);
  });
});
