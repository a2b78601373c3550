// Loads modules of the command line that few runs need when one of their functions is called.
import { readFileSync } from 'node:fs';
import { basename, dirname } from 'node:path';
import { parseAst } from 'rolldown/parseAst';

/**
 * Rooms that few files need: words of tools, edits, scripts, command lines and programs, settings of clients and workflows. A module of
 * theirs that exports functions alone waits for the first call; a constant is at hand, with all that its module imports.
 * What profiles are made with (`profile-parts.ts`) is needed with them.
 */
const ROOMS = [
  'effects',
  'facts/programs',
  'program/inline',
  'syntax/(?:edit|shell)',
  'assess/(?:commands|workflows)',
  'dialects/(?:ci|clients|commands|cagent|codex|project-commands|[\\w-]+-(?:agent|ci|settings|skill|workflow))',
];
const WAITING = new RegExp(`^[^\\0]+/src/(?:${ROOMS.join('|')})/(?!index\\.|profile-parts\\.)[\\w-]+\\.ts$`);

/** The functions that a module exports; none if it exports more than functions and types. */
function functionsOf(file) {
  const { body } = parseAst(readFileSync(file, 'utf8'), { lang: 'ts' });
  const names = body.flatMap(({ type, exportKind, declaration }) => {
    if (!type.startsWith('Export') || exportKind === 'type') return [];
    if (declaration?.type === 'FunctionDeclaration') return declaration.id.name;
    const made = declaration?.type === 'VariableDeclaration' ? declaration.declarations : [{}];
    const isFunction = ({ id, init }) =>
      init?.type === 'ArrowFunctionExpression' ||
      id?.typeAnnotation?.typeAnnotation.type === 'TSFunctionType';
    return made.map((one) => (isFunction(one) ? one.id.name : undefined));
  });
  return names.includes(undefined) ? [] : names;
}

/** The functions of the modules that wait, by file; empty for all others. */
const known = new Map();
function waitingIn(file) {
  const functions = known.get(file) ?? (WAITING.test(file.replaceAll('\\', '/')) ? functionsOf(file) : []);
  known.set(file, functions);
  return functions;
}

const PROXY = '\0when-called:';

/** Puts functions in the place of a module, which load it. Modules of one room that wait import one another as they are. */
export const whenCalled = {
  name: 'when-called',
  async resolveId(source, importer, { kind }) {
    if (importer === undefined || kind !== 'import-statement' || !source.startsWith('.')) return undefined;
    const found = await this.resolve(source, importer, { skipSelf: true });
    if (!found || waitingIn(found.id).length === 0) return undefined;
    const isBeside = dirname(found.id) === dirname(importer) && waitingIn(importer).length > 0;
    return isBeside ? undefined : PROXY + found.id;
  },
  load(id) {
    if (!id.startsWith(PROXY)) return undefined;
    const file = id.slice(PROXY.length);
    const functions = waitingIn(file).map(
      (name) => `export function ${name}(...values) { return (loaded ??= load()).${name}(...values); }`,
    );
    return [
      'let loaded;',
      `const load = () => __whenCalled(() => import(${JSON.stringify(file)}));`,
      ...functions,
    ].join('\n');
  },
};

/** What waits in one room is one script, named after the room. */
export const roomScripts = {
  name: (id) => (waitingIn(id).length > 0 ? basename(dirname(id)) : null),
  debugName: 'rooms that wait',
};

/** An import in a proxy, as the bundler writes it. */
const IMPORT =
  /__whenCalled\(\(\)=>Promise\.resolve\(\)\.then\(\(\)=>(require\("[^"]+"\)|[\w$]+)\)(?:\.then\((\w)=>\2(\.[\w$]+)\))?\)/g;

/** The code of a script in which such an import gives the module at once. */
export function loadedAtOnce(code) {
  const loaded = code.replace(IMPORT, '$1$3');
  if (loaded.includes('__whenCalled')) throw new Error('the bundler writes an import in another way');
  return loaded;
}
