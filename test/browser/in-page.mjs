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
