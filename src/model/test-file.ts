const OF_TESTS = /(?:^|\/)(?:__tests__|tests?|fixtures|testdata)\/|\.(?:test|spec)\.[^/]*$/;

/** Whether a file belongs to tests, by its path (design, section 5). */
export function isTestFile(file: string): boolean {
  return OF_TESTS.test(file);
}
