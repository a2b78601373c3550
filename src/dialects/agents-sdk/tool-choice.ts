import { writtenOption } from '../../program/index.js';
import { type Fields, type FoundAgent, textOf } from '../frameworks/framework.js';
import type { Language } from '../frameworks/language-rules.js';
import { placed } from '../frameworks/places.js';
import vendor from './vendor.json' with { type: 'json' };

/** How an agent is made to call a tool in each turn of a run, where the SDK asks only for the first one. */
interface ToolChoice extends Readonly<Record<Language, Names>> {
  /** Values that ask for no call. */
  readonly free: readonly string[];
  /** The value of `after` by which the model is asked again. */
  readonly again: string;
}

interface Names {
  /** The settings of the model. */
  readonly settings: string;
  /** The setting of the model. */
  readonly setting: string;
  /** The option that takes it back after the first call. */
  readonly reset: string;
  /** The option that says what happens after a call. */
  readonly after: string;
}

const facts: ToolChoice = vendor.toolChoice;

/** Whether the model must call a tool in each turn: it is then asked again after each call, and never answers. */
export function readToolChoice({ agent, rows }: FoundAgent, get: Fields): void {
  const { free, again } = facts;
  const { setting, reset, after } = facts[rows.language];
  const settings = get(facts[rows.language].settings);
  const choice = textOf((settings?.call ? settings.call.options : settings)?.get(setting));
  const kept = get(reset);
  const next = get(after);
  if (choice === undefined || free.includes(choice) || kept?.scalar !== false) return;
  if (next && textOf(next) !== again) return;
  const written = writtenOption(rows.language, reset, false);
  const forced = writtenOption(rows.language, setting, choice);
  agent.alwaysCalls = {
    at: placed(kept.written(), `${agent.at.path}.${reset}`),
    why: `\`${forced}\` applies to each turn with \`${written}\``,
    edit: `Remove \`${written}\`: \`${setting}\` then applies to the first turn alone.`,
    repair: { title: `Remove \`${written}\``, edits: () => kept.edit()?.remove() },
  };
}
