const TEST_FOLDERS = new Set(['__tests__', 'test', 'tests', 'fixtures', 'testdata']);

/** Whether a file belongs to tests, by its path (design, section 5). */
export function isTestFile(file: string): boolean {
  const parts = file.split('/');
  const name = parts.pop() ?? '';
  return name.includes('.test.') || name.includes('.spec.') || parts.some((part) => TEST_FOLDERS.has(part));
}
