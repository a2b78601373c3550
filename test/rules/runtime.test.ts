import { describe, expect, it } from 'vitest';
import { lintFiles, statedFindings } from './lint-files.js';

/** An agent config with one plain agent, after `head`. */
const agent = (head: string) => `${head}\nagent:\n  model: some-model\n`;
const session = (rest = '') =>
  `{ "agent": { "model": "some-model" }, "environment": { "type": "hosted" }${rest} }`;

/** What one rule finds in one agent config. */
async function found(rule: string, head: string, project?: string): Promise<string[]> {
  const config = project === undefined ? {} : { 'agent-lint.config.yaml': project };
  return statedFindings(await lintFiles({ 'a.agent.yaml': agent(head), ...config }), rule, 'a.agent.yaml');
}

describe('runtime/ineligible', () => {
  it('names every requirement that excludes the target, in one finding', async () => {
    const head =
      'runtime: managed\nrequirements: { residency: [jp], zero_data_retention: true, beta: forbidden }';
    expect(await found('runtime/ineligible', head)).toEqual([
      '1:10 error This file targets `managed`, but the requirements exclude it: ' +
        'data must stay in JP, and the managed service processes it in the US only (spec: constraint 1); ' +
        'zero data retention is required, and the managed service does not offer it (spec: rule 2, constraint 2); ' +
        'production may not use a beta service, and the managed service is in beta (spec: constraint 4).',
    ]);
  });

  it('points at each requirement that the file itself states', async () => {
    const head = 'runtime: managed\nrequirements:\n  residency: [eu]\n  beta: forbidden';
    const { findings } = await lintFiles({ 'a.agent.yaml': agent(head) });
    const finding = findings.find((one) => one.rule === 'runtime/ineligible');
    expect(
      finding?.related.map(({ message, range }) => `${range.start.line}:${range.start.column} ${message}`),
    ).toEqual(['3:3 `residency` is stated here.', '4:9 `beta` is stated here.']);
    expect(finding?.remediation).toBe(
      'Decide which runtime to target. Set `runtime: framework` or `runtime: responses`. Is the requirement wrong? Correct it where it is stated.',
    );
  });

  it('stands at the needs where the file has no runtime key but an environment', async () => {
    const head = 'requirements: { residency: [eu], needs: [durable-session] }\nenvironment: { type: hosted }';
    const result = await lintFiles({ 'a.agent.yaml': agent(head) });
    expect(statedFindings(result, 'runtime/ineligible')).toEqual([
      '1:34 error `environment` or `multi_agent` without `runtime` targets `managed`, but the requirements exclude it: ' +
        'data must stay in the EU, and the managed service processes it in the US only (spec: rule 2, constraint 1).',
    ]);
  });

  it('stays in the file that targets the runtime when the project states the needs', async () => {
    const result = await lintFiles({
      'a.session.json': session(),
      'b.session.json': session(),
      'agent-lint.config.yaml': 'requirements: { residency: [eu], needs: [durable-session] }\n',
    });
    const places = result.findings
      .filter((one) => one.rule === 'runtime/ineligible')
      .map((one) => `${one.file} ${one.path}`);
    expect(places).toEqual(['a.session.json agent', 'b.session.json agent']);
  });

  it.each([
    'residency: [us]',
    'residency: [EU, US]',
    'residency: [any]',
    'zero_data_retention: false',
    'beta: allowed',
  ])('finds nothing where the requirement allows the managed service: %s', async (requirement) => {
    expect(await found('runtime/ineligible', `runtime: managed\nrequirements: { ${requirement} }`)).toEqual(
      [],
    );
  });

  it('finds nothing where no runtime is targeted', async () => {
    expect(await found('runtime/ineligible', 'requirements: { residency: [eu] }')).toEqual([]);
  });

  it('counts JavaScript as a language of the framework', async () => {
    expect(
      await found('runtime/ineligible', 'runtime: framework\nrequirements: { languages: [JavaScript] }'),
    ).toEqual([]);
  });

  it('recommends the one runtime that is left', async () => {
    const head = 'runtime: managed\nrequirements: { residency: [eu], languages: [go] }';
    const { findings } = await lintFiles({ 'a.agent.yaml': agent(head) });
    const finding = findings.find((one) => one.rule === 'runtime/ineligible');
    expect(finding?.remediation).toBe(
      'Decide which runtime to target. Set `runtime: responses`. Is the requirement wrong? Correct it where it is stated.',
    );
  });
});

describe('runtime/self-hosted-no-exemption', () => {
  const rule = 'runtime/self-hosted-no-exemption';

  it.each(['self_hosted', 'self-hosted', 'selfHosted', 'SELF_HOSTED'])(
    'knows the spelling %s',
    async (type) => {
      const head = `requirements: { residency: [eu] }\nenvironment: { type: ${type} }`;
      expect(await found(rule, head)).toEqual([
        `2:22 error \`${type}\` changes only where code runs (spec: constraint 3): ` +
          'data must stay in the EU, and the managed service processes it in the US only (spec: rule 2, constraint 1).',
      ]);
    },
  );

  it('is silent where beta alone excludes the managed service', async () => {
    expect(
      await found(rule, 'requirements: { beta: forbidden }\nenvironment: { type: self_hosted }'),
    ).toEqual([]);
  });

  it('is silent on a hosted sandbox, and where another runtime is targeted', async () => {
    expect(await found(rule, 'requirements: { residency: [eu] }\nenvironment: { type: hosted }')).toEqual([]);
    const framework =
      'runtime: framework\nrequirements: { residency: [eu] }\nenvironment: { type: self_hosted }';
    expect(await found(rule, framework)).toEqual([]);
  });
});

describe('runtime/better-fit', () => {
  it('is silent where the target is excluded, which is runtime/ineligible', async () => {
    const head = 'runtime: managed\nrequirements: { residency: [eu], needs: [code-first-control] }';
    expect(await found('runtime/better-fit', head)).toEqual([]);
  });

  it('names the preference where no need speaks for the recommended runtime', async () => {
    const head =
      'runtime: responses\nrequirements: { zero_data_retention: true, prefer: [managed, framework] }';
    expect(await found('runtime/better-fit', head)).toEqual([
      '1:10 warning This file targets `responses`, but the requirements recommend the open-source agent framework: ' +
        '`prefer` names it first among the runtimes that are not excluded.',
    ]);
  });

  it('is silent while the needs conflict', async () => {
    const head = 'runtime: managed\nrequirements: { needs: [durable-session, code-first-control] }';
    expect(await found('runtime/better-fit', head)).toEqual([]);
  });
});

describe('runtime/conflicting-needs', () => {
  const project = 'requirements: { needs: [durable-session, code-first-control], beta: allowed }\n';

  it('is reported once for requirements that several files share', async () => {
    const result = await lintFiles({
      'a.session.json': session(),
      'b.session.json': session(),
      'agent-lint.config.yaml': project,
    });
    const findings = result.findings.filter((one) => one.rule === 'runtime/conflicting-needs');
    expect(findings.map((one) => `${one.file} ${one.path}`)).toEqual([
      'agent-lint.config.yaml requirements.needs',
    ]);
  });

  it('stands at the runtime key of a file that has one', async () => {
    const findings = await found('runtime/conflicting-needs', 'runtime: managed', project);
    expect(findings.map((one) => one.split(' ')[0])).toEqual(['1:10']);
  });

  it('is not settled by a preference for a runtime that no need speaks for', async () => {
    const head = 'requirements: { needs: [durable-session, code-first-control], prefer: [responses] }';
    expect(await found('runtime/conflicting-needs', head)).toHaveLength(1);
  });
});

describe('runtime/undecided', () => {
  it('is reported once a run', async () => {
    const result = await lintFiles({
      'a.agent.yaml': agent('requirements: { residency: [us] }'),
      'b.agent.yaml': agent('requirements: { languages: [python] }'),
    });
    const findings = result.findings.filter((one) => one.rule === 'runtime/undecided');
    expect(findings.map((one) => one.file)).toEqual(['a.agent.yaml']);
  });

  it('is silent where a requirement leaves a choice', async () => {
    expect(await found('runtime/undecided', 'requirements: { residency: [eu] }')).toEqual([]);
  });
});

describe('runtime/beta', () => {
  it('is reported once for requirements that several files share', async () => {
    const result = await lintFiles({ 'a.session.json': session(), 'b.session.json': session() });
    const findings = result.findings.filter((one) => one.rule === 'runtime/beta');
    expect(findings.map((one) => `${one.file} ${one.path}`)).toEqual(['a.session.json agent']);
  });

  it('is reported at the first file that targets the managed service, whatever stands before it', async () => {
    const result = await lintFiles({
      'a.agent.yaml': agent('runtime: framework'),
      'b.session.json': session(),
    });
    expect(result.findings.filter((one) => one.rule === 'runtime/beta').map((one) => one.file)).toEqual([
      'b.session.json',
    ]);
  });

  it.each(['beta: allowed', 'beta: forbidden', 'residency: [eu]', 'zero_data_retention: true'])(
    'is silent where the question is answered or does not arise: %s',
    async (requirement) => {
      expect(await found('runtime/beta', `runtime: managed\nrequirements: { ${requirement} }`)).toEqual([]);
    },
  );
});

describe('runtime/requirement-loosened', () => {
  it('names the place of the stricter value', async () => {
    const result = await lintFiles({
      'a.agent.yaml': agent('requirements: { beta: allowed }'),
      'agent-lint.config.yaml': 'requirements:\n  beta: forbidden\n',
    });
    const finding = result.findings.find((one) => one.rule === 'runtime/requirement-loosened');
    expect(finding?.path).toBe('requirements.beta');
    expect(finding?.related.map((one) => `${one.file}:${one.range.start.line} ${one.message}`)).toEqual([
      'agent-lint.config.yaml:2 The stricter `beta` is stated here.',
    ]);
  });

  it('lets a file tighten and add', async () => {
    const head =
      'requirements: { residency: [de, fr], zero_data_retention: true, needs: [custom-orchestration] }';
    const project = 'requirements: { residency: [eea], needs: [code-first-control] }\n';
    expect(await found('runtime/requirement-loosened', head, project)).toEqual([]);
  });
});

describe('runtime/own-controls', () => {
  const rule = 'runtime/own-controls';
  const claimed = (controls: string, required = 'residency: [eu]') =>
    `runtime: framework\nrequirements: { ${required} }\ncontrols: { ${controls} }`;

  it.each([
    ['us-east-1', 'the US'],
    ['US', 'the US'],
    ['USA', 'the US'],
    ['United States', 'the US'],
    ['eea', 'the EEA'],
    ['any', 'ANY'],
  ])('reports the region %s outside the EU as an error', async (region, shown) => {
    expect(await found(rule, claimed(`residency: { region: ${region} }`))).toEqual([
      `1:10 error \`framework\` must process data in the EU (spec: rule 2), but the stated control keeps it in ${shown}.`,
    ]);
  });

  it.each(['eu', 'DE', 'eu-central-1', 'Frankfurt'])('counts the claim %s as met', async (region) => {
    const result = await lintFiles({ 'a.agent.yaml': agent(claimed(`residency: { region: ${region} }`)) });
    expect(statedFindings(result, rule)).toEqual([]);
    expect(result.met.find((one) => one.rule === rule)).toEqual({ rule, shown: 0, attested: 1 });
  });

  it('counts nothing as met where the claim contradicts the requirement', async () => {
    const result = await lintFiles({ 'a.agent.yaml': agent(claimed('residency: { region: us }')) });
    expect(result.met.find((one) => one.rule === rule)).toBeUndefined();
  });

  it('adds what else is missing to a region outside', async () => {
    const head = claimed('residency: { region: us }', 'residency: [eu], zero_data_retention: true');
    expect(await found(rule, head)).toEqual([
      '1:10 error `framework` must process data in the EU (spec: rule 2), but the stated control keeps it in the US. ' +
        'Also not stated: what is stored and where traces go.',
    ]);
  });

  it('names each MCP host once, and says what to write', async () => {
    const config = `runtime: responses
requirements: { residency: [ch] }
agents:
  triage: { mcp_servers: [{ url: "https://crm.example.com/mcp" }] }
  billing: { mcp_servers: [{ url: "https://crm.example.com/mcp" }, { url: "https://pay.example.com/mcp" }] }
`;
    const { findings } = await lintFiles({ 'a.agent.yaml': config });
    const finding = findings.find((one) => one.rule === rule);
    expect(finding?.message).toBe(
      '`responses` requires your own controls for residency in CH (spec: rule 2). Not stated: where the model is called, ' +
        'where traces go, where `crm.example.com` processes data and where `pay.example.com` processes data.',
    );
    expect(finding?.remediation).toBe(
      'Put your own controls in place, and state them. Claim it in a.agent.yaml: `controls: { residency: { region: ch } }`.',
    );
  });

  it('asks nothing where beta alone excludes the managed service, or nothing does', async () => {
    expect(await found(rule, 'runtime: framework\nrequirements: { beta: forbidden }')).toEqual([]);
    expect(await found(rule, 'runtime: framework')).toEqual([]);
  });

  it('asks nothing of the managed service, which is excluded', async () => {
    expect(await found(rule, 'runtime: managed\nrequirements: { residency: [eu] }')).toEqual([]);
  });
});
