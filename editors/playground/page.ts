import type { GrammarFile } from '../../src/program/index.js';
import { EXAMPLES } from './examples.js';
import { LONGEST_LINK, packed, unpacked } from './link.js';
import type { Answer, Asked, FromWorker, ToWorker } from './messages.js';
import { isFileName, nameFor, NAMES } from './names.js';

declare global {
  /** The core as the body of a worker: `core.js` defines it, and no page calls it. */
  var agentLintCore: () => void;
  /** Parsers in base64, each by a script of its own. */
  var agentLintGrammars: Partial<Record<GrammarFile, string>>;
}

globalThis.agentLintGrammars = {};

/** A text is checked when nobody has typed for this long (ms). */
const PAUSE = 200;

/** A check that takes longer (ms) ends when there is a newer text. */
const PATIENCE = 3_000;

/** Lines that have a number. */
const NUMBERED = 50_000;

/** A section that is longer makes a browser slow. */
const LONGEST_SHOWN = 2_000_000;

const byId = <T extends HTMLElement = HTMLElement>(id: string): T => document.getElementById(id) as T;
const form = byId<HTMLFormElement>('playground');
const editor = byId<HTMLTextAreaElement>('text');
const lines = byId('lines');
const nameField = byId<HTMLSelectElement>('name');
const exampleField = byId<HTMLSelectElement>('example');
const answerBox = byId('answer');
const summary = byId('summary');
const say = (id: string, words: string): void => {
  byId(id).textContent = words;
};

/** The requirements as options of `agent-lint decide`; what is not stated is left out. */
function requirements(): Asked['requirements'] {
  const fields = new FormData(form);
  const one = (name: string) => String(fields.get(name) ?? '').trim();
  const needs = fields.getAll('need').map(String);
  return {
    ...Object.fromEntries(
      ['residency', 'language', 'beta', 'prefer'].flatMap((name) =>
        one(name) === '' ? [] : [[name, one(name)]],
      ),
    ),
    ...(needs.length > 0 ? { need: needs } : {}),
    ...(one('zdr') === '' ? {} : { zdr: true }),
  };
}

let worker = startWorker();
let waiting: Asked | undefined;
let begun: number | undefined;
let places: Answer['places'] = {};
let numbered = 0;
let pause: ReturnType<typeof setTimeout> | undefined;

function startWorker(): Worker {
  const address = URL.createObjectURL(new Blob([`(${agentLintCore})()`], { type: 'text/javascript' }));
  const started = new Worker(address);
  started.addEventListener('message', ({ data }: MessageEvent<FromWorker>) => {
    if (data.kind === 'wants') void sendGrammar(started, data.grammar);
    else {
      if (data.kind === 'answer') show(data.answer);
      else if (data.kind === 'mistake') refuse(data.words);
      else fail(data.words);
      ended();
    }
  });
  started.addEventListener('error', ({ message }) => {
    fail(`The check stopped: ${message}`);
    restart();
  });
  return started;
}

const post = (to: Worker, message: ToWorker): void => to.postMessage(message);

function restart(): void {
  worker.terminate();
  worker = startWorker();
  ended();
}

function ended(): void {
  begun = undefined;
  const next = waiting;
  waiting = undefined;
  answerBox.setAttribute('aria-busy', String(next !== undefined));
  if (next) begin(next);
}

function begin(asked: Asked): void {
  begun = performance.now();
  answerBox.setAttribute('aria-busy', 'true');
  post(worker, { kind: 'check', asked });
}

/** Checks the text as it is now, after the check that runs; one that takes long is ended. */
function check(): void {
  const asked = { name: nameField.value, text: editor.value, requirements: requirements() };
  if (begun === undefined) begin(asked);
  else {
    waiting = asked;
    if (performance.now() - begun > PATIENCE) restart();
    else setTimeout(endSlow, PATIENCE, asked);
  }
}

function endSlow(asked: Asked): void {
  if (waiting === asked) restart();
}

function checkSoon(): void {
  clearTimeout(pause);
  pause = setTimeout(check, PAUSE);
}

const loading = new Map<GrammarFile, Promise<Uint8Array>>();

async function sendGrammar(to: Worker, grammar: GrammarFile): Promise<void> {
  const known = loading.get(grammar) ?? loadGrammar(grammar);
  loading.set(grammar, known);
  try {
    post(to, { kind: 'grammar', grammar, bytes: await known });
  } catch {
    loading.delete(grammar);
    fail(`The file \`grammar-${grammar}.js\` beside this page cannot be loaded.`);
    restart();
  }
}

/** A page that is opened as a file may load scripts, and nothing else. */
function loadGrammar(grammar: GrammarFile): Promise<Uint8Array> {
  return new Promise((resolve, reject) => {
    const script = document.createElement('script');
    script.src = `grammar-${grammar}.js`;
    script.addEventListener('error', reject);
    script.addEventListener('load', () => {
      const letters = atob(agentLintGrammars[grammar] ?? '');
      resolve(Uint8Array.from(letters, (letter) => letter.charCodeAt(0)));
    });
    document.head.append(script);
  });
}

function show(answer: Answer): void {
  ({ places } = answer);
  say('wrong', '');
  answerBox.hidden = false;
  summary.textContent = answer.summary[0] ?? '';
  byId('notes').replaceChildren(
    ...[
      ...(answer.notRead === undefined ? [] : [`Not read as an agent: ${answer.notRead}.`]),
      ...answer.notes,
    ].map((words) => Object.assign(document.createElement('p'), { className: 'note', textContent: words })),
  );
  for (const [id, html] of Object.entries(answer.sections)) {
    const box = byId(`of-${id}`);
    // Written by the review, which escapes every text; the policy of the page lets nothing in it run.
    if (html.length <= LONGEST_SHOWN) box.innerHTML = html;
    else
      box.replaceChildren(Object.assign(document.createElement('p'), { textContent: 'Too long to show.' }));
  }
  showLines('inventory', answer.inventory);
  showLines('rest', answer.summary.join('\n'));
  for (const place of answerBox.querySelectorAll<HTMLElement>('.finding .place'))
    place.title = 'Select the lines';
  markStops();
}

/** Shows lines below the heading of a section. */
function showLines(id: string, text: string): void {
  const shown = document.createElement('pre');
  shown.dataset.label = id === 'inventory' ? 'Inventory' : 'Summary';
  shown.textContent = text.slice(0, LONGEST_SHOWN);
  byId(id).querySelector('pre')?.remove();
  byId(id).append(shown);
}

function fail(words: string): void {
  summary.textContent = words;
  answerBox.hidden = true;
}

/** A wrong requirement is said where it is stated. */
function refuse(words: string): void {
  fail('Not checked: a requirement has a mistake.');
  byId<HTMLDetailsElement>('requirements').open = true;
  say('wrong', words);
}

/** What scrolls is a stop for the keyboard with a name. */
function markStops(): void {
  for (const one of answerBox.querySelectorAll<HTMLElement>('[data-label]')) {
    const scrolls = one.scrollWidth > one.clientWidth || one.scrollHeight > one.clientHeight;
    const states = { tabindex: '0', role: 'group', 'aria-label': one.dataset.label ?? '' };
    for (const [name, value] of Object.entries(states))
      if (scrolls) one.setAttribute(name, value);
      else one.removeAttribute(name);
  }
}

function numberLines(): void {
  const count = Math.min(NUMBERED, editor.value.split('\n').length);
  if (count === numbered) return;
  numbered = count;
  lines.textContent = Array.from({ length: count }, (_, at) => at + 1).join('\n');
  lines.scrollTop = editor.scrollTop;
}

/** The offset of a place of the text; a line ends with LF, and a text area has no other end. */
function offsetOf({ line, column }: { line: number; column: number }): number {
  let start = 0;
  for (let at = 1; at < line; at += 1) start = editor.value.indexOf('\n', start) + 1;
  return start + column - 1;
}

/** Selects what a finding is about, and shows it in the middle. */
function select(id: string): void {
  const range = places[id];
  if (!range) return;
  editor.focus();
  editor.setSelectionRange(offsetOf(range.start), offsetOf(range.end));
  const height = Number.parseFloat(getComputedStyle(editor).lineHeight);
  editor.scrollTop = Math.max(0, range.start.line * height - editor.clientHeight / 2);
  editor.scrollIntoView({ block: 'nearest' });
  say('position', `Line ${range.start.line}, column ${range.start.column}.`);
}

/** Goes on reading at a part of the page. */
function reveal(target: HTMLElement | null): void {
  if (target === null) return;
  target.scrollIntoView();
  target.tabIndex = -1;
  target.focus({ preventScroll: true });
}

/** Puts a text into the editor, with its name. */
function openText(name: string, text: string): void {
  setName(name);
  editor.value = text;
  editor.scrollTop = 0;
  numberLines();
  check();
}

function setName(name: string): void {
  if (![...nameField.options].some(({ value }) => value === name)) nameField.add(new Option(name, name));
  nameField.value = name;
}

function openExample(at: number): void {
  const example = EXAMPLES[at];
  if (!example) return;
  exampleField.value = String(at);
  openText(example.name, example.text);
}

/** The address of this page with the text, its name and the requirements in the fragment. */
async function linkOf(): Promise<string> {
  const fields = new URLSearchParams({ t: await packed(editor.value) });
  for (const [key, value] of new FormData(form)) if (value !== '') fields.append(key, String(value));
  return `${location.href.split('#', 1)[0]}#${fields}`;
}

/** Opens what the address has in its fragment; false where it has nothing. */
async function openLink(): Promise<boolean> {
  const fields = new URLSearchParams(location.hash.slice(1));
  const letters = fields.get('t');
  if (letters === null) return false;
  const text = await unpacked(letters);
  if (text === undefined) {
    say('linked', 'The link of this page is damaged, or its text is too long.');
    return false;
  }
  for (const control of form.elements) {
    if (control instanceof HTMLInputElement && control.type === 'checkbox')
      control.checked = fields.getAll(control.name).includes(control.value);
    else if (
      (control instanceof HTMLInputElement || control instanceof HTMLSelectElement) &&
      control !== nameField &&
      control !== exampleField
    )
      control.value = fields.get(control.name) ?? '';
  }
  const name = fields.get('n') ?? '';
  exampleField.value = '';
  openText(isFileName(name) ? name : (nameFor(text) ?? NAMES[0] ?? ''), text);
  return true;
}

async function copyLink(): Promise<void> {
  const link = await linkOf();
  if (link.length > LONGEST_LINK) {
    say('linked', 'The text is too long for a link.');
    return;
  }
  history.replaceState(null, '', link);
  try {
    await navigator.clipboard.writeText(link);
    say('linked', 'Copied. The link contains the text.');
  } catch {
    say('linked', 'The link, which contains the text, is in the address bar.');
  }
}

editor.addEventListener('input', (event) => {
  exampleField.value = '';
  numberLines();
  // A text that replaces another one has a kind of its own.
  const isPasted = event instanceof InputEvent && event.inputType === 'insertFromPaste';
  const name = isPasted ? nameFor(editor.value) : undefined;
  if (name !== undefined) setName(name);
  checkSoon();
});
editor.addEventListener('scroll', () => {
  lines.scrollTop = editor.scrollTop;
});
form.addEventListener('input', (event) => {
  if (event.target === exampleField) openExample(Number.parseInt(exampleField.value, 10));
  else if (event.target !== editor) checkSoon();
});
form.addEventListener('submit', (event) => event.preventDefault());
form.addEventListener('reset', (event) => {
  event.preventDefault();
  for (const control of form.querySelectorAll<HTMLInputElement | HTMLSelectElement>(
    '#requirements :is(input, select)',
  ))
    if (control instanceof HTMLInputElement && control.type === 'checkbox') control.checked = false;
    else control.value = '';
  checkSoon();
});
byId('link').addEventListener('click', copyLink);
// A place leads to the text, another link to its part of the page: the address stays as it is.
document.addEventListener('click', (event) => {
  const link = event.target instanceof Element ? event.target.closest('a[href^="#"]') : null;
  const id = link?.getAttribute('href')?.slice(1);
  if (link === null || id === undefined) return;
  event.preventDefault();
  if (link.classList.contains('place')) select(id);
  else reveal(document.getElementById(id));
});
byId<HTMLDetailsElement>('requirements').open = matchMedia('(min-width: 1100px)').matches;
addEventListener('resize', markStops);
addEventListener('hashchange', openLink);
void openLink().then((isOpen) => {
  if (!isOpen) openExample(0);
});
