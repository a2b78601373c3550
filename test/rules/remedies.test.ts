import { describe, expect, it } from 'vitest';
import { RULES } from '../../rules/index.js';
import { type Finding, type Fix, isClaim } from '../../src/model/index.js';
import { editedText } from '../../src/syntax/edit/apply.js';
import { COMMITTED_FILES } from '../dialects/committed-files.js';
import { lintFiles } from './lint-files.js';
import { type Example, readPage } from './pages.js';

/** How a page says that a person has to decide, under "How to fix". */
const DECISION = /^The decision is yours[:,] /m;

/** How a remedy without a fix says that a person decides something first. */
const SAYS_DECISION = /\b(?:[Dd]ecide (?:which|what|whether|where|how|who)|[Cc]hoose (?:the|a))\b/;

type Files = Example['files'];

const settings = ({ asOf }: Pick<Example, 'asOf'>) => (asOf === undefined ? {} : { asOf });

const textOf = (bytes: string | Uint8Array | undefined): string =>
  typeof bytes === 'string' ? bytes : Buffer.from(bytes ?? []).toString('utf8');

/** What a person writes who makes a claim: a fix leaves it to them. */
const reasoned = (text: string) =>
  text.replaceAll(/\b((?:reason|how)"?: )""/g, '$1"seen in the audit of May"');

/** The files of an example after a fix, applied as it stands; the reason of a claim is written as well. */
function fixed(files: Files, fix: Fix): Files {
  const result = { ...files };
  for (const file of new Set(fix.edits.map((edit) => edit.file))) {
    const text = editedText(
      textOf(files[file]),
      fix.edits.filter((edit) => edit.file === file),
    );
    result[file] = isClaim(fix) ? reasoned(text) : text;
  }
  return result;
}

const isOpen = ({ ignored }: Finding) => ignored === undefined;
const nameOf = ({ rule, file, path, message }: Finding) => `${rule} ${file} ${path}: ${message}`;

/** How often each finding is reported. */
function counted(findings: readonly Finding[]): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  for (const one of findings) counts.set(nameOf(one), (counts.get(nameOf(one)) ?? 0) + 1);
  return counts;
}

/** What is wrong with the fixes of one example, in words; with `mayDecide`, also where there is none. */
async function faultsOf(
  rule: string,
  example: Pick<Example, 'files' | 'asOf'>,
  mayDecide?: boolean,
): Promise<string[]> {
  const { findings } = await lintFiles(example.files, settings(example));
  const before = findings.filter(isOpen);
  const known = counted(before);
  const faults: string[] = [];
  for (const finding of before.filter((one) => one.rule === rule)) {
    const name = nameOf(finding);
    if (finding.fixes.length === 0 && mayDecide === false) faults.push(`no fix: ${name}`);
    if (finding.fixes.length === 0 && mayDecide !== undefined && !SAYS_DECISION.test(finding.remediation))
      faults.push(`no fix, and no decision in "${finding.remediation}": ${name}`);
    for (const fix of finding.fixes) {
      const result = await lintFiles(fixed(example.files, fix), settings(example)).catch(String);
      if (typeof result === 'string') {
        faults.push(`"${fix.title}" breaks the configuration: ${result}`);
        continue;
      }
      const after = result.findings.filter(isOpen);
      const left = counted(after);
      if ((left.get(name) ?? 0) >= (known.get(name) ?? 0)) faults.push(`"${fix.title}" leaves: ${name}`);
      for (const one of new Map(after.map((other) => [nameOf(other), other])).values()) {
        const isNew = (left.get(nameOf(one)) ?? 0) > (known.get(nameOf(one)) ?? 0);
        if (isNew && one.severity !== 'info') faults.push(`"${fix.title}" causes: ${nameOf(one)}`);
      }
    }
  }
  return faults;
}

/** Settings in which a fix of one key is not enough, as another key is left that the same rule reports. */
const COUPLED = [
  ['.codex/config.toml', 'approvals_reviewer = "auto_review"\nsandbox_mode = "danger-full-access"\n'],
] as const;

describe('the fixes of each file', () => {
  it.each([...COMMITTED_FILES.map(({ path, flawed }) => [path, flawed] as const), ...COUPLED])(
    'of %s clear their findings and cause no other: %j',
    async (path, flawed) => {
      const files = { [path]: flawed };
      const { findings } = await lintFiles(files);
      const faults: string[] = [];
      for (const rule of new Set(findings.map((one) => one.rule)))
        faults.push(...(await faultsOf(rule, { files })));
      expect(faults).toEqual([]);
    },
  );
});

describe('the fixes of each rule', () => {
  for (const { id } of RULES) {
    it(`clear each finding of the page of ${id} and cause no other`, async () => {
      const page = readPage(id);
      const mayDecide = DECISION.test(page.howToFix);
      const faults: string[] = [];
      for (const example of page.fails) faults.push(...(await faultsOf(id, example, mayDecide)));
      expect(faults).toEqual([]);
    });
  }
});
