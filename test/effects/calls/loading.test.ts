import { fileURLToPath } from 'node:url';
import { rolldown } from 'rolldown';
import { expect, it } from 'vitest';

const ROOT = fileURLToPath(new URL('../../..', import.meta.url));

/** New modules: other tests of this process may have loaded tables into theirs. */
async function anew() {
  const ENTRY = 'entry.ts';
  const bundle = await rolldown({
    input: ENTRY,
    cwd: ROOT,
    platform: 'node',
    plugins: [
      {
        name: 'entry',
        resolveId: (id) => (id === ENTRY ? `${ROOT}${ENTRY}` : undefined),
        load: (id) =>
          id === `${ROOT}${ENTRY}`
            ? "export { loadCalls } from './src/effects/calls/index.ts'; export { effectOf, wordOf } from './test/effects/calls/body-call.ts';"
            : undefined,
      },
    ],
  });
  const { output } = await bundle.generate({ format: 'esm', codeSplitting: false });
  const code = Buffer.from(output[0].code).toString('base64');
  return import(/* @vite-ignore */ `data:text/javascript;base64,${code}`) as Promise<
    Pick<typeof import('../../../src/effects/calls/index.js'), 'loadCalls'> &
      Pick<typeof import('./body-call.js'), 'effectOf' | 'wordOf'>
  >;
}

it('loads the table of a domain when a program imports one of its packages, and the names of the platform always', async () => {
  const { loadCalls, effectOf, wordOf } = await anew();
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
