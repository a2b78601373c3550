import facts from './languages.json' with { type: 'json' };

/** One name for each language, in lower case: `js` and `JavaScript` are `typescript`, `py` is `python`. */
export function languageOf(name: string): string {
  const lower = name.trim().toLowerCase();
  if (facts.python.includes(lower)) return 'python';
  return facts.typescript.includes(lower) ? 'typescript' : lower;
}

/** Whether the open-source framework comes in a language. */
export function isFrameworkLanguage(name: string): boolean {
  const language = languageOf(name);
  return language === 'python' || language === 'typescript';
}
