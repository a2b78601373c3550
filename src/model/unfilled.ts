/** Words that say that a text is still to be written. */
const TO_DO =
  /^(?:to-?do|tbd|fix-?me|xxx+|change-?me|placeholder|n\/a|none|null|undefined|fill me in)[.:!]*$/i;
/** What agent-lint once wrote as the reason of a claim that nobody had made yet. */
const READY_MADE = /^confirmed by the person who added this claim\.?$/i;
/** A name in angle or double braces: `<name>`, `<your sink>`, `{{sink}}`. */
const IN_BRACKETS = /<[A-Za-z][\w .|-]{0,40}>|\{\{[^{}]{0,60}\}\}/;
/** What examples call a thing: `first_tool`, `your-sink`, `tool_name`, `x_first_tool`. */
const EXAMPLE_NAME =
  /^(?:your|my)[-_ ](?:\S+)$|(?:^|[_./-])(?:first|second|third|example)[-_]?tool$|^(?:some|another|other)[-_]tool$|^tool[-_ ]?(?:name|\d)$|^(?:foo|bar|baz)$/i;

/** Whether a reason is one that nobody wrote. */
export const isReadyMade = (reason: string): boolean => READY_MADE.test(reason.trim());

/**
 * Whether a text is a placeholder that nobody filled in: `...`, `<name>`, `first_tool`, `TODO`. A control that such a
 * text states is not met: it was pasted from an example.
 */
export function isUnfilled(text: string): boolean {
  const plain = text.trim();
  if (plain === '' || /^[.\u2026?_*-]+$/.test(plain)) return plain !== '*';
  return TO_DO.test(plain) || isReadyMade(plain) || IN_BRACKETS.test(plain) || EXAMPLE_NAME.test(plain);
}
