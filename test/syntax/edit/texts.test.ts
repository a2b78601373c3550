import { beforeAll, describe, expect, it } from 'vitest';
import { editedText } from '../../../src/syntax/edit/apply.js';
import { formatOf, loadParsers, parseDocument } from '../../../src/syntax/index.js';
import { composeSettings } from '../../../src/systems/compose.js';
import { directivesOf } from '../../../src/systems/directives.js';
import { environmentSettings } from '../../../src/systems/environment.js';
import { edited, nodeAt } from './edited.js';

beforeAll(() => loadParsers(['json', 'yaml', 'markdown', 'http']));

describe('an edit of front matter', () => {
  const AGENT = '---\nname: desk\ntools:\n  - Read # all\n  - Bash\n---\n# Desk\n\n---\n';

  it('keeps the text behind it', () => {
    expect(edited('a.md', AGENT, [], (at) => at.set('model', 'm'))).toBe(
      AGENT.replace('  - Bash\n', '  - Bash\nmodel: m\n'),
    );
    expect(edited('a.md', AGENT, ['tools', 1], (at) => at.remove())).toBe(AGENT.replace('  - Bash\n', ''));
  });

  it('takes one tool out of a list in one string', () => {
    const text = '---\nname: desk\ntools: Read, Bash, WebFetch\n---\nDesk\n';
    const without = (word: string) => {
      const node = nodeAt('a.md', text, ['tools']);
      const start = String(node.scalar).indexOf(word);
      return editedText(
        text,
        node
          .within(start, start + word.length)
          .edit?.()
          ?.remove() ?? [],
      );
    };
    expect(without('Read')).toBe(text.replace('Read, ', ''));
    expect(without('Bash')).toBe(text.replace('Bash, ', ''));
    expect(without('WebFetch')).toBe(text.replace(', WebFetch', ''));
  });

  it('is done line by line where it is no strict YAML', () => {
    const loose =
      '---\nname: desk\ndescription: Use it: often\npermissionMode: bypassPermissions\n---\nDesk\n';
    expect(edited('a.md', loose, ['permissionMode'], (at) => at.replace('default'))).toBe(
      loose.replace('bypassPermissions', 'default'),
    );
    expect(edited('a.md', loose, ['permissionMode'], (at) => at.remove())).toBe(
      loose.replace('permissionMode: bypassPermissions\n', ''),
    );
    expect(edited('a.md', loose, [], (at) => at.set('tools', ['Read']))).toBe(
      loose.replace('bypassPermissions\n', 'bypassPermissions\ntools: [Read]\n'),
    );
  });
});

describe('an edit of a request file', () => {
  const CREATE =
    'POST {{base}}/agents/sessions\r\nAuthorization: Bearer {{token}}\r\nAcme-Beta: agents=v2\r\n\r\n{ "agent": { "model": {{model}} } }\r\n';

  it('changes headers and the body', () => {
    expect(
      edited('a.http', CREATE, ['requests', 0, 'headers', 1, 'value'], (at) => at.replace('agents=v1')),
    ).toBe(CREATE.replace('v2', 'v1'));
    expect(
      edited('a.http', CREATE, ['requests', 0, 'headers'], (at) =>
        at.append({ name: 'Content-Type', value: 'application/json' }),
      ),
    ).toBe(CREATE.replace('v2\r\n', 'v2\r\nContent-Type: application/json\r\n'));
    expect(edited('a.http', CREATE, ['requests', 0, 'headers', 1], (at) => at.remove())).toBe(
      CREATE.replace('Acme-Beta: agents=v2\r\n', ''),
    );
    expect(
      edited('a.http', CREATE, ['requests', 0, 'body'], (at) => at.set('environment', { type: 'hosted' })),
    ).toBe(
      CREATE.replace('} }\r\n', '}, "environment": { "type": "hosted" } }\r\n').replace('}, "env', '}, "env'),
    );
  });
});

describe('an edit of settings of the environment', () => {
  /** The text without the setting of a name. */
  const without = (file: string, text: string, name: string) => {
    const settings = /compose/.test(file) ? composeSettings(file, text) : environmentSettings(file, text);
    const edits = settings
      .find((one) => one.name === name)
      ?.at.edit?.()
      ?.remove();
    return edits && editedText(text, edits);
  };

  it('takes a line out of .env', () => {
    expect(without('.env', 'A=1\r\nexport B="x" # why\r\nC=3\r\n', 'B')).toBe('A=1\r\nC=3\r\n');
    expect(without('.env', '\ufeffA=1\nB=2', 'B')).toBe('\ufeffA=1\n');
  });

  it('takes a pair out of a Dockerfile, and its instruction where nothing is left in it', () => {
    const image = 'FROM x\nENV A=1\nENV B=2 C="3 4" \\\n    # more\n    D=5\nRUN y\n';
    expect(without('Dockerfile', image, 'A')).toBe(image.replace('ENV A=1\n', ''));
    expect(without('Dockerfile', image, 'B')).toBe(image.replace('B=2 C', 'C'));
    expect(without('Dockerfile', image, 'C')).toBe('FROM x\nENV A=1\nENV B=2 D=5\nRUN y\n');
    expect(without('Dockerfile', image, 'D')).toBe('FROM x\nENV A=1\nENV B=2 C="3 4"\nRUN y\n');
    expect(without('Dockerfile', 'FROM x\nENV A 1', 'A')).toBe('FROM x\n');
  });

  it('takes a variable out of a compose file', () => {
    const compose = 'services:\n  api:\n    build: .\n    environment:\n      - A=1\n      - B=2\n';
    expect(without('compose.yaml', compose, 'A')).toBe(compose.replace('      - A=1\n', ''));
    const map = 'services:\n  api:\n    build: .\n    environment: { A: 1, B: 2 }\n';
    expect(without('compose.yaml', map, 'B')).toBe(map.replace(', B: 2', ''));
  });
});

describe('an edit of a comment', () => {
  it('takes it out with its line, or with the blanks before it', () => {
    const without = (file: string, text: string) => {
      const document = parseDocument(file, formatOf(file) ?? 'yaml', text);
      return editedText(text, directivesOf(document)[0]?.at.edit?.()?.remove() ?? []);
    };
    expect(without('a.yaml', 'a: 1\n  # agent-lint-ignore mcp/plain-http -- x\nb: 2\n')).toBe('a: 1\nb: 2\n');
    expect(without('a.yaml', 'a: 1 # agent-lint-ignore mcp/plain-http -- x\nb: 2\n')).toBe('a: 1\nb: 2\n');
    expect(without('a.jsonc', '{\n  /* agent-lint-ignore mcp/plain-http -- x */ "a": 1\n}\n')).toBe(
      '{\n   "a": 1\n}\n',
    );
    expect(without('a.md', '---\na: 1\n---\n<!-- agent-lint-ignore mcp/plain-http -- x -->\nb\n')).toBe(
      '---\na: 1\n---\nb\n',
    );
  });
});
