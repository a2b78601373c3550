import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { type PackedBlocks, packedTexts, unpacked } from '../../files/packed-texts.js';
import type { LintOptions } from '../../lint/lint.js';
import { lintPart, type PartResult } from '../../merge/in-parts.js';
import type { Group, Threads } from '../../project/divided.js';
import { lintInputs, openProject, type ProjectRequest } from '../../project/open-project.js';
import type { Labels } from '../../report/format.js';
import { openSystemTexts } from '../../report/system-texts.js';
import { OF_WORKER } from '../command-names.js';

/** More of them wait for the largest group, and each needs its own memory. */
const MOST_THREADS = 4;

/** What a worker is asked for: everything in it can be sent. */
interface PartOrder {
  request: ProjectRequest;
  options: Omit<LintOptions, 'systemTexts' | 'onFile'>;
  groups: readonly Group[];
  /** Formats that list systems. */
  formats: readonly string[];
  labels: Labels;
}

/** What a worker sends. */
type SentPart = Omit<PartResult, 'textsOf'> & { texts: Readonly<Record<string, PackedBlocks>> };

/** Has groups of files of a project checked in workers, each of which opens the project by itself. */
export function openBeside(order: Omit<PartOrder, 'groups'>): Threads {
  return {
    most: Math.min(MOST_THREADS, availableParallelism()),
    beside: (groups) => inWorker({ ...order, groups }),
  };
}

async function inWorker(order: PartOrder): Promise<PartResult[]> {
  const { Worker } = process.getBuiltinModule('worker_threads');
  const worker = new Worker(join(import.meta.dirname, '../agent-lint.cjs'), {
    argv: [OF_WORKER],
    workerData: order,
  });
  const parts: PartResult[] = [];
  worker.on('message', ({ texts, ...part }: SentPart) => {
    parts.push({ ...part, textsOf: (format) => texts[format] && unpacked(texts[format]) });
  });
  return new Promise((done, failed) => {
    worker.on('error', failed);
    worker.on('exit', () =>
      parts.length === order.groups.length ? done(parts) : failed(new Error('a worker ended early')),
    );
  });
}

/** As a worker: checks the groups of its order, and sends what each gave. */
export async function sendParts(): Promise<void> {
  const { parentPort, workerData } = process.getBuiltinModule('worker_threads');
  for await (const part of checkParts(workerData as PartOrder)) parentPort?.postMessage(part);
}

/** Checks the groups of an order, one after the other. */
async function* checkParts({
  request,
  options,
  groups,
  formats,
  labels,
}: PartOrder): AsyncGenerator<SentPart> {
  const project = await openProject(request, groups.flat());
  for (const group of groups) {
    const stores: ReturnType<typeof packedTexts>[] = [];
    const open = () => {
      const store = packedTexts();
      stores.push(store);
      return store;
    };
    const systemTexts = () => openSystemTexts(formats, labels, open);
    const { textsOf: _, ...part } = lintPart(
      project.workspace,
      project.config,
      { ...options, ...lintInputs(project), systemTexts },
      group,
    );
    yield {
      ...part,
      texts: Object.fromEntries(
        formats.flatMap((format, at) => (stores[at] ? [[format, stores[at].packed()]] : [])),
      ),
    };
  }
}
