// The house's import direction: each folder imports only from those to its left.
const core = [
  'generated',
  'model',
  'facts',
  'syntax',
  'program',
  'effects',
  'dialects',
  'systems',
  'decide',
  'assess',
  'rules',
  'lint',
  'compare',
  'report',
  'review',
  'merge',
];
const edges = ['files', 'config', 'servers', 'project', 'lsp', 'mcp', 'cli'];
const order = [...core, ...edges];
// What several dialects share, beside them; each imports only from those to its left.
const libraries = [
  'agents',
  'commands',
  'permissions',
  'ci',
  'servers',
  'clients',
  'payload',
  'requests',
  'frameworks',
  'loops',
];
// How programs are read, from the representation to what dialects ask; each imports only from those to its left.
const program = [
  'language',
  'reason',
  'reason-text',
  'limits',
  'ir',
  'tree',
  'lower',
  'inline',
  'modules',
  'values',
  'evaluate',
  'query',
  'parses',
  'index',
];
const inProgram = (name) => `^src/program/${name}[/.]`;
const library = (name) => `^src/dialects/${name}/`;
const place = (name) => (name === 'rules' ? '^rules/' : `^src/${name}/`);

module.exports = {
  forbidden: [
    ...order.slice(0, -1).map((name, index) => ({
      name: `${name}-imports-only-from-its-left`,
      severity: 'error',
      from: { path: place(name) },
      to: { path: order.slice(index + 1).map(place) },
    })),
    {
      name: 'the-core-touches-no-machine',
      comment: 'The core would run in a browser.',
      severity: 'error',
      from: { path: core.map(place) },
      to: { dependencyTypes: ['core'] },
    },
    {
      name: 'dialects-do-not-know-each-other',
      severity: 'error',
      from: { path: '^src/dialects/([^/]+)/' },
      to: { path: '^src/dialects/[^/]+/', pathNot: ['^src/dialects/$1/', ...libraries.map(library)] },
    },
    {
      name: 'generic-folders-know-no-dialect',
      comment: 'What a dialect needs from neighbouring documents it exports as `join`.',
      severity: 'error',
      from: { pathNot: '^src/dialects/' },
      to: { path: '^src/dialects/[^/]+/', pathNot: libraries.map(library) },
    },
    {
      name: 'libraries-know-no-dialect',
      severity: 'error',
      from: { path: libraries.map(library) },
      to: { path: '^src/dialects/[^/]+/', pathNot: libraries.map(library) },
    },
    ...libraries.slice(0, -1).map((name, index) => ({
      name: `library-${name}-imports-only-from-its-left`,
      severity: 'error',
      from: { path: library(name) },
      to: { path: libraries.slice(index + 1).map(library) },
    })),
    ...program.slice(0, -1).map((name, index) => ({
      name: `program-${name}-imports-only-from-its-left`,
      severity: 'error',
      from: { path: inProgram(name) },
      to: { path: program.slice(index + 1).map(inProgram) },
    })),
    {
      name: 'no-circles',
      comment: 'Type imports count.',
      severity: 'error',
      from: {},
      to: { circular: true },
    },
    { name: 'nothing-unresolved', severity: 'error', from: {}, to: { couldNotResolve: true } },
    {
      name: 'the-build-is-not-shipped',
      severity: 'error',
      from: { path: '^(src|rules)/', pathNot: '^src/build/' },
      to: { path: '^src/build/' },
    },
  ],
  options: {
    tsConfig: { fileName: 'tsconfig.json' },
    tsPreCompilationDeps: true,
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['import', 'require', 'node', 'default', 'types'],
    },
    doNotFollow: { path: 'node_modules' },
    exclude: { path: '^src/build/' },
  },
};
