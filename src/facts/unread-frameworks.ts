import facts from './unread-frameworks.json' with { type: 'json' };

/** A module whose import shows that a program builds agents with a framework. */
export interface FrameworkModule {
  framework: string;
  module: string;
  /** Only these names show it. Left out: any name, and everything below the module. */
  names?: readonly string[];
  /** These show it in a call that is given `tools`. */
  withTools?: readonly string[];
}

type Language = 'typescript' | 'python';

const modulesOf = (language: Language): readonly FrameworkModule[] =>
  facts.frameworks.flatMap((one) =>
    (one[language] as Omit<FrameworkModule, 'framework'>[]).map((module) => ({
      framework: one.name,
      ...module,
    })),
  );

/** The modules of frameworks that are recognised and not read yet, by the language of the program. */
export const FRAMEWORK_MODULES: Readonly<Record<Language, readonly FrameworkModule[]>> = {
  typescript: modulesOf('typescript'),
  python: modulesOf('python'),
};

/** Names of the frameworks, in the order in which reports list them. */
export const UNREAD_FRAMEWORKS: readonly string[] = facts.frameworks.map(({ name }) => name);
