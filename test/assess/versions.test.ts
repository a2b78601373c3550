import { describe, expect, it } from 'vitest';
import { availability, remedyFor } from '../../src/assess/versions.js';
import { parameterVersion } from '../../src/facts/sdk-versions.js';
import type { AgentSystem, Remedy } from '../../src/model/index.js';

/** A program whose project locks a version. */
const locking = (version: string | undefined) =>
  ({
    locked: () => (version === undefined ? undefined : { version, file: 'uv.lock', at: undefined }),
  }) as unknown as AgentSystem;

const needs = parameterVersion('python', 'function_tool', 'needs_approval');
const always = parameterVersion('typescript', 'tool', 'needsApproval');
if (!needs || !always) throw new Error('the versions lack a parameter');
const remedy: Remedy = { text: 'Set it.', needs, repair: { title: 'Set it', edits: () => [] } };

describe('a remedy that needs a version', () => {
  it('is printed as it is where the locked version has the parameter, or every version has it', () => {
    for (const version of ['0.8.0', '0.10.1', '1.0.0rc1'])
      expect(remedyFor(locking(version), remedy)).toEqual(remedy);
    expect(availability(locking(undefined), always)).toEqual({ state: 'available' });
  });

  it('names the version where none is locked', () => {
    expect(remedyFor(locking(undefined), remedy)).toEqual({
      ...remedy,
      text: 'Set it. It needs openai-agents 0.8.0 or later.',
    });
  });

  it('names the version that the run asks for, if that is a later one', () => {
    for (const [updateOf, version] of [
      ['0.9.1', '0.9.1'],
      ['0.7.1', '0.8.0'],
    ] as const) {
      const system = { ...locking('0.7.0'), updateOf: () => updateOf };
      expect(remedyFor(system, remedy).text).toContain(`Upgrade openai-agents to ${version} or later`);
    }
  });

  it('begins with the upgrade where the locked version is too old, and has no edit', () => {
    expect(remedyFor(locking('0.7.0'), remedy)).toEqual({
      text: 'Upgrade openai-agents to 0.8.0 or later (`uv.lock` locks 0.7.0, which lacks `needs_approval`), then: Set it.',
    });
  });
});
