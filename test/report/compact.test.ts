import { expect, it } from 'vitest';
import { renderCompact } from '../../src/report/formats/compact.js';
import { finding, range, result } from './results.js';

const FINDINGS = [
  finding({ file: 'b/x.yaml', severity: 'info', message: 'Two.' }),
  finding({ file: 'a.yaml', message: 'One.', range: range(2, 3, 9, 4) }),
  finding({ file: 'a.yaml', message: 'Ignored.', ignored: { kind: 'config', reason: 'accepted' } }),
];

it('prints one line per finding that is not ignored, infos included, and then the counts', () => {
  expect(renderCompact(result({ findings: FINDINGS }))).toBe(`a.yaml:2:3: error approval/missing One.
b/x.yaml:6:31: info approval/missing Two.
1 error, 0 warnings, 1 info
`);
});

it('writes paths as the working directory sees them', () => {
  const text = renderCompact(result({ findings: FINDINGS }), { here: (file) => `../${file}` });
  expect(text.split('\n')[1]).toBe('../b/x.yaml:6:31: info approval/missing Two.');
});

it('names no rule in the line that counts what is not printed', () => {
  expect(renderCompact(result({ findings: FINDINGS }), { maxFindings: 1 })).toBe(
    `a.yaml:2:3: error approval/missing One.
1 more finding is not printed (--max-findings 0 prints all).
1 error, 0 warnings, 1 info
`,
  );
});

it('keeps a finding on its line and forms no command, whatever its texts contain', () => {
  const evil = '::error::x\n::error::forged\u001b[2J';
  const text = renderCompact(result({ findings: [finding({ file: evil, message: evil })] }));
  expect(text).toBe(
    `\\u{3a}:error::x\\u{a}::error::forged\\u{1b}[2J:6:31: error approval/missing ::error::x\\u{a}::error::forged\\u{1b}[2J
1 error, 0 warnings, 0 infos
`,
  );
});
