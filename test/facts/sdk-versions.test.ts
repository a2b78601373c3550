import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import agentsSdk from '../../src/dialects/agents-sdk/framework.js';
import { PARAMETER_VERSIONS, parameterVersion } from '../../src/facts/sdk-versions.js';
import { isOlder } from '../../src/facts/versions.js';
import { folderOf } from './published-types.mjs';

/** `@openai/agents` only passes on what these export. */
const PARTS = ['agents-core', 'agents-openai'];

describe('the versions of parameters', () => {
  it('are in order, and name no parameter twice', () => {
    for (const { since, before } of PARAMETER_VERSIONS)
      if (before !== undefined) expect(isOlder(before, since), `${before} ${since}`).toBe(true);
    const names = PARAMETER_VERSIONS.flatMap(({ language, parameter, of }) =>
      of.map((one) => `${language} ${one} ${parameter}`),
    );
    expect(new Set(names).size).toBe(names.length);
  });

  it('are known for each option that gates a tool', () => {
    const gates = (['python', 'typescript'] as const).flatMap((language) =>
      (agentsSdk.rowsOf(`a.${language === 'python' ? 'py' : 'ts'}`)?.giving('tool') ?? []).flatMap(
        ({ api, args }) =>
          args
            .filter(({ role, mode = 'own' }) => role === 'gate' && mode === 'own')
            .map(({ key }) => [language, api, key] as const),
      ),
    );
    expect(gates.length).toBeGreaterThan(4);
    for (const [language, api, gate] of gates)
      expect(parameterVersion(language, api, gate), `${language} ${api}`).toBeDefined();
  });

  for (const { package: name, of, parameter, since, before } of PARAMETER_VERSIONS) {
    if (before === undefined || !name.startsWith('@')) continue;
    const folders = [before, since].map((version) => folderOf(name, version));
    const isThere = folders.every((folder) => existsSync(folder));
    it.skipIf(!isThere)(
      `of ${of.join(', ')} say \`${parameter}\` in the types of ${name} ${since}, not in those of ${before}${isThere ? '' : ' (skipped: types not downloaded)'}`,
      () => {
        const [old, recent] = folders.map((folder) => of.map((one) => takes(folder, one, parameter)));
        expect([old, recent]).toEqual([of.map(() => false), of.map(() => true)]);
      },
    );
  }
});

/** Whether what is exported under a name takes a parameter: its declaration, or one of the types that it names, has it. */
function takes(folder: string, name: string, parameter: string): boolean {
  const texts = PARTS.flatMap((part) => {
    const types = join(folder, 'node_modules/@openai', part, 'dist');
    const files = readdirSync(types, { recursive: true }).map(String);
    return files
      .filter((file) => file.endsWith('.d.ts'))
      .map((file) => readFileSync(join(types, file), 'utf8'));
  });
  const declarations = (wanted: string) =>
    texts.flatMap((text) =>
      [
        ...text.matchAll(
          new RegExp(
            `^(?:export |declare )*(?:abstract )?(?:function|class|interface|type|const) ${wanted}\\b`,
            'gm',
          ),
        ),
      ].map(({ index }) => text.slice(index, endOf(text, index))),
    );
  const seen = new Set<string>();
  const waiting = [name];
  for (let one = waiting.pop(); one !== undefined && seen.size < 40; one = waiting.pop()) {
    if (seen.has(one)) continue;
    seen.add(one);
    for (const declared of declarations(one)) {
      if (new RegExp(`\\b${parameter}\\??:`).test(declared)) return true;
      for (const [type] of declared.matchAll(/\b[A-Z]\w*(?:Args|Base|Config|Options|Settings)\b/g))
        waiting.push(type);
    }
  }
  return false;
}

/** Where a declaration ends: before the next one at the start of a line. */
function endOf(text: string, from: number): number {
  const next = /\n(?:export|declare|\/\*\*)/.exec(text.slice(from + 1));
  return next ? from + 1 + next.index : text.length;
}
