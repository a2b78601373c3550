/** Words that say that a text is still to be written. */
const TO_DO =
  /^(?:to-?do|tbd|fix-?me|xxx+|change-?me|placeholder|n\/a|none|null|undefined|fill me in)[.:!]*$/i;
/** A name in angle or double braces: `<name>`, `<your sink>`, `{{sink}}`. */
const IN_BRACKETS = /<[A-Za-z][\w .|-]{0,40}>|\{\{[^{}]{0,60}\}\}/;
/** What examples call a thing: `first_tool`, `your-sink`, `tool_name`, `x_first_tool`. */
const EXAMPLE_NAME =
  /^(?:your|my)[-_ ](?:\S+)$|(?:^|[_./-])(?:first|second|third|example)[-_]?tool$|^(?:some|another|other)[-_]tool$|^tool[-_ ]?(?:name|\d)$|^(?:foo|bar|baz)$/i;

/**
 * Whether a text is a placeholder that nobody filled in: `...`, `<name>`, `first_tool`, `TODO`. A control that such a
 * text states is not met: it was pasted from an example.
 */
export function isUnfilled(text: string): boolean {
  const plain = text.trim();
  if (plain === '' || /^[.\u2026?_*-]+$/.test(plain)) return plain !== '*';
  return TO_DO.test(plain) || IN_BRACKETS.test(plain) || EXAMPLE_NAME.test(plain);
}
