// Functions that run in the page, not in Node.

/** How wide the page is. */
export const contentWidth = () => document.documentElement.scrollWidth;

/** Violations of accessibility that axe finds; its script is in the page already. */
export const runAxe = async () => {
  const { violations } = await window.axe.run();
  return violations.map(({ id, impact, nodes }) => ({ id, impact, html: nodes[0]?.html ?? '' }));
};

/** Tables whose rows do not all have the same number of cells. */
export const unevenTables = () =>
  [...document.querySelectorAll('table')].filter(
    (table) => new Set([...table.rows].map((row) => row.cells.length)).size !== 1,
  ).length;

/** A chart as SVG; the script of Mermaid is in the page already. */
export const drawChart = async (source) => {
  window.mermaid.initialize({ startOnLoad: false, suppressErrorRendering: true });
  return (await window.mermaid.render('chart', source)).svg;
};

/** Texts of a picture whose boxes lie over each other, and texts that leave their picture. */
export const overlappingTexts = () => {
  const found = [];
  for (const svg of document.querySelectorAll('figure svg, .boxes svg')) {
    const frame = svg.getBoundingClientRect();
    const texts = [...svg.querySelectorAll('text')].map((one) => {
      const { left, right, top, bottom } = one.getBoundingClientRect();
      return { words: one.textContent, left, right, top: top + 2, bottom: bottom - 2 };
    });
    for (const [at, a] of texts.entries()) {
      if (a.right > frame.right + 1 || a.left < frame.left - 1) found.push(`${a.words} leaves its picture`);
      for (const b of texts.slice(at + 1)) {
        const apart = a.right <= b.left || b.right <= a.left || a.bottom <= b.top || b.bottom <= a.top;
        if (!apart) found.push(`${a.words} / ${b.words}`);
      }
    }
  }
  return found;
};

/** Whether a text of the page ran as script. */
export const hasRun = () => 'ran' in window;

/** How many findings the visible articles stand for. */
export const shownFindings = () =>
  [...document.querySelectorAll('.finding')]
    .filter((one) => one.checkVisibility())
    .reduce((sum, one) => sum + Number(one.dataset.count ?? 1), 0);

/** What is a stop for the keyboard and does not scroll, and what scrolls and is none. */
export const wrongStops = () =>
  [...document.querySelectorAll('main *')]
    .filter((one) => {
      const scrolls = one.scrollWidth > one.clientWidth && getComputedStyle(one).overflowX === 'auto';
      return scrolls !== one.hasAttribute('tabindex');
    })
    .map((one) => one.outerHTML.slice(0, 200));

/** Links to places that the page does not have. */
export const deadLinks = () =>
  [...document.querySelectorAll('a[href^="#"]')]
    .map((one) => one.getAttribute('href'))
    .filter((href) => !document.getElementById(href.slice(1)));

/** Whether the arrows of a box of a picture are opaque, and no other. */
export const standsOut = (node) => {
  const own = `e${[...node.classList].find((name) => /^n\d/.test(name)).slice(1)}`;
  return [...node.closest('svg').querySelectorAll('.arrow')].every(
    (arrow) => (getComputedStyle(arrow).opacity === '1') === arrow.classList.contains(own),
  );
};

/** Puts a text into the playground: typing a large one takes long. */
export const putText = (text) => {
  const editor = document.getElementById('text');
  editor.value = text;
  editor.dispatchEvent(new InputEvent('input', { bubbles: true }));
};

/** What is selected in its text. */
export const selectedText = () => {
  const { value, selectionStart, selectionEnd } = document.getElementById('text');
  return value.slice(selectionStart, selectionEnd);
};
