import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import type { KeptResults } from '../../files/traced-results.js';
import { type PackedBlocks, packedTexts, unpacked } from '../../files/packed-texts.js';
import type { LintOptions } from '../../lint/lint.js';
import type { LintResult } from '../../lint/result.js';
import { joinPartResults, lintPart, type PartResult } from '../../merge/in-parts.js';
import { type Group, partKeys, sharesOf } from '../../project/divided.js';
import { lintInputs, openProject, type Project, type ProjectRequest } from '../../project/open-project.js';
import type { Labels } from '../../report/format.js';
import { openSystemTexts } from '../../report/system-texts.js';
import { OF_WORKER } from '../command-names.js';

/** How the parts of a project are checked: everything in it can be sent to another thread. */
export interface PartOrder {
  request: ProjectRequest;
  options: Omit<LintOptions, 'systemTexts' | 'onFile'>;
  /** Formats that list systems. */
  formats: readonly string[];
  labels: Labels;
}

/** What a part gave, as it is sent and kept. */
type SentPart = Omit<PartResult, 'textsOf'> & { texts: Readonly<Record<string, PackedBlocks>> };

/**
 * Checks a project part by part: memory is needed for one part of each thread at a time. A run that keeps results does all
 * parts itself, since it notes what it asks of the machine, and takes those that are as they were. Undefined where a
 * thread failed, as with too little memory.
 */
export async function checkInParts(
  project: Project,
  options: LintOptions,
  order: PartOrder,
  kept?: KeptResults,
): Promise<LintResult | undefined> {
  const most = kept ? 1 : availableParallelism();
  const shares = await sharesOf(project, options, { most, areKept: kept !== undefined });
  if (!shares) return undefined;
  const [own = [], ...given] = shares;
  const others = given.map((groups) => inThread(order, groups));
  // Nobody waits for them until the own share is done.
  for (const one of others) one.catch(() => undefined);
  const check = kept ? keptBy(kept, project, order) : async (group: Group) => partOf(project, order, group);
  const total = own.flat().length;
  const sent: SentPart[] = [];
  let done = 0;
  for (const group of own) {
    options.onFile?.(done, total);
    sent.push(await check(group));
    done += group.length;
  }
  const ofOthers = await Promise.all(others).catch(() => undefined);
  if (ofOthers === undefined) return undefined;
  return joinPartResults([...sent, ...ofOthers.flat()].map(received), project.config, options);
}

const received = ({ texts, ...part }: SentPart): PartResult => ({
  ...part,
  textsOf: (format) => texts[format] && unpacked(texts[format]),
});

/** Checks a group of files. */
function partOf(project: Project, { options, formats, labels }: PartOrder, group: Group): SentPart {
  const stores: ReturnType<typeof packedTexts>[] = [];
  const open = () => {
    const store = packedTexts();
    stores.push(store);
    return store;
  };
  const { textsOf: _, ...part } = lintPart(
    project.workspace,
    project.config,
    { ...options, ...lintInputs(project), systemTexts: () => openSystemTexts(formats, labels, open) },
    group,
  );
  const texts = formats.flatMap((format, at) => (stores[at] ? [[format, stores[at].packed()] as const] : []));
  return { ...part, texts: Object.fromEntries(texts) };
}

/** Has groups checked in another thread, which opens the project by itself. A rejection means that they were not. */
async function inThread(order: PartOrder, groups: readonly Group[]): Promise<readonly SentPart[]> {
  if (groups.length === 0) return [];
  const { Worker } = process.getBuiltinModule('worker_threads');
  const worker = new Worker(join(import.meta.dirname, '../agent-lint.cjs'), {
    argv: [OF_WORKER],
    workerData: { order, groups },
  });
  const parts: SentPart[] = [];
  worker.on('message', (part: SentPart) => parts.push(part));
  return new Promise((done, failed) => {
    worker.on('error', failed);
    worker.on('exit', () =>
      parts.length === groups.length ? done(parts) : failed(new Error('A thread ended before its work.')),
    );
  });
}

/** As another thread: checks the groups that it was given, and sends what each gave. */
export async function sendParts(): Promise<void> {
  const { parentPort, workerData } = process.getBuiltinModule('worker_threads');
  const { order, groups } = workerData as { order: PartOrder; groups: readonly Group[] };
  const project = await openProject(order.request, groups.flat());
  for (const group of groups) parentPort?.postMessage(partOf(project, order, group));
}

/** Checks groups, or takes what an earlier run kept of them. */
function keptBy(kept: KeptResults, project: Project, order: PartOrder): (group: Group) => Promise<SentPart> {
  const keyOf = partKeys(kept, project, order.request);
  return async (group) => {
    const make = async () => partOf(project, order, group);
    if (!keyOf) return make();
    const key = { ...keyOf(group), order, cwd: process.cwd(), node: process.version };
    // What is known of values stays in memory, even as hashes.
    return fromWritten(
      await kept.recallOr(
        key,
        async () => toWritten(await make()),
        ({ onValues }) => onValues.every(({ about }) => about === undefined),
      ),
    );
  };
}

/** A part as JSON has it. */
type WrittenPart = Omit<SentPart, 'texts'> & {
  texts: Readonly<Record<string, readonly { packed: string; lengths: readonly number[] }[]>>;
};

const mapTexts = <From, To>(
  texts: Readonly<Record<string, readonly { packed: From; lengths: readonly number[] }[]>>,
  change: (packed: From) => To,
) =>
  Object.fromEntries(
    Object.entries(texts).map(([format, blocks]) => [
      format,
      blocks.map(({ packed, lengths }) => ({ packed: change(packed), lengths })),
    ]),
  );

const toWritten = (part: SentPart): WrittenPart => ({
  ...part,
  texts: mapTexts(part.texts, (packed) => Buffer.from(packed).toString('base64')),
});

const fromWritten = (part: WrittenPart): SentPart => ({
  ...part,
  texts: mapTexts(part.texts, (packed) => Buffer.from(packed, 'base64')),
});
