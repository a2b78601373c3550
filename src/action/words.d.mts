export function wordsOf(text: string): string[];
