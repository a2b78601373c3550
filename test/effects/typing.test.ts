import { describe, expect, it } from 'vitest';
import { classifyEffect } from '../../src/effects/index.js';

const effectOf = (name: string, description?: string): string => {
  const { effect, openEnded } = classifyEffect(description === undefined ? { name } : { name, description });
  return openEnded ? `${effect}, anything` : effect;
};

describe('a tool that types', () => {
  it.each([
    'send_keys',
    'send_key',
    'sendKeys',
    'send_input',
    'send_keystrokes',
    'send_control_character',
    'send_ctrl_c',
    'send_keyboard_shortcut',
    'send_mouse_click',
    'send_key_press',
    'send_key_event',
    'device_send_keys',
    'browser_send_keys',
    'press_key',
    'browser_press_key',
  ])('changes something that can be put right: %s', (name) => {
    expect(effectOf(name)).toBe('change');
  });

  it.each([
    ['send_control_character', 'Sends a control character to the active terminal', 'change'],
    ['send_keys', 'Sends keys to an element of the page', 'change'],
    ['send_keys', 'Send keys to a tmux pane', 'destructive, anything'],
    ['send_input', 'Types a line into the terminal', 'destructive, anything'],
    ['send_keys', 'Sends keys to the page. Errors appear in the browser console.', 'change'],
    ['send_keystrokes', 'Types on the pad of a game console', 'change'],
    ['send_input', 'Fills a field of the page; this is not a terminal', 'change'],
    ['send_input', 'Types a line into the console of the server', 'destructive, anything'],
    ['send_keys', 'Does not wait for the answer. Types into the shell.', 'destructive, anything'],
    ['send_key', 'Send the license key to the customer by email', 'outward'],
    ['send_keys', 'Sends license keys to customers', 'outward'],
  ])('is recognised by what it types into: %s, "%s"', (name, description, expected) => {
    expect(effectOf(name, description)).toBe(expected);
  });

  it.each([
    ['tmux_send_keys', 'destructive, anything'],
    ['terminal_send_input', 'destructive, anything'],
    ['send_to_terminal', 'destructive, anything'],
    ['send_key_to_customer', 'outward'],
    ['send_input_to_user', 'outward'],
    ['send_activation_key', 'outward'],
    ['send_key_message', 'outward'],
    ['send_text', 'outward'],
    ['send_message', 'outward'],
    ['send_email', 'outward'],
    ['send_control_message', 'outward'],
  ])('is none where it sends or commands: %s', (name, expected) => {
    expect(effectOf(name)).toBe(expected);
  });
});
