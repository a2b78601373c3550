import { readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { Version } from '@cyclonedx/cyclonedx-library/Spec';
import { JsonStrictValidator } from '@cyclonedx/cyclonedx-library/Validation';
import { describe, expect, it } from 'vitest';
import { renderCycloneDx } from '../../src/report/cyclonedx.js';
import { repositoryAt, temporaryFolder } from '../cli/repository.js';
import { folderWith, runCli } from '../cli/run-cli.js';
import { readText } from '../dialects/read-text.js';

const root = resolve(import.meta.dirname, '../..');
const validator = new JsonStrictValidator(Version.v1dot6);

interface Bom {
  serialNumber: string;
  metadata: {
    component?: { type: string; name: string; version?: string };
    timestamp?: string;
    properties?: { name: string; value: string }[];
  };
  components: { type: string; name: string; 'bom-ref': string; properties?: Property[] }[];
  services: {
    name: string;
    'bom-ref': string;
    endpoints?: string[];
    data?: object[];
    'x-trust-boundary'?: boolean;
    properties: Property[];
  }[];
  dependencies: { ref: string; dependsOn: string[] }[];
}
interface Property {
  name: string;
  value: string;
}

/** The text as a bill of materials that the published schema accepts. */
async function valid(text: string): Promise<Bom> {
  expect(await validator.validate(text)).toBeNull();
  return JSON.parse(text) as Bom;
}

async function bomOf(path: string, text: string, asOf?: string): Promise<string> {
  const { systems } = await readText(path, text);
  return renderCycloneDx({
    systems,
    unread: [],
    version: '1.2.3',
    identity: { project: 'desk' },
    ...(asOf ? { asOf } : {}),
  });
}

const CONFIG = `runtime: managed
agents:
  triage:
    model: some-model
    handoffs: [refunds]
    mcp_servers: [{ url: "https://user:hunter2@billing.example.com/mcp?api_key=sk-abcdefghijklmnop1234" }]
  refunds:
    model: other-model
    tools: [{ type: function, name: issue_refund }, { type: web_search }]
    controls:
      tools:
        issue_refund: { effect: outward, approval: { by: human } }
environment: { type: hosted }
multi_agent: { enabled: true, max_concurrent_subagents: 4 }
`;

describe('the inventory as CycloneDX', () => {
  it('has agents as applications, models, MCP servers as services, and tools as properties', async () => {
    const bom = await valid(await bomOf('desk.agent.yaml', CONFIG));
    expect(bom.components.map(({ type, name }) => `${type} ${name}`)).toEqual([
      'application triage',
      'application refunds',
      'machine-learning-model other-model',
      'machine-learning-model some-model',
    ]);
    const [triage, refunds] = bom.components;
    expect(refunds?.properties).toEqual(
      expect.arrayContaining([
        { name: 'agent-lint:effect', value: 'issue_refund: outward' },
        { name: 'agent-lint:approval', value: 'issue_refund: absent' },
        { name: 'agent-lint:effect', value: 'web_search: read' },
        { name: 'agent-lint:approval', value: 'web_search: not required' },
        { name: 'agent-lint:environment', value: 'hosted' },
        { name: 'agent-lint:max-concurrent-subagents', value: 'shown (4)' },
      ]),
    );
    const [service] = bom.services;
    expect(service).toMatchObject({
      name: 'billing.example.com',
      'x-trust-boundary': true,
      data: [
        { name: 'arguments of tool calls', flow: 'inbound', classification: 'not stated' },
        { name: 'results of tool calls', flow: 'outbound', classification: 'not stated' },
      ],
    });
    expect(service?.endpoints?.[0]).toMatch(/^https:\/\/.*billing\.example\.com\/mcp/);
    expect(bom.metadata.component).toEqual({ type: 'application', 'bom-ref': 'project', name: 'desk' });
    expect(bom.dependencies[0]).toEqual({
      ref: 'project',
      dependsOn: [refunds?.['bom-ref'], triage?.['bom-ref']],
    });
    expect(bom.dependencies[1]).toEqual({
      ref: triage?.['bom-ref'],
      dependsOn: [refunds?.['bom-ref'], 'model:some-model', service?.['bom-ref']],
    });
  });

  it('has no secret', async () => {
    const text = await bomOf('desk.agent.yaml', CONFIG);
    expect(text).not.toContain('hunter2');
    expect(text).not.toContain('sk-abcdefghijklmnop1234');
  });

  it('has the same serial number for the same content, and a date only where one is given', async () => {
    const text = await bomOf('desk.agent.yaml', CONFIG);
    expect(await bomOf('desk.agent.yaml', CONFIG)).toBe(text);
    const changed = await valid(await bomOf('desk.agent.yaml', CONFIG.replace('some-model', 'new-model')));
    const plain = await valid(text);
    expect(changed.serialNumber).not.toBe(plain.serialNumber);
    expect(text).not.toMatch(/20\d\d-\d\d-\d\d/);
    const dated = await valid(await bomOf('desk.agent.yaml', CONFIG, '2026-11-20'));
    expect(dated.metadata.timestamp).toBe('2026-11-20T00:00:00Z');
  });

  it('is valid whatever names and addresses hold', async () => {
    const odd = [
      'https://x.example.com/${TOKEN}/[a] b"<c>%zz',
      'javascript:alert(1)',
      'http://[::1]:80/',
      '',
      'node a.js',
    ];
    const config = {
      agents: Object.fromEntries(
        ['a\u202e</script>', 'x'.repeat(10_000), 'e\ud800'].map((name) => [
          name,
          { model: `${name}|m`, mcp_servers: odd.map((url) => ({ url })), tools: [{ type: 'shell' }] },
        ]),
      ),
      runtime: 'managed',
    };
    const bom = await valid(await bomOf('odd.agent.json', JSON.stringify(config)));
    expect(bom.components.filter(({ type }) => type === 'application')).toHaveLength(3);
    const endpoints = new Set(bom.services.flatMap((service) => service.endpoints ?? []));
    expect([...endpoints].every((one) => /^https?:/.test(one))).toBe(true);
  });

  it('keeps servers of one name apart, and references unique', async () => {
    const config = JSON.stringify({
      mcpServers: {
        a: { command: 'npx', args: ['-y', 'pkg@1.0.0'] },
        b: { url: 'https://b.example.com/mcp' },
        c: { url: 'http://127.0.0.1:8080/mcp' },
        d: { url: 'https://${HOST}/mcp' },
      },
    });
    const bom = await valid(await bomOf('.mcp.json', config));
    const refs = [...bom.components, ...bom.services].map((one) => one['bom-ref']);
    expect(new Set(refs).size).toBe(refs.length);
    expect(bom.services.map(({ endpoints }) => endpoints)).toEqual([
      undefined,
      ['https://b.example.com/mcp'],
      ['http://127.0.0.1:8080/mcp'],
      [expect.stringContaining('/mcp')],
    ]);
    // Its own process, a host of others, its own machine, and a host that is not known.
    expect(bom.services.map((service) => service['x-trust-boundary'])).toEqual([
      false,
      true,
      false,
      undefined,
    ]);
    expect(bom.services[0]?.properties).toContainEqual({
      name: 'agent-lint:package',
      value: 'npm:pkg@1.0.0',
    });
  });
});

describe('inspect --format cyclonedx', () => {
  it('prints a valid bill of materials of every example, with every agent and server of the inventory', async () => {
    const inspect = async (format: string) =>
      (await runCli(join(root, 'examples'), ['inspect', '--format', format])).stdout;
    const bom = await valid(await inspect('cyclonedx'));
    const { systems } = JSON.parse(await inspect('json')) as {
      systems: {
        agents: { name: string; mcpServers: { name: string }[]; tools: { name: string; effect: string }[] }[];
      }[];
    };
    const agents = systems.flatMap((system) => system.agents);
    const named = bom.components.filter(({ type }) => type === 'application');
    expect(named.map(({ name }) => name)).toEqual(agents.map(({ name }) => name));
    expect(
      named.map(({ properties = [] }) => properties.filter(({ name }) => name === 'agent-lint:effect')),
    ).toEqual(
      agents.map(({ tools }) =>
        tools.map(({ name, effect }) => ({ name: 'agent-lint:effect', value: `${name}: ${effect}` })),
      ),
    );
    expect(new Set(bom.services.map(({ name }) => name))).toEqual(
      new Set(agents.flatMap(({ mcpServers }) => mcpServers.map(({ name }) => name))),
    );
  });

  it('names the project, with the commit as its version', async () => {
    const folder = temporaryFolder();
    const repository = repositoryAt(folder);
    repository.git('init', '-q');
    repository.write('desk.agent.yaml', CONFIG);
    const version = repository.commit();
    const { stdout } = await repository.run('inspect', '--format', 'cyclonedx');
    expect((await valid(stdout)).metadata.component).toEqual({
      type: 'application',
      'bom-ref': 'project',
      name: folder.split('/').at(-1),
      version,
    });
  });

  it('names frameworks that are not read, and takes a date', async () => {
    const folder = folderWith({
      'a.py': 'import ag2\nfrom ag2 import Agent\na = Agent("a")\n',
    });
    const run = await runCli(folder, [
      'inspect',
      '--format',
      'cyclonedx',
      '--as-of',
      '2026-11-20',
      '-o',
      'bom.json',
    ]);
    expect([run.status, run.stdout]).toEqual([0, '']);
    const bom = await valid(readFileSync(join(folder, 'bom.json'), 'utf8'));
    expect(bom.metadata.timestamp).toBe('2026-11-20T00:00:00Z');
    const inventory = JSON.parse((await runCli(folder, ['inspect', '--format', 'json'])).stdout);
    expect(inventory.unread).toHaveLength(1);
    expect(bom.metadata.properties?.map(({ name }) => name)).toEqual(['agent-lint:unread']);
  });

  it('is built without the library that validates it', () => {
    const built = readdirSync(join(root, 'dist'), { recursive: true, encoding: 'utf8' }).filter((name) =>
      /\.[cm]?js$/.test(name),
    );
    expect(built.length).toBeGreaterThan(10);
    const notices = readFileSync(join(root, 'dist/THIRD-PARTY-NOTICES.txt'), 'utf8');
    expect(notices).not.toContain('cyclonedx-library');
    expect(
      built.filter((name) => readFileSync(join(root, 'dist', name), 'utf8').includes('JsonStrictValidator')),
    ).toEqual([]);
  });
});
