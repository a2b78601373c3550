import { describe, expect, it } from 'vitest';
import { classifyEffect } from '../../src/effects/index.js';
import type { Effect } from '../../src/model/index.js';
import { classified } from './classified.js';

/** Effect -> names, by what makes them hard. */
const NAMES: Record<Exclude<Effect, 'unknown'>, Record<string, string>> = {
  read: {
    'a read verb':
      'get list search find read fetch describe show inspect view retrieve lookup check verify validate',
    'a grave word as the object':
      'list_refunds get_commit previewDelete read_sent_mail search_deleted check_payment validate_transfer get_deployment_logs list_push_notifications preview_send_email listMergeRequests get_write_permissions is_deleted can_send_mail',
    'a dry run': 'dry_run_deploy dryRunDelete simulate_payment estimate_refund',
    'a namespace before the verb':
      'ha_get_state ha_config_get_automation b2_list_buckets issue_read pull_request_read deploy_plan_get pods_list_in_namespace storage_account_list deployments_list kiali_manage_istio_config_read',
    'a grave word in a compound noun':
      'commit_history refund_policy payment_methods send_status merge_sort_preview writer_bio deleted_items_list transfer_learning_info publisher_lookup sql_docs_search deletion_status deploy_serverless_app_help release_notes order_status email_templates merge_conflicts transfer_history deploy_list tag_list process_list tweet_list list_unread bid_history list_bids list_rollouts settlement_report get_bookings',
    'no verb at all':
      'system_status access_log current_user zone_details directory_tree vm_guest_info db-stats',
    'a query that is no raw SQL':
      'query_metrics query_prometheus run_saved_query run_panel_query readonly_query execute_sql_readonly run_read_only_query',
    'runs that look': 'run_setup_checks run_advanced_code_analysis run_payroll_report',
    'what a grave act left behind': 'search_send_logs search_refund_requests list_dml_statements explain_dml',
    'an evaluation that runs no code': 'eval_model eval_code_quality ha_eval_template eval_results',
    'reading and writing as a noun': 'get_read_write_config read_write_split_status read_writer_bio',
    'a program that shows a file': 'cat cat_file',
    'web tools': 'WebFetch web_search brave_web_search fetch_url resolve-library-id take_screenshot',
    'a noun that nobody sends or orders':
      'order_details order_summary post_details message_details order_book shipping_quote',
    'who does it':
      'pdf_reader web_scraper currency_converter token_counter calculator email_reader file_reader',
    'what is done, as a noun':
      'sentiment_analysis address_validation fraud_detection stripe_refund_list project_invite_list',
    'what was done before':
      'closed_orders cancelled_orders failed_payments merged_pull_requests open_orders open_positions pending_orders',
    'the name of a product before the verb': 'zoom_list_meetings fly_get_app make_get_scenario',
    'arithmetic and formatting':
      'add_numbers addTwoNumbers add_integers sum_two_numbers solve_equation enhance_text trim_text split_text join_strings format_text',
    'a log, a list of programs and arithmetic':
      'log git_log docker_ps multiply_by_two random_number knowledge_base knowledge_base_tool open_orders_tool zip_code_lookup verify_otp_code',
    'another spelling':
      'mcp__github__get_commit GET_USER getHTTPStatus repo.branches.list files/read listKeys2 get_user_tool',
  },
  change: {
    'a meeting is entered in a calendar': 'schedule_call scheduleCall',
    'a word that is also a program': 'set_cat_name update_cat',
    'the verbs that are always a change': 'create add draft update edit set',
    'the same with an object':
      'create_issue add_comment draft_email update_user edit_file set_label add_issue_comment create_release create_pull_request create_payment_link create_payment_method create_message',
    'acts that can be undone':
      'upload_file enable_user move_file assign_ticket tag_image archive_channel mark_as_read rename_branch disable_rule restore_backup unsubscribe close_issue reopen_issue lock_thread pin_message undelete_item unpublish_post start_workflow stop_instance restart_service',
    'a namespace or the object first':
      'github_create_issue ha_config_set_label browser_click kv_namespace_update ghost_post_create storage_blob_upload appconfig_kv_lock_set webtests_createorupdate issue_create',
    'several verbs, none grave':
      'get_or_create find_or_create_customer create_or_update_file search_and_replace',
    'a bland verb':
      'manage_rules run_pipeline execute_workflow trigger_build apply_yaml apply_filter apply_label apply_coupon use_aws_docs',
    'a conversation that is handed over':
      'transfer_to_human_agent transfer_to_human transfer_to_agent transfer_to_refund_agent transferToHuman transfer_to_sales transfer_to_human_agent_tool transfer_call transfer_chat call_transfer transfer_agent transfer_customer_to_agent bulk_transfer_to_agent mcp__voice__transfer_call hand_off hand_off_to_human handoff_to_human',
    'reading and writing of settings': 'read_write_config readWriteSettings',
    'a pull request, not a pull': 'pull_request_comment merge_request_close merge_request_approve',
    'an upload of one object': 'put_object s3_put_object',
    'how something is to be':
      'lights_on lights_off power_off_by_tag maintenance_on maintenance_on_tool volume_up power_on go_back go_forward browser_go_forward hang_up',
    'a code that somebody was given':
      'submit_otp_code submit_verification_code submit_promo_code enter_otp_code',
    'what is done, as a noun':
      'user_creation key_rotation data_migration node_management task_manager research_manager',
    'a grave word that is none here':
      'port_forward check_in check_in_tool check_out create_draft_payment code_interpreter code_interpreter_tool accept_invite',
    'a read word that changes what it is done to':
      'ps_restart format_table disconnect_member connect_wallet snapshot_volume log_decision',
    'completing what merges nothing': 'complete_task complete_request',
    'grave words that only look so':
      'undeploy_model remove_from_cart cart_remove_item_from_basket set_message_read reset_password git_checkout browser_drop merge_pdf citation_merge sign_in comment_on_issue generate_image',
  },
  destructive: {
    'the verbs of the design': 'delete remove purge drop wipe erase cancel revoke write',
    'the same with an object':
      'delete_file delete_from_cart remove_from_disk remove_label purge_cache drop_table wipe_disk erase_device cancel_order revoke_token write_file delete_draft overwrite_file truncate_table clear_cache terminate_instance destroy_stack uninstall_app kill_process void_invoice empty_trash reset_database',
    'a namespace or the object first':
      'b2_delete_file ha_config_remove_automation pods_delete ghost_comment_delete kv_namespace_delete repo.branches.delete issue_write search_index_delete label_write browser_cookie_clear',
    'an act named by a noun': 'account_deletion order_cancellation token_revocation',
    'the name of a product before the verb': 'zoom_delete_meeting fly_delete_app make_delete_scenario',
    'joined verbs': 'list_and_delete create_update_or_delete_rule read_write_file',
    'what stands is replaced':
      'terraform_apply kubectl_apply apply_migration prod_terraform_apply helm_apply',
    'statements that change data': 'salesforce_dml_records',
    'what a disk or a file holds is lost':
      'format_disk format_drive unlink_file file_writer file_writer_tool rmtree flushall tear_down',
    'history that is cleared, not searched': 'search_clear_history',
    'one word': 'deleteuser removefile',
    'another spelling':
      'deleteFile DeleteUser DELETE_ROW delete-file mcp__fs__delete_file bulk_delete_users delete_file_tool delete_all_2',
  },
  outward: {
    'the verbs of the design': 'send pay refund publish commit merge push deploy submit transfer',
    'the same with an object':
      'send_email pay_invoice refund_charge publish_post commit_changes merge_pull_request push_files deploy_app submit_form transfer_funds refund_order merge_branches push_notification deploy_preview topup bid_on_item settle_invoice book_flight rollout_deploy launch_campaign',
    'their kin':
      'reply_to_email forward_email tweet notify_user invite_user broadcast_message withdraw_funds charge_card payout_vendor make_phone_call call_customer post_message email_customers buy_stock',
    'money, however the act is called':
      'create_refund issue_refund process_refund refund_create create_payment make_payment initiate_transfer create_payout create_charge capture_payment request_payout finalize_invoice place_order',
    'a namespace or the object first':
      'order-refund invoice_send gmail_send stripe_refund email_send slack_post_message github_merge_pull_request git_push git_commit npm_publish vercel_deploy form_submit foundry_models_deploy communication_email_send payment_refund eventgrid_events_publish',
    'a transfer of what is owned':
      'transfer_money transfer_tokens transfer_ownership transfer_to_savings transfer_to_agent_wallet transfer_funds_to_agent transfer_agent_funds transfer_call_credits transfer_team',
    'a pull request that is merged':
      'pullRequestMerge pull_request_merge repo_complete_pull_request accept_merge_request complete_pr',
    'people who are paid': 'run_payroll approve_payroll',
    'a trade, however the act is called':
      'close_position open_position execute_swap market_order limit_order perform_swap bridge_tokens lend_tokens',
    'money, given, taken or let go':
      'issue_credit issue_store_credit issue_gift_card apply_account_credit approve_loan approve_wire collect_payment settle_claim top_up compensate_customer escrow_funds accept_quote initiate_phone_number_order create_settlement bill_payment_tool payment_processing payments_processing payment_processing_tool payout_processing',
    'somebody is reached':
      'make_call place_call page_oncall alert_oncall text_customer phone_call phone_call_tool voice_call slack_post discord_message',
    'who does it': 'email_sender EmailSender blog_publisher',
    'it goes to an authority or to the public':
      'file_claim file_lawsuit file_tax_return apply_for_job go_live share_on_linkedin promote_to_production schedule_post cross_post trigger_webhook',
    'the name of a product before the verb': 'zoom_send_message fly_deploy_image',
    'a ride that costs money': 'request_ride rent_car book_cab',
    'a noun that is moved, not looked at':
      'transfer_balance charge_fee deploy_template push_settings email_summary post_status refund_and_log',
    'joined verbs':
      'create_and_send_invoice build_and_deploy save-and-submit create_and_publish approve_and_merge_pr test_send_email',
    'one word': 'sendemail issuerefund sendmessage emailsend',
    'another spelling':
      'sendEmail GMAIL_SEND_EMAIL mcp__mail__send chat.postMessage resend_invite redeploy_service',
  },
};

const rows = (effect: Exclude<Effect, 'unknown'>): [string, string][] =>
  Object.entries(NAMES[effect]).flatMap(([why, names]) =>
    names.split(' ').map((name): [string, string] => [name, why]),
  );

describe.each(['read', 'change', 'destructive', 'outward'] as const)('a name that means %s', (effect) => {
  it.each(rows(effect))(`"%s" is ${effect}: %s`, (name) => {
    expect(classified({ name }).effect).toBe(effect);
  });
});

describe('a name that does not tell', () => {
  it.each([
    'pushpin',
    'vm_lifecycle',
    'form_questions_editor',
    'foo',
    'bulk_file_operations',
    '',
    '___',
    '42',
    '日本語',
    'area_resource_verb',
    'time_off',
    'form_editor',
    'browser',
    'user',
  ])('"%s" is unknown', (name) => {
    expect(classified({ name })).toEqual({
      effect: 'unknown',
      confidence: 'low',
      because: 'nothing says what it does',
      openEnded: false,
    });
  });

  it.each([{ type: 'automations' }, { name: 'automations', type: 'automations', kind: 'other' as const }])(
    'is unknown where a type is a mere noun: %j',
    (tool) => {
      expect(classified(tool).effect).toBe('unknown');
    },
  );

  it('is recognised by the type where there is no name', () => {
    expect(classified({ type: 'web_fetch' })).toEqual({
      effect: 'read',
      confidence: 'medium',
      because: 'its type: "fetch"',
      openEnded: false,
    });
  });
});

describe('a tool that may do anything', () => {
  it.each([
    ...[
      'run_sql',
      'execute_query',
      'run_query',
      'query_sql',
      'sql_query',
      'query_database',
      'execute_sql',
      'run_sql_transaction',
    ],
    ...[
      'api_request',
      'http_request',
      'make_api_call',
      'call_api',
      'grafana_api_request',
      'send_http_request',
    ],
    ...[
      'exec',
      'eval',
      'bash',
      'terminal',
      'shell',
      'run_command',
      'run_terminal_cmd',
      'execute_command',
      'pods_exec',
    ],
    ...[
      'eval_js',
      'eval_code',
      'js_eval',
      'evalCode',
      'execute_anonymous_apex',
      'invoke_lambda',
      'lambda_invoke',
    ],
    ...['call_aws', 'use_aws', 'run_kubectl', 'use_cli', 'run_dml', 'aws_cli', 'run_aws_cli', 'psql'],
    ...[
      'code_executor',
      'python_interpreter',
      'python_interpreter_tool',
      'sql_executor',
      'submit_source_code',
    ],
    ...['run_code', 'execute_python', 'run_script', 'browser_evaluate', 'python_repl', 'apply_patch', 'Bash'],
  ])('"%s" is open-ended and destructive', (name) => {
    const { effect, openEnded } = classified({ name });
    expect({ effect, openEnded }).toEqual({ effect: 'destructive', openEnded: true });
  });

  it.each([
    'delete_file',
    'send_email',
    'run_tests',
    'query_metrics',
    'get_shell',
    'list_commands',
    'shell_history',
  ])('"%s" is not open-ended', (name) => {
    expect(classified({ name }).openEnded).toBe(false);
  });

  it('is unknown, and open-ended, where the name tells of an SQL engine but not whether it is guarded', () => {
    expect(classified({ name: 'mysql_query' })).toEqual({
      effect: 'unknown',
      confidence: 'low',
      because: 'its name: "query"',
      openEnded: true,
    });
  });
});

describe('how the effect is known', () => {
  it.each([
    ['issue_refund', 'medium', 'its name: "refund"'],
    ['refundOrder', 'medium', 'its name: "refund"'],
    ['create_refund', 'medium', 'its name: "create refund"'],
    ['list_refunds', 'medium', 'its name: "list"'],
    ['system_status', 'low', 'its name: "status"'],
    ['manage_rules', 'low', 'its name: "manage"'],
    ['create_and_send_invoice', 'medium', 'its name: "send"'],
    ['repo_complete_pull_request', 'medium', 'its name: "complete pull request"'],
    ['transfer_to_human', 'medium', 'its name: "transfer"'],
    ['dry_run_deploy', 'medium', 'its name: "dry run"'],
    ['phone_call', 'low', 'its name: "phone call"'],
    ['email_sender', 'low', 'its name: "send"'],
    ['send_get_state', 'low', 'its name: "send"'],
    ['kb_commit', 'low', 'its name: "commit"'],
    ['git_commit', 'medium', 'its name: "commit"'],
    ['lights_off', 'low', 'its name: "off"'],
  ])('"%s" is known with %s confidence from %s', (name, confidence, because) => {
    const reading = classified({ name });
    expect([reading.confidence, reading.because]).toEqual([confidence, because]);
  });

  it('is never of high confidence from words alone', () => {
    const all = (['read', 'change', 'destructive', 'outward'] as const).flatMap(rows);
    expect(all.filter(([name]) => classified({ name }).confidence === 'high')).toEqual([]);
  });
});

describe('words decided once, for every name (design, section 1)', () => {
  it.each([
    ['book_flight', 'outward'],
    ['book_appointment', 'outward'],
    ['order_pizza', 'outward'],
    ['buy_stock', 'outward'],
    ['sell_shares', 'outward'],
    ['list_books', 'read'],
    ['get_order_book', 'read'],
    ['enroll_student', 'change'],
    ['approve_request', 'change'],
    ['assign_ticket', 'change'],
    ['escalate_case', 'change'],
    ['reschedule_meeting', 'change'],
    ['deactivate_account', 'change'],
    ['restart_service', 'change'],
  ] as const)('%s: %s', (name, effect) => {
    expect(classifyEffect({ name }).effect).toBe(effect);
  });
});
