import { importsAny } from '../../program/index.js';
import type { CodeMark, FrameworkModules } from '../code-dialect.js';

/** Looks for the programs of a framework: those that import one of its packages. */
export function frameworkMark(
  dialect: string,
  { python, typescript }: Pick<FrameworkModules, 'python' | 'typescript'>,
): CodeMark {
  const { modules = [], confirmedBy = [], contexts = {} } = python ?? {};
  const pages = [python, typescript].flatMap((one) => one?.pages ?? []);
  return {
    dialect,
    followsImports: true,
    ...(pages.length > 0
      ? { concernsOthers: (text: string) => pages.some((one) => text.includes(`${one}(`)) }
      : {}),
    ...(confirmedBy.length > 0 ? { installed: modules.map((name) => ({ name, gives: confirmedBy })) } : {}),
    contextTypes: Object.entries(contexts).flatMap(([name, member]) =>
      modules.map((module) => ({ module, name, member })),
    ),
    packages: typescript?.modules ?? [],
    mayHold: (text, grammar) =>
      importsAny(text, grammar === 'python' ? modules : (typescript?.modules ?? []), grammar),
  };
}
