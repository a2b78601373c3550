import { describe, expect, it } from 'vitest';
import { classifyEffect, commonPrefix, tokensOf } from '../../src/effects/index.js';

describe('tokensOf', () => {
  it.each([
    ['delete_file', ['delete', 'file']],
    ['delete-file', ['delete', 'file']],
    ['deleteFile', ['delete', 'file']],
    ['DeleteFile', ['delete', 'file']],
    ['DELETE_FILE', ['delete', 'file']],
    ['repo.branches.delete', ['repo', 'branches', 'delete']],
    ['files/read', ['files', 'read']],
    ['getHTTPStatus', ['get', 'http', 'status']],
    ['listURLs', ['list', 'urls']],
    ['b2_delete_file', ['b2', 'delete', 'file']],
    ['s3GetObject', ['s3', 'get', 'object']],
    ['step2', ['step', '2']],
    ['mcp__github__create_issue', ['create', 'issue']],
    ['mcp__my_server__send', ['send']],
    ['mcp__server', ['mcp', 'server']],
    ['  send  mail ', ['send', 'mail']],
    ['', []],
    ['--', []],
  ])('splits "%s"', (name, tokens) => {
    expect(tokensOf(name)).toEqual(tokens);
  });
});

describe('commonPrefix', () => {
  it.each([
    [['ha_get_state', 'ha_set_label', 'ha_restart'], 'ha'],
    [['browser_click', 'browser_drop'], 'browser'],
    [['monday_apps_get', 'monday_apps_set'], 'monday_apps'],
    [['mail_send', 'mail_list'], 'mail'],
    [['get_user', 'get_order'], undefined],
    [['post_message', 'post_photo'], undefined],
    [['ha_get', 'other_get'], undefined],
    [['ha', 'ha_get'], undefined],
    [['ha_get'], undefined],
    [[], undefined],
  ])('of %j is %s', (names, prefix) => {
    expect(commonPrefix(names)).toBe(prefix);
  });

  it('lets the word behind it act', () => {
    expect(classifyEffect({ name: 'tw_post' }).effect).toBe('unknown');
    expect(classifyEffect({ name: 'tw_post', commonPrefix: 'tw' }).effect).toBe('outward');
  });

  it('is left alone where a name does not start with it, or is nothing else', () => {
    expect(classifyEffect({ name: 'delete_user', commonPrefix: 'ha' }).effect).toBe('destructive');
    expect(classifyEffect({ name: 'delete', commonPrefix: 'delete' }).effect).toBe('destructive');
  });
});
