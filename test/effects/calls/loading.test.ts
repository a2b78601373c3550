import { expect, it, vi } from 'vitest';

it('loads the table of a domain when a program imports one of its packages, and the names of the platform always', async () => {
  // Other tests may have loaded tables: these modules are new.
  vi.resetModules();
  const { loadCalls } = await import('../../../src/effects/calls/index.js');
  const { effectOf, wordOf } = await import('./body-call.js');
  const names = [':eval', 'shutil:rmtree', 'stripe:Refund.create', 'boto3:client().delete_object'];
  const known = (): (string | undefined)[] => names.map((name) => wordOf(effectOf(name)));
  expect(known()).toEqual([undefined, undefined, undefined, undefined]);
  await loadCalls(['x = 1']);
  expect(known()).toEqual(['unknown', undefined, undefined, undefined]);
  await loadCalls(['import os, shutil as sh\n']);
  expect(known()).toEqual(['unknown', 'destructive', undefined, undefined]);
  await loadCalls(['from stripe import Refund\n', "const { S3Client } = require('@aws-sdk/client-s3');"]);
  expect(known()).toEqual(['unknown', 'destructive', 'outward', 'destructive']);
});
