import { sha256 } from '@noble/hashes/sha2.js';
import { utf8ToBytes } from '@noble/hashes/utils.js';
import { idsOf } from '../anchors.js';
import type { Section } from '../document.js';
import { identityWords, scopeWords } from '../markdown.js';
import { sectionsOf } from '../sections.js';
import { escaped } from '../topology/svg.js';
import type { Review } from '../types.js';
import { blockHtml, type Page } from './blocks.js';
import { SCRIPT } from './script.js';
import { STYLE } from './style.js';

/**
 * The review as the lines of one HTML page that loads nothing: style and script are inline, and no other may run. Each
 * line is made when it is asked for.
 */
export function* pageLines(review: Review): Generator<string> {
  const sections = sectionsOf(review);
  const page: Page = { ids: idsOf(sections), written: new Set() };
  const policy = `default-src 'none'; style-src ${hashOf(STYLE)}; script-src ${hashOf(SCRIPT)}; base-uri 'none'; form-action 'none'`;
  const what = identityWords(review);
  const listed = sections.filter(({ unlisted }) => !unlisted);
  yield* [
    '<!doctype html>',
    '<html lang="en">',
    '<head>',
    '<meta charset="utf-8">',
    `<meta http-equiv="Content-Security-Policy" content="${policy}">`,
    '<meta name="viewport" content="width=device-width, initial-scale=1">',
    '<meta name="color-scheme" content="light dark">',
    '<meta name="referrer" content="no-referrer">',
    `<title>${escaped(review.title)}</title>`,
    `<style>${STYLE}</style>`,
    '</head>',
    '<body>',
    '<a class="skip" href="#main">Skip to the review</a>',
    '<header>',
    `<h1>${escaped(review.title)}</h1>`,
    ...(what === undefined ? [] : [`<p>${escaped(what)}</p>`]),
    `<p>${escaped(scopeWords(review))}</p>`,
    '</header>',
    '<nav aria-label="Sections">',
    '<ol>',
    ...listed.map(({ id, title }) => `<li><a href="#${id}">${escaped(title)}</a></li>`),
    '</ol>',
    '</nav>',
    '<main id="main">',
  ];
  for (const section of sections) yield* sectionLines(section, page);
  yield* ['</main>', `<script>${SCRIPT}</script>`, '</body>', '</html>'];
}

function* sectionLines({ id, title, blocks }: Section, page: Page): Generator<string> {
  yield `<section id="${id}">`;
  yield `<h2>${escaped(title)}</h2>`;
  for (const block of blocks) yield* blockHtml(block, page);
  yield '</section>';
}

/** Some sections of a review as HTML, by their ids, for a page that has its own frame. */
export function sectionsHtml(review: Review, wanted: readonly string[]): Record<string, string> {
  const sections = sectionsOf(review).filter(({ id }) => wanted.includes(id));
  const page: Page = { ids: idsOf(sections), written: new Set() };
  return Object.fromEntries(sections.map((one) => [one.id, [...sectionLines(one, page)].join('\n')]));
}

/** The source of an inline style or script in a policy: its SHA-256 in base64. */
function hashOf(text: string): string {
  return `'sha256-${btoa(String.fromCharCode(...sha256(utf8ToBytes(text))))}'`;
}
