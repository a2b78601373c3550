const OF_TESTS = /(?:^|\/)(?:__tests__|tests?|fixtures|testdata)\/|\.(?:test|spec)\.[^/]*$/;

/** The files that pytest looks for (`python_files`), and those of its fixtures. */
const OF_PYTEST = /(?:^|\/)(?:test_[^/]*|[^/]*_test|conftest)\.py$/;

/** Whether a file belongs to tests, by its path (design, section 5). */
export function isTestFile(file: string): boolean {
  return OF_TESTS.test(file) || OF_PYTEST.test(file);
}
