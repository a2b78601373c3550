// What the types of packages declare: options, members of unions, and exports, each with its owner.
import { execFileSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import ts from 'typescript';

/** Code that is longer than this is bundled code of others. */
const LONGEST_CODE = 6_000_000;

const WORD = /[A-Za-z_$][\w$]*/g;

/**
 * @typedef {{ owner: string, name: string, kind: 'export' | 'option' | 'method' | 'member', deprecated?: boolean }} Declared
 * @typedef {{ declared: Declared[], words: Set<string>, code: Set<string> }} Names
 */

/** The files of a package, without those of packages within it. */
function filesIn(folder, wanted) {
  if (!existsSync(folder)) return [];
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) return entry.name === 'node_modules' ? [] : filesIn(path, wanted);
    return wanted.test(entry.name) ? [path] : [];
  });
}

/**
 * What the packages in some folders declare. `words`: every name in their types; `code`: every name in their code.
 * @param {readonly string[]} folders
 * @param {'typescript' | 'python'} language
 * @returns {Names}
 */
export function declaredIn(folders, language) {
  const all = folders.map(language === 'python' ? ofPython : ofTypes);
  const joined = (field) => new Set(all.flatMap((one) => [...one[field]]));
  const declared = new Map(
    all.flatMap((one) => one.declared.map((each) => [`${each.kind} ${each.owner}.${each.name}`, each])),
  );
  return { declared: [...declared.values()], words: joined('words'), code: joined('code') };
}

function ofPython(folder) {
  const script = join(import.meta.dirname, 'declared-names.py');
  const text = execFileSync('python3', [script, folder], { encoding: 'utf8', maxBuffer: 2 ** 28 });
  const { declared, words } = JSON.parse(text);
  return { declared, words: new Set(words), code: new Set() };
}

function ofTypes(folder) {
  const files = filesIn(folder, /\.d\.[cm]?ts$/);
  // A package has the same types twice for both kinds of modules.
  const plain = files.filter((file) => file.endsWith('.d.ts'));
  const texts = (plain.length > 0 ? plain : files).map((file) => [file, readFileSync(file, 'utf8')]);
  const code = filesIn(folder, /\.[cm]?js$/).filter((file) => statSync(file).size < LONGEST_CODE);
  const wordsOf = (all) => new Set(all.flatMap((text) => text.match(WORD) ?? []));
  return {
    declared: texts.flatMap(([file, text]) => declarationsIn(file, text)),
    words: wordsOf(texts.map(([, text]) => text)),
    code: wordsOf(code.map((file) => readFileSync(file, 'utf8'))),
  };
}

const isOwner = (node) =>
  ts.isInterfaceDeclaration(node) ||
  ts.isTypeAliasDeclaration(node) ||
  ts.isClassDeclaration(node) ||
  ts.isFunctionDeclaration(node) ||
  ts.isVariableDeclaration(node);

const isOption = (node) => ts.isPropertySignature(node) || ts.isMethodSignature(node);

const isMethod = (node) => ts.isPropertyDeclaration(node) || ts.isMethodDeclaration(node);

/** @returns {Declared[]} */
function declarationsIn(file, text) {
  const found = [];
  const source = ts.createSourceFile(file, text, ts.ScriptTarget.Latest, false);
  const nameOf = ({ name }) => (name?.text ?? '').replace(/^_.*/, '');
  const visit = (node, owner, option) => {
    let [within, of] = [owner, option];
    if (isOwner(node) && nameOf(node) !== '') {
      within = nameOf(node);
      found.push({ owner: '', name: within, kind: 'export' });
    } else if (isMethod(node) && nameOf(node) !== '')
      found.push({ owner: within, name: nameOf(node), kind: 'method' });
    else if (isOption(node) && nameOf(node) !== '') {
      of = nameOf(node);
      const deprecated = /@deprecated/.test(text.slice(node.pos, node.getStart(source)));
      found.push({ owner: within, name: of, kind: 'option', ...(deprecated && { deprecated }) });
    } else if (ts.isLiteralTypeNode(node) && ts.isStringLiteral(node.literal))
      found.push({ owner: of === '' ? within : `${within}.${of}`, name: node.literal.text, kind: 'member' });
    ts.forEachChild(node, (child) => visit(child, within, of));
  };
  visit(source, '', '');
  return found;
}
