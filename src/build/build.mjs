// Builds dist/ beside, and puts it in place as a whole: who runs dist/ meanwhile runs the old one.
import { mkdirSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { writeBundles } from './bundle.mjs';
import { root } from './project.mjs';
import { noteBuild } from './stamp.mjs';
import { writeTypes } from './types.mjs';

const made = join(root, `node_modules/.cache/agent-lint/dist-${process.pid}`);
const dist = join(root, 'dist');

rmSync(made, { recursive: true, force: true });
mkdirSync(made, { recursive: true });
await writeBundles(made);
writeTypes(join(made, 'types'));
rmSync(dist, { recursive: true, force: true });
renameSync(made, dist);
noteBuild();
