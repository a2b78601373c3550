import type { Effect } from '../../model/index.js';
import type { CallArgument, ReachedCall } from '../../program/index.js';

export interface CallEffect {
  effect: Effect;
  openEnded: boolean;
  facets: readonly ('open-address' | 'model-path')[];
  words: string;
}

const read: CallEffect = { effect: 'read', openEnded: false, facets: [], words: '' };
const change: CallEffect = { ...read, effect: 'change' };
const act = (effect: Effect, words: string): CallEffect => ({ ...read, effect, words });
const open = (words: string): CallEffect => ({ ...act('destructive', words), openEnded: true });

const isModel = (one: CallArgument): boolean => one.kind === 'model';

/** Until the table of calls is there. */
export function effectOfCall(call: ReachedCall): CallEffect | undefined {
  const { module = '', path = [] } = call.origin ?? {};
  const name = `${module.replace(/^node:/, '')}:${path.filter((one) => one !== 'default').join('.')}`;
  const last = path.at(-1) ?? '';
  if (
    /^(shutil:rmtree|os:(remove|unlink|rmdir)|fs(\/promises)?:(promises\.)?(rm|unlink|rmdir|rmSync|unlinkSync))$/.test(
      name,
    )
  )
    return { ...act('destructive', 'delete'), facets: isModel(call.argument(0)) ? ['model-path'] : [] };
  if (module === 'pathlib' && (last === 'unlink' || last === 'rmdir')) return act('destructive', 'delete');
  if (module === 'pathlib' && last.startsWith('write_')) return act('destructive', 'overwrite');
  if (module === 'pathlib') return read;
  if (name === ':open') {
    const mode = call.argument(1);
    if (mode.kind === 'constant' && String(mode.value).startsWith('w'))
      return act('destructive', 'overwrite');
    return mode.kind === 'constant' ? change : read;
  }
  if (/^fs(\/promises)?:(promises\.)?writeFile(Sync)?$/.test(name)) return act('destructive', 'overwrite');
  if (/^fs(\/promises)?:(promises\.)?readFile(Sync)?$/.test(name)) return read;
  if (name === ':eval' || name === ':exec') return isModel(call.argument(0)) ? open('exec') : read;
  if (
    /^(subprocess:(run|call|check_output|Popen)|os:(system|popen)|child_process:(exec|execSync))$/.test(name)
  ) {
    return isModel(call.argument(0)) ? open('command') : change;
  }
  if (/^requests:(Session\(\)\.)?(get|head)$/.test(name)) return read;
  if (/^requests:(Session\(\)\.)?delete$/.test(name)) return act('destructive', 'delete');
  if (/^requests:(Session\(\)\.)?(post|put|patch)$/.test(name)) return change;
  return undefined;
}
