import { createHash } from 'node:crypto';
import { NEEDS, RUNTIME_TITLE } from '../../src/decide/index.js';
import { VERSION } from '../../src/generated/version.js';
import { RUNTIMES } from '../../src/model/index.js';
import { needWords } from '../../src/report/shared/decision-words.js';
import { sentence } from '../../src/report/shared/text.js';
import { STYLE } from '../../src/review/html/style.js';
import { escaped } from '../../src/review/topology/svg.js';
import { EXAMPLES } from './examples.js';
import { NAMES } from './names.js';

const OWN_STYLE = `
body { overflow-wrap: break-word; }
main { display: grid; grid-template-columns: minmax(0, 1fr); gap: 0 32px; }
main > * { min-width: 0; }
header p { max-width: 92ch; }
.fields { display: flex; flex-wrap: wrap; gap: 10px 16px; margin: 0 0 12px; }
.fields label { display: flex; flex-direction: column; gap: 3px; font-size: 0.875rem; color: var(--soft); flex: 1 1 13em; min-width: 0; }
input, select, textarea, button { font: inherit; color: var(--ink); background: var(--surface); border: 1px solid var(--soft); border-radius: 6px; padding: 5px 8px; max-width: 100%; }
select, input:not([type=checkbox]) { width: 100%; }
button { cursor: pointer; background: var(--sunken); } button:hover { border-color: var(--accent); color: var(--accent); }
.editor { display: grid; grid-template-columns: auto minmax(0, 1fr); height: 24rem; border: 1px solid var(--soft); border-radius: 8px; overflow: hidden; background: var(--surface); }
.editor:focus-within { outline: 2px solid var(--accent); outline-offset: 1px; }
.editor pre, .editor textarea { font: 0.8125rem/1.55 var(--mono); tab-size: 4; margin: 0; padding: 10px; border: 0; border-radius: 0; }
.editor pre { color: var(--soft); text-align: right; overflow: hidden; user-select: none; min-width: 2.6rem; }
.editor textarea { white-space: pre; overflow: auto; resize: none; width: 100%; height: 100%; outline: none; background: none; }
.editor textarea::selection { background: var(--accent); color: var(--page); }
.hint { color: var(--soft); font-size: 0.875rem; margin: 6px 0 12px; }
#requirements { border: 1px solid var(--line); border-radius: 10px; margin: 0 0 14px; padding: 4px 16px; }
.checks { display: grid; grid-template-columns: repeat(auto-fill, minmax(min(100%, 15em), 1fr)); gap: 2px 16px; margin: 0 0 12px; padding: 0; border: 0; }
.checks label { display: flex; gap: 8px; align-items: baseline; font-size: 0.9375rem; }
.checks p { grid-column: 1 / -1; margin: 0; color: var(--soft); font-size: 0.875rem; }
.wrong:not(:empty) { color: var(--bad); font-weight: 560; }
.actions { display: flex; flex-wrap: wrap; align-items: baseline; gap: 6px 14px; margin: 0 0 20px; }
.actions p { margin: 0; color: var(--soft); font-size: 0.875rem; }
#results nav { padding: 10px 0 6px; }
#results nav ol { padding: 0; margin: 4px 0 0; }
#summary { margin: 0; }
#answer[aria-busy=true] { opacity: 0.6; }
#answer section { padding-top: 20px; }
#answer section[hidden] { display: none; }
.finding .place { color: var(--accent); text-decoration: underline; }
#findings h4 { display: none; }
#rest pre { white-space: pre-wrap; }
#findings h2 + .strong { display: none; }
#inventory pre { max-height: 40rem; overflow: auto; }
@media (min-width: 1100px) {
  header, main { max-width: 1680px; }
  main { grid-template-columns: minmax(0, 5fr) minmax(0, 6fr); }
  #playground { position: sticky; top: 0; align-self: start; height: 100vh; overflow-y: auto; padding: 12px 4px 12px 2px; }
  .editor { height: clamp(16rem, 56vh, 44rem); }
  .finding .body { display: block; }
}
@media (max-width: 720px) { .editor { height: 18rem; } }
`;

const option = (value: string, words: string) =>
  `<option value="${escaped(value)}">${escaped(words)}</option>`;
const NOT_STATED = option('', 'not stated');

const check = (name: string, value: string, words: string) =>
  `<label><input type="checkbox" name="${name}" value="${escaped(value)}"> ${escaped(words)}</label>`;

const field = (label: string, control: string) => `<label>${label} ${control}</label>`;

const fieldText = (label: string, name: string, example: string) =>
  field(
    label,
    `<input name="${name}" placeholder="${example}" autocomplete="off" autocapitalize="none" spellcheck="false">`,
  );

const sections: readonly (readonly [id: string, title: string])[] = [
  ['findings', 'Findings'],
  ['tools', 'Tool governance'],
  ['topology', 'Topology'],
  ['decision', 'Decision'],
  ['inventory', 'Inventory'],
  ['rest', 'Summary'],
];

const hashOf = (text: string) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`;

/** The page, around its script. */
export function pageHtml(script: string): string {
  const style = STYLE + OWN_STYLE;
  // The worker begins with a text of this page; grammars are compiled in it.
  const policy = [
    "default-src 'none'",
    `style-src ${hashOf(style)}`,
    `script-src 'self' 'wasm-unsafe-eval' ${hashOf(script)}`,
    'worker-src blob:',
    "connect-src 'none'",
    "base-uri 'none'",
    "form-action 'none'",
  ].join('; ');
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${policy}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="referrer" content="no-referrer">
<title>agent-lint playground</title>
<style>${style}</style>
</head>
<body>
<a class="skip" href="#results">Skip to the findings</a>
<header>
<h1>agent-lint playground</h1>
<p>Paste a program that builds an agent, an agent config, a session payload, a workflow or MCP settings. agent-lint ${VERSION} checks
it in this page, as <code>agent-lint check</code> does, as the only file of a project.</p>
<p>The page sends nothing and stores nothing. It loads only scripts beside it: <code>core.js</code>, and for a program the parser of its
language. A link to a text has the text behind <code>#</code>, which browsers do not send.</p>
</header>
<main id="main">
<form id="playground" autocomplete="off">
<div class="fields">
<label>Example <select id="example">${[option('', 'own text'), ...EXAMPLES.map(({ title }, at) => option(String(at), title))].join('')}</select></label>
<label>Read as <select name="n" id="name">${NAMES.map((name) => option(name, name)).join('')}</select></label>
</div>
<div class="editor">
<pre id="lines" aria-hidden="true">1</pre>
<textarea id="text" aria-label="Text to check" aria-describedby="position" wrap="off" spellcheck="false" autocapitalize="none" autocomplete="off"></textarea>
</div>
<p class="hint" id="position">A pasted text chooses how it is read; change it above.</p>
<details id="requirements">
<summary>Requirements</summary>
<div class="fields">
${fieldText('Data may be processed in', 'residency', 'eu, us')}
${fieldText('The team writes', 'language', 'python, typescript')}
</div>
<div class="fields">
${field('A beta service is', `<select name="beta">${NOT_STATED}${option('allowed', 'allowed')}${option('forbidden', 'forbidden')}</select>`)}
${field('Preferred runtime', `<select name="prefer">${NOT_STATED}${RUNTIMES.map((one) => option(one, RUNTIME_TITLE[one])).join('')}</select>`)}
</div>
<div class="checks">
${check('zdr', 'true', 'Zero data retention')}
<p>The agents need</p>
${NEEDS.map((need) => check('need', need, sentence(needWords(need)))).join('\n')}
</div>
<p class="wrong" id="wrong" role="alert"></p>
</details>
<div class="actions">
<button type="button" id="link">Copy a link to this text</button>
<button type="reset">Clear the requirements</button>
<p id="linked" role="status"></p>
</div>
</form>
<div id="results" tabindex="-1">
<nav aria-label="Results">
<p class="strong" id="summary" role="status">Loading.</p>
<ol>
${sections.map(([id, title]) => `<li><a href="#${id}">${title}</a></li>`).join('\n')}
</ol>
</nav>
<div id="answer" aria-busy="true">
<div id="notes"></div>
${sections.map(([id, title]) => `<div id="of-${id}"><section id="${id}"><h2>${title}</h2></section></div>`).join('\n')}
</div>
<noscript><p class="strong">The page needs JavaScript: the check runs in it.</p></noscript>
</div>
</main>
<script src="core.js"></script>
<script>${script}</script>
</body>
</html>
`;
}
