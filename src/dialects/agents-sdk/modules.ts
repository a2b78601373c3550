/** Packages of the framework in TypeScript; subpaths belong to them (facts on dialects, section A). */
export const SCRIPT_MODULES: readonly string[] = [
  '@openai/agents',
  '@openai/agents-core',
  '@openai/agents-openai',
  '@openai/agents-realtime',
  '@openai/agents-extensions',
];

/** Import name of the Python package: a weak one, which other packages use too. */
export const PYTHON_MODULES: readonly string[] = ['agents'];

/** What the Python package gives, that no other of its name does. */
export const PYTHON_NAMES: readonly string[] = ['Agent', 'RunConfig', 'Runner', 'function_tool'];

/** Whether a module is one of these packages, or below one. */
export function isSdkModule(module: string, isPython: boolean): boolean {
  if (isPython) return module === 'agents' || module.startsWith('agents.');
  return SCRIPT_MODULES.some((name) => module === name || module.startsWith(`${name}/`));
}
