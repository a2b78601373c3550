import facts from './languages.json' with { type: 'json' };

/** One name for each language, in lower case: `js` and `JavaScript` are `typescript`, `py` is `python`. */
export function languageOf(name: string): string {
  const lower = name.trim().toLowerCase();
  if (facts.python.includes(lower)) return 'python';
  return facts.typescript.includes(lower) ? 'typescript' : lower;
}

const TITLES: Readonly<Record<string, string>> = facts.titles;

/** How people write a language: `Go`, `C#`, `TypeScript`. */
export function languageTitle(name: string): string {
  const lower = name.trim().toLowerCase();
  if (Object.hasOwn(TITLES, lower)) return TITLES[lower] ?? name;
  const known = facts.python.includes(lower) ? 'Python' : undefined;
  return known ?? name.trim().charAt(0).toUpperCase() + name.trim().slice(1);
}

/** Whether the open-source framework comes in a language. */
export function isFrameworkLanguage(name: string): boolean {
  const language = languageOf(name);
  return language === 'python' || language === 'typescript';
}
