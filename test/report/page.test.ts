import { expect, it } from 'vitest';
import { renderPage } from '../../src/report/page.js';

const PAGE = `# scope/example

**A tool is wide.** Default: error in \`recommended\`.

## Fails

A long paragraph that does not fit into the columns of this terminal:

\`\`\`yaml a.agent.yaml
agent:

  tools: ["**"]
\`\`\`

\`\`\`findings
2:3 error A tool is wide.
\`\`\`

- an item that is as long as the paragraph above it and wraps too
- [a link](../x.md), [a site](https://a.example) and \`**code**\`
`;

it('prints a page without marks, wrapped, with code below the name of its file', () => {
  expect(renderPage(PAGE, { color: false, width: 50 })).toBe(`scope/example

A tool is wide. Default: error in \`recommended\`.

Fails

A long paragraph that does not fit into the
columns of this terminal:

  a.agent.yaml
    agent:

      tools: ["**"]

  reports
    2:3 error A tool is wide.

- an item that is as long as the paragraph above
  it and wraps too
- a link, a site (https://a.example) and
  \`**code**\`
`);
});

it('prints headings bold where colours are wanted', () => {
  expect(renderPage('# a\n\ntext', { color: true, width: 50 })).toBe('\u001b[1ma\u001b[22m\n\ntext\n');
});
