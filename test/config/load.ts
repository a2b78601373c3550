import { type LoadOptions, loadConfig } from '../../src/config/index.js';
import type { ResolvedConfig } from '../../src/model/index.js';

/** The configuration of a root; throws what is wrong with it. */
export async function configOf(root: string, options: Partial<LoadOptions> = {}): Promise<ResolvedConfig> {
  const loaded = await loadConfig({ root, cwd: root, files: ['agent.json'], ...options });
  if (!loaded.ok) throw new Error(JSON.stringify(loaded.problems));
  return loaded.config;
}

/** What is wrong with the configuration of a root, in words with its place. */
export async function problemsOf(root: string, options: Partial<LoadOptions> = {}): Promise<string[]> {
  const loaded = await loadConfig({ root, cwd: root, files: ['agent.json'], ...options });
  if (loaded.ok) return [];
  return loaded.problems.map(({ file, line, column, message, suggestion }) =>
    [`${file}:${line}:${column}`, message, ...(suggestion ? [suggestion] : [])].join(' '),
  );
}

/** The files of the configuration that a file is under, outermost first. */
export const filesOf = (config: ResolvedConfig, file: string) =>
  config.layersFor(file).map((layer) => layer.file);
