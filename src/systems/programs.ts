import { vendorProfile } from '../facts/vendors.js';
import { groupedBy } from '../model/grouped.js';
import type { AgentSystem, ResolvedConfig, Workspace } from '../model/index.js';
import { formatOf, parseDocument } from '../syntax/index.js';
import { applyEffectDirectives } from './declared-effects.js';
import { type Directive, directivesOf, trusted } from './directives.js';
import type { Exclusion } from './exclusion.js';
import { joinSystem } from './join.js';
import { lockedVersions } from './locked-versions.js';
import type { ProjectFile, ReadOptions } from './project-file.js';
import { linkedFile, sameFileAs } from './symlinks.js';
import { applyToolLists, type ToolLists } from './tool-lists.js';
import { setToolPaths } from './tool-paths.js';
import { unreadWords } from './unread-frameworks.js';
import { vendorOf } from './vendor.js';

/** Whether a file is read with the programs of its project, not alone. */
export function isProgram(path: string): boolean {
  const format = formatOf(path);
  return format === 'code' || format === 'notebook' || format === 'environment';
}

/**
 * Reads the programs of a workspace together: agents of one system are in several files, so that all are read before
 * the first is passed on. A comment may apply to a finding that is reported with another file.
 */
export function readPrograms(
  workspace: Workspace,
  config: ResolvedConfig,
  { asOf, code, selection, trusts, exclusion }: ReadOptions & { exclusion: Exclusion },
  lists: ToolLists,
): ProjectFile[] {
  const files = (selection?.files ?? workspace.files).filter(isProgram);
  const layersOf = new Map(files.map((file) => [file, config.layersFor(file)] as const));
  const isExcluded = (file: string) => exclusion.isLeftOut(file, layersOf.get(file) ?? []);
  const linkedAt = (file: string) => {
    const linked = linkedFile(workspace, file);
    const isReadThere = linked !== undefined && endingOf(linked) === endingOf(file) && !isExcluded(linked);
    return isReadThere ? linked : undefined;
  };
  const wanted = <T>(all: ReadonlyMap<string, T> | undefined) =>
    new Map<string, T>(
      [...(all ?? [])].filter(
        ([file]) => layersOf.has(file) && !isExcluded(file) && linkedAt(file) === undefined,
      ),
    );
  const texts = wanted(code?.texts);
  const others = wanted(code?.others);
  const vendorFor = (file: string) => vendorProfile(vendorOf(layersOf.get(file) ?? []));
  const reading =
    texts.size + others.size > 0 ? code?.read({ workspace, texts, others, vendorFor }) : undefined;
  const directives = new Map(
    [...(reading?.documents ?? [])].map(
      ([file, document]) => [file, trusted(directivesOf(document), trusts)] as const,
    ),
  );
  const locked = lockedVersions(workspace);
  setToolPaths(reading?.systems ?? []);
  for (const system of reading?.systems ?? []) {
    const layers = layersOf.get(system.file) ?? [];
    joinSystem(system, layers, asOf);
    const dead = reading?.deadImportsOf(system) ?? [];
    if (dead.length > 0) system.deadImports = dead;
    system.locked = (name) => locked(system.file, name);
    applyToolLists(system, layers, lists);
  }
  const systemsIn = groupedBy(reading?.systems ?? [], (system) => system.file);
  const strayIn = groupedBy(
    applyEffectDirectives(reading?.systems ?? [], [...directives.values()].flat(), asOf),
    ({ at }) => at.file,
  );
  const isChecked = (path: string): boolean => selection?.isChecked(path, layersOf.get(path) ?? []) !== false;
  const isAbout = (system: AgentSystem): boolean =>
    selection?.isAbout(system, layersOf.get(system.file) ?? []) !== false;
  const ofSettings = (reading?.settings ?? []).flatMap((file) =>
    trusted(directivesOfSettings(file, workspace), trusts),
  );
  // What sets the environment holds no agent of its own: its comments go with the first program.
  const first = files.find((path) => reading?.claimed.has(path));
  return files.flatMap((path): ProjectFile | ProjectFile[] => {
    const layers = layersOf.get(path) ?? [];
    const claim = reading?.claimed.get(path);
    const document = reading?.documents.get(path);
    const gap = reading?.gaps.get(path);
    const unread = reading?.unread.get(path);
    if (!claim && !isChecked(path)) return [];
    const excluded = exclusion.isExcluded(path, layers) ? { excluded: true as const } : {};
    if (!claim && unread) {
      const reason = unreadWords(unread);
      return {
        ...NOTHING,
        ...excluded,
        path,
        reason,
        layers,
        unread,
        directives: directives.get(path) ?? [],
      };
    }
    if (!claim) {
      if (gap !== undefined && document?.skipped !== undefined) {
        return { ...NOTHING, path, reason: document.skipped, layers, missed: true };
      }
      const linkedTo = code?.texts.has(path) || code?.others.has(path) ? linkedAt(path) : undefined;
      const reason = isExcluded(path)
        ? 'excluded by the configuration'
        : linkedTo === undefined
          ? reasonOf(path, code)
          : sameFileAs(linkedTo);
      return { ...NOTHING, path, reason: gap === undefined ? reason : `${reason}; ${gap}`, layers };
    }
    const all = systemsIn.get(path) ?? [];
    const systems = all.filter(isAbout);
    return {
      path,
      together: true,
      ...claim,
      ...excluded,
      reason: [
        claim.reason,
        ...(unread ? [unreadWords(unread)] : []),
        ...(gap === undefined ? [] : [gap]),
      ].join('; '),
      ...(gap === undefined || !isChecked(path) ? {} : { gap }),
      ...(unread && isChecked(path) ? { unread } : {}),
      ...(systems.length > 0 || isChecked(path) ? {} : { beside: true }),
      systems,
      ...(systems.length < all.length ? { others: all.filter((one) => !systems.includes(one)) } : {}),
      problems: [],
      ...(document ? { document } : {}),
      layers,
      directives: [...(directives.get(path) ?? []), ...(path === first ? ofSettings : [])],
      strayEffects: isChecked(path) ? (strayIn.get(path) ?? []) : [],
    };
  });
}

/** Comments of a file that sets environment variables: a finding on one of them may be set aside where it is. */
function directivesOfSettings(file: string, workspace: Workspace): Directive[] {
  const read = workspace.read(file);
  if (!read.ok || !read.text.includes('agent-lint-')) return [];
  const format = formatOf(file) ?? 'environment';
  return directivesOf(parseDocument(file, format, read.text));
}

const endingOf = (path: string) => path.slice(path.lastIndexOf('.'));

const NOTHING = { systems: [], problems: [], directives: [], strayEffects: [] };

function reasonOf(path: string, code: ReadOptions['code']): string {
  if (formatOf(path) === 'environment') return 'settings of the programs beside it';
  return (
    code?.unread.get(path) ?? (code?.texts.has(path) ? 'it defines no agent' : 'it uses no known agent SDK')
  );
}
