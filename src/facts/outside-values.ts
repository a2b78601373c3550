import facts from './outside-values.json' with { type: 'json' };

const SETTINGS_BASES: ReadonlySet<string> = new Set(facts.settingsBases);
const COMMAND_MODULES: ReadonlySet<string> = new Set(facts.commandModules);

/** Whether the environment gives the fields of what extends a class of Python, by module and name. */
export const isSettingsBase = (dotted: string): boolean => SETTINGS_BASES.has(dotted);

/** Whether what a module of Python decorates is called with arguments of a command line. */
export const givesArguments = (module: string): boolean => COMMAND_MODULES.has(module);
