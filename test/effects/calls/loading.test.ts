import { expect, it } from 'vitest';
import { loadCalls } from '../../../src/effects/calls/index.js';
import { effectOf, wordOf } from './body-call.js';

const known = (...names: string[]): (string | undefined)[] => names.map((name) => wordOf(effectOf(name)));

it('loads the table of a domain when a program imports one of its packages, and the names of the platform always', async () => {
  const names = [':eval', 'shutil:rmtree', 'stripe:Refund.create', 'boto3:client().delete_object'];
  expect(known(...names)).toEqual([undefined, undefined, undefined, undefined]);
  await loadCalls(['x = 1']);
  expect(known(...names)).toEqual(['unknown', undefined, undefined, undefined]);
  await loadCalls(['import os, shutil as sh\n']);
  expect(known(...names)).toEqual(['unknown', 'destructive', undefined, undefined]);
  await loadCalls(['from stripe import Refund\n', "const { S3Client } = require('@aws-sdk/client-s3');"]);
  expect(known(...names)).toEqual(['unknown', 'destructive', 'outward', 'destructive']);
});
