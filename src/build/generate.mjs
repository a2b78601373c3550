// Makes what is generated: types and validators from schemas, the rule index, the configuration's
// schema and the rule tables from rule metadata. With --check it writes nothing and fails on drift.
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { callDomainIndex } from './call-domains.mjs';
import { configSchema } from './config-schema.mjs';
import { decisionRulesPage } from './decision-rules-page.mjs';
import { codeDialectIndex, codeMarkIndex, dialectIndex } from './dialects.mjs';
import { formatIndex } from './formats.mjs';
import { frameworkDeciders, frameworkModules, rowTypes } from './framework-rows.mjs';
import { root, versionModule } from './project.mjs';
import { rowWordsPage } from './row-words-page.mjs';
import { ruleIndexPage } from './rule-tables.mjs';
import { loadRules, ruleFiles, ruleIndex } from './rules.mjs';
import { reviewTypes, schemaTypes } from './schema-types.mjs';
import { validatorModules } from './validators.mjs';

const check = process.argv.includes('--check');
const stale = [];

function emit(path, content) {
  const file = join(root, path);
  if (existsSync(file) && readFileSync(file, 'utf8') === content) return;
  stale.push(path);
  if (check) return;
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, content);
}

const files = ruleFiles();
emit('src/generated/types.ts', await schemaTypes());
emit('src/review/types.ts', await reviewTypes());
emit('src/generated/version.ts', versionModule());
emit('src/dialects/frameworks/rows/row.ts', await rowTypes());
emit('src/dialects/framework-modules.ts', frameworkModules());
emit('src/dialects/framework-deciders.ts', frameworkDeciders());
emit('src/dialects/index.ts', dialectIndex());
emit('src/dialects/code-marks.ts', codeMarkIndex());
emit('src/dialects/code-dialects.ts', codeDialectIndex());
emit('src/effects/calls/domains.ts', callDomainIndex());
emit('src/cli/formats.ts', formatIndex());
emit('rules/index.ts', ruleIndex(files));
const rules = await loadRules();
emit('schemas/config.schema.json', configSchema(rules));
for (const [path, content] of validatorModules()) emit(path, content);
emit('docs/rules.md', ruleIndexPage(rules));
emit('docs/decision-rules.md', decisionRulesPage());
emit('docs/framework-rows.md', rowWordsPage());

if (stale.length === 0) console.log('Generated files are current.');
else if (check) {
  console.error(`Stale: ${stale.join(', ')}. Run: npm run generate`);
  process.exitCode = 1;
} else console.log(`Wrote ${stale.join(', ')}.`);
