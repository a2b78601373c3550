import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const PACKAGE = /^(.*node_modules\/((?:@[^/]+\/)?[^/]+))\//;

/** Writes the licences of every package whose code is inside the bundles. */
export function writeNotices(chunks, file) {
  const folders = new Map();
  for (const chunk of chunks) {
    for (const id of chunk.moduleIds ?? []) {
      const match = PACKAGE.exec(id.replaceAll('\\', '/'));
      if (match) folders.set(match[2], match[1]);
    }
  }
  const parts = [...folders].sort().map(([name, folder]) => {
    const { version, license } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
    const licence = readdirSync(folder).find((entry) => /^licen[cs]e/i.test(entry));
    const text =
      licence && existsSync(join(folder, licence)) ? readFileSync(join(folder, licence), 'utf8').trim() : '';
    return `${name} ${version} (${license})\n\n${text}\n`;
  });
  writeFileSync(file, `agent-lint contains code of these packages.\n\n${parts.join('\n----\n\n')}`);
}
