import facts from './record-modules.json' with { type: 'json' };

/** Whether a class of Python, by module and name, makes what its keyword arguments say: `openai.types.responses.ToolParam`. */
export function isRecordClass(dotted: string): boolean {
  return facts.modules.some((module) => dotted.startsWith(`${module}.`)) && /\.[A-Z]\w*$/.test(dotted);
}
