import { layerOf } from '../../src/config/layer.js';
import { claimEdits } from '../../src/config/claim-edits.js';
import {
  type ConfigLayer,
  decide,
  lintWorkspace,
  loadParsers,
  openPrograms,
  type ResolvedConfig,
  workspaceOf,
} from '../../src/core.js';
import { limitOf, tooLarge } from '../../src/files/limits.js';
import { today } from '../../src/model/date.js';
import type { GrammarFile } from '../../src/program/index.js';
import { requirementsOf } from '../../src/project/requirements.js';
import { UsageError } from '../../src/project/usage-error.js';
import { type InventoryFile, renderInventoryText } from '../../src/report/inventory.js';
import { shownDecisions } from '../../src/report/shared/decision-lines.js';
import { summaryLines } from '../../src/report/shared/summary-lines.js';
import { reviewOf } from '../../src/review/index.js';
import { findingId } from '../../src/review/ids.js';
import { sectionsHtml } from '../../src/review/html/page.js';
import { formatOf, parseDocument } from '../../src/syntax/index.js';
import type { Answer, Asked, FromWorker, ToWorker } from './messages.js';

const CONFIG = 'agent-lint.config.json';

/** What the page shows of a review: the rest is about a whole project. */
const SECTIONS = ['findings', 'tools', 'topology', 'decision'];

/** Checks one file as `agent-lint check` does in a project that has no other, with the requirements as its configuration. */
async function check({ name, text, requirements }: Asked): Promise<Answer> {
  const stated = requirementsOf(requirements);
  await loadParsers(['json', formatOf(name) ?? 'json']);
  const workspace = workspaceOf({ [name]: text });
  const size = new TextEncoder().encode(text).length;
  if (size > limitOf(name)) workspace.read = () => tooLarge(limitOf(name), size);
  const config = configOf(stated);
  const code = await openPrograms(workspace, readGrammar);
  const files: InventoryFile[] = [];
  const result = lintWorkspace(workspace, config, {
    asOf: today(),
    whole: true,
    ...(code ? { code } : {}),
    onRead: ({ path, dialect, reason }) => files.push({ path, ...(dialect ? { dialect } : {}), reason }),
  });
  // Requirements decide without an agent, too.
  if (shownDecisions(result.decisions).every((one) => one.settingsOnly))
    result.decisions = [{ decision: decide(stated), requirements: stated, files: [] }];
  const review = reviewOf(result, { source: (file) => (file === name ? text : undefined) });
  const [file] = files;
  return {
    summary: summaryLines(result, Number.POSITIVE_INFINITY).map((line) => line.text),
    ...(file && file.dialect === undefined ? { notRead: file.reason } : {}),
    notes: result.notes,
    sections: sectionsHtml(review, SECTIONS),
    inventory: renderInventoryText({ files, systems: result.systems, unread: result.unread }),
    places: Object.fromEntries(
      review.findings.map((one) => [findingId(one), one.file === name ? one.range : undefined]),
    ),
  };
}

/** The configuration of a project that states only requirements; of one without, where they state nothing. */
function configOf(requirements: object): ResolvedConfig {
  const layers: ConfigLayer[] = [];
  if (Object.keys(requirements).length > 0) {
    const { roots } = parseDocument(CONFIG, 'json', JSON.stringify({ requirements }));
    layers.push(...roots.map((root) => layerOf(root, '')));
  }
  return { layersFor: () => layers, layers: () => layers, claimsFor: (file) => claimEdits(layers, file) };
}

/** Grammars that were asked for, and who waits for them: the page loads them. */
const grammars = new Map<GrammarFile, { bytes: Promise<Uint8Array>; received(bytes: Uint8Array): void }>();

function readGrammar(name: GrammarFile): Promise<Uint8Array> {
  const known = grammars.get(name);
  if (known) return known.bytes;
  const { promise: bytes, resolve: received } = Promise.withResolvers<Uint8Array>();
  grammars.set(name, { bytes, received });
  send({ kind: 'wants', grammar: name });
  return bytes;
}

const send = (message: FromWorker) => postMessage(message);

addEventListener('message', async ({ data }: MessageEvent<ToWorker>) => {
  if (data.kind === 'grammar') {
    grammars.get(data.grammar)?.received(data.bytes);
    return;
  }
  try {
    send({ kind: 'answer', answer: await check(data.asked) });
  } catch (error) {
    if (error instanceof UsageError) send({ kind: 'mistake', words: error.message });
    else send({ kind: 'failed', words: `Internal error: ${String(error)}` });
  }
});
