import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import { RULES } from '../../rules/index.js';
import { pageUri, rulePageUri } from '../../src/facts/documentation.js';
import { VERSION } from '../../src/generated/version.js';

describe('the documentation of a rule', () => {
  it('has an absolute URI that names a page of the package', () => {
    const pages = RULES.map(({ id }) => new URL(rulePageUri(id)));
    expect(new Set(pages.map(({ protocol, pathname }) => `${protocol}${pathname}`))).toEqual(
      new Set([`pkg:npm/agent-lint@${VERSION}`]),
    );
    const missing = pages.filter(
      ({ hash }) => !existsSync(resolve(import.meta.dirname, '../..', hash.slice(1))),
    );
    expect(missing.map(({ hash }) => hash)).toEqual([]);
  });

  it('follows the public address once there is one', () => {
    const address = 'https://docs.example.com/agent-lint/{version}/';
    expect(pageUri('rules/approval/missing.md', address)).toBe(
      `https://docs.example.com/agent-lint/${VERSION}/rules/approval/missing.md`,
    );
  });
});
