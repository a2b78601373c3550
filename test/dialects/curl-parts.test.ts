import { describe, expect, it } from 'vitest';
import { lintFiles } from '../rules/lint-files.js';

const AGENT = '{"agent": {"model": "m", "tools": [{"type": "function", "name": "issue_refund"}]}}';
const BODY = AGENT.replace(/}$/, ', "environment": {"type": "hosted"}}');
const SEND = 'curl "https://api.example.com/v1/agents/sessions"';
const JSON_TYPE = `-H 'Content-Type: application/json'`;
const OPT_IN = `-H 'Acme-Beta: agents=v1'`;

/** Errors with their places, and what of the header is not assessed. */
async function errors(files: Record<string, string>): Promise<string[]> {
  const { findings, notAssessed, systems } = await lintFiles(files);
  const found = findings
    .filter(({ severity }) => severity === 'error')
    .map(({ rule, file, range }) => `${file}:${range.start.line}:${range.start.column} ${rule}`);
  const isOpen = notAssessed.some(({ rule }) => rule === 'session/beta-header');
  const places = systems.map(({ at }) => `${at.file}:${at.range().start.line}`);
  return [...places, ...(isOpen ? ['open'] : []), ...found.sort()];
}

describe('a line for curl with a body in a file', () => {
  const refund = (file: string) => `${file}:1:65 approval/missing`;

  it.each([
    ['-d @p.json', `${SEND} ${JSON_TYPE} ${OPT_IN} -d @p.json`],
    ['--data @./p.json', `${SEND} ${JSON_TYPE} ${OPT_IN} --data @./p.json`],
    ['--data-binary', `${SEND} ${JSON_TYPE} ${OPT_IN} --data-binary "@p.json"`],
    ['--json', `${SEND} ${OPT_IN} --json @p.json`],
    ['cat', `${SEND} ${JSON_TYPE} ${OPT_IN} -d "$(cat p.json)"`],
    ['a redirection in a command', `${SEND} ${JSON_TYPE} ${OPT_IN} -d "$(< p.json)"`],
    ['a redirection', `${SEND} ${JSON_TYPE} ${OPT_IN} -d @- < p.json`],
    ['a pipe', `cat p.json | ${SEND} ${JSON_TYPE} ${OPT_IN} -d @-`],
    ['a pipe to stdin', `cat ./p.json | ${SEND} ${JSON_TYPE} ${OPT_IN} --data-binary @-`],
    ['a pipe behind a command', `set -e && cat ./p.json | ${SEND} ${OPT_IN} --json @-`],
    ['a variable', `BODY=$(cat p.json); ${SEND} ${JSON_TYPE} ${OPT_IN} -d "$BODY"`],
    ['a variable for its folder', `DIR=.; ${SEND} ${OPT_IN} --json "@$DIR/p.json"`],
  ])('is judged with what the file holds: %s', async (_, line) => {
    expect(await errors({ 'a.sh': `${line}\n`, 'p.json': AGENT })).toEqual(['a.sh:1', refund('p.json')]);
    const mended = AGENT.replace('issue_refund', 'get_refund');
    expect(await errors({ 'a.sh': `${line}\n`, 'p.json': mended })).toEqual(['a.sh:1']);
    const without = line.replace(OPT_IN, '');
    const [, header] = await errors({ 'a.sh': `${without}\n`, 'p.json': mended });
    expect(header).toMatch(/^a\.sh:1:\d+ session\/beta-header$/);
  });

  it('is judged with what is piped to it', async () => {
    const sent = `${SEND} ${OPT_IN} --json @-`;
    expect(await errors({ 'a.sh': `echo '${AGENT}' | ${sent}\n` })).toEqual([
      'a.sh:1',
      'a.sh:1:71 approval/missing',
    ]);
    expect(await errors({ 'a.sh': `echo -n '${AGENT}' |\n  ${sent}\n` })).toEqual([
      'a.sh:2',
      'a.sh:1:74 approval/missing',
    ]);
    expect(await errors({ 'a.sh': `cat <<EOF | ${sent}\n${AGENT}\nEOF\n` })).toEqual([
      'a.sh:1',
      'a.sh:2:65 approval/missing',
    ]);
    expect(await errors({ 'a.sh': `tr a b <<EOF | ${sent}\n${AGENT}\nEOF\n` })).toEqual(['a.sh:1']);
  });

  it.each([
    ['cat p.json | jq .agent |', 'another program'],
    ['cat p.json q.json |', 'several files'],
    ['(cat q.json; cat p.json) |', 'several commands'],
    ['{ cat q.json; cat p.json; } |', 'a group'],
    ['cat p.json ||', 'nothing'],
    ['cat p.json &&', 'nothing'],
    ['cat p.json;', 'nothing'],
    ['echo a b |', 'several words'],
  ])('is open where `%s` gives it the output of %s', async (before) => {
    const files = { 'a.sh': `${before} ${SEND} ${OPT_IN} --json @-\n`, 'p.json': AGENT, 'q.json': '{}' };
    expect(await errors(files)).toEqual(['a.sh:1']);
  });

  it('lies beside the script, or where it is run from', async () => {
    const script = { 'scripts/a.sh': `${SEND} ${OPT_IN} --json @p.json\n` };
    expect(await errors({ ...script, 'scripts/p.json': AGENT })).toEqual([
      'scripts/a.sh:1',
      refund('scripts/p.json'),
    ]);
    expect(await errors({ ...script, 'p.json': AGENT })).toEqual(['scripts/a.sh:1', refund('p.json')]);
  });

  it('is read in Markdown', async () => {
    const text = `# Try it\n\n\`\`\`bash\n${SEND} --json @p.json\n\`\`\`\n`;
    expect(await errors({ 'README.md': text, 'p.json': AGENT })).toEqual([
      'README.md:4',
      // The line is quoted; the file that it sends is none of the page.
      refund('p.json'),
    ]);
  });

  it('is reported once where the file is a payload on its own, or is sent twice', async () => {
    const script = `${SEND} ${OPT_IN} --json @p.json\n`;
    const own = { 'a.sh': script, 'p.json': BODY };
    expect(await errors(own)).toEqual(['a.sh:1', 'p.json:1', refund('p.json')]);
    const twice = { 'a.sh': script + script, 'p.json': AGENT };
    expect(await errors(twice)).toEqual(['a.sh:1', 'a.sh:2', refund('p.json')]);
  });

  it.each([
    ['is not there', { 'q.json': AGENT }],
    ['holds no payload', { 'p.json': '{"agent": "coder"}' }],
    ['is not JSON', { 'p.json': '{"agent": {' }],
  ])('is open where the file %s', async (_, files) => {
    expect(await errors({ 'a.sh': `${SEND} ${OPT_IN} --json @p.json\n`, ...files })).toEqual(['a.sh:1']);
  });

  it.each([
    ['another service', 'curl https://api.example.com/v1/other --json @p.json\n'],
    ['what follows a session', `${SEND.replace('sessions', 'sessions/1/events')} --json @p.json\n`],
    ['a project of its own', 'curl http://localhost/api/agents/sessions --json @p.json\n'],
    ['a form', `${SEND.replace('/v1/agents/sessions', '/upload')} -F file=@p.json\n`],
  ])('is none where it is sent to %s', async (_, script) => {
    expect(await errors({ 'a.sh': script, 'p.json': AGENT })).toEqual([]);
  });

  it.each(['../../p.json', '/etc/p.json', '~/p.json', '$FILE'])('is not looked for at %s', async (path) => {
    const files = { 'a.sh': `${SEND} ${OPT_IN} --json "@${path}"\n`, 'p.json': AGENT };
    expect(await errors(files)).toEqual(['a.sh:1']);
  });
});

describe('a line for wget', () => {
  const URL = 'https://api.example.com/v1/agents/sessions';
  const TYPE = `--header='Content-Type: application/json'`;
  const BETA = `--header 'Acme-Beta: agents=v1'`;
  const sent = (data: string, beta = BETA) => `wget -q -O - ${TYPE} ${beta} ${data} ${URL}\n`;

  it.each([
    [`--post-data='${BODY}'`, 'a.sh'],
    [`--post-data '${BODY}'`, 'a.sh'],
    [`--method=POST --body-data='${BODY}'`, 'a.sh'],
    ['--post-file=p.json', 'p.json'],
    ['--post-file=./p.json', 'p.json'],
    ['--method=POST --body-file=p.json', 'p.json'],
  ])('is read as one for curl: %s', async (data, file) => {
    const [at, ...found] = await errors({ 'a.sh': sent(data), 'p.json': AGENT });
    expect(at).toBe('a.sh:1');
    expect(found).toEqual([expect.stringMatching(`^${file}:1:\\d+ approval/missing$`)]);
    const mended = {
      'a.sh': sent(data).replace('issue_refund', 'get_refund'),
      'p.json': '{"agent": {"model": "m"}}',
    };
    expect(await errors(mended)).toEqual(['a.sh:1']);
    const without = { ...mended, 'a.sh': mended['a.sh'].replace(BETA, '') };
    expect(await errors(without)).toEqual(['a.sh:1', 'a.sh:1:1 session/beta-header']);
    const { findings } = await lintFiles(without);
    expect(findings.find(({ rule }) => rule === 'session/beta-header')?.remediation).toContain("`--header='");
  });

  it('is one of the request where its method is another', async () => {
    const line = sent(`--method=PUT --body-file=p.json`);
    expect(await errors({ 'a.sh': line, 'p.json': AGENT.replace('issue_refund', 'get_refund') })).toEqual([
      'a.sh:1',
      expect.stringContaining('session/request'),
    ]);
  });

  it.each([
    `wget -q ${URL}\n`,
    `wget ${TYPE} --post-file=p.json https://api.example.com/v1/other\n`,
    `wget --post-file=p.json ${URL}/1/events\n`,
    `echo wget --post-file=p.json ${URL}\n`,
  ])('is none where nothing is created: %s', async (line) => {
    expect(await errors({ 'a.sh': line, 'p.json': AGENT })).toEqual([]);
  });
});

describe('headers of a line for curl that the script holds apart', () => {
  const BOTH = `(${JSON_TYPE} ${OPT_IN})`;
  const MORE = `(${JSON_TYPE} -H 'X-Team: refunds')`;
  const data = `-d '${BODY.replace('issue_refund', 'get_refund')}'`;

  it.each([
    ['a variable', `HDR="Acme-Beta: agents=v1"\n${SEND} ${JSON_TYPE} -H "$HDR" ${data}`, ['a.sh:2']],
    [
      'a variable of another version',
      `HDR="Acme-Beta: agents=v2"\n${SEND} ${JSON_TYPE} -H "$HDR" ${data}`,
      ['a.sh:2', 'a.sh:1:6 session/beta-header'],
    ],
    [
      'a variable for another header',
      `HDR="X-Team: $TEAM"\n${SEND} ${JSON_TYPE} -H "$HDR" ${data}`,
      ['a.sh:2', 'a.sh:2:1 session/beta-header'],
    ],
    ['a value', `V=agents=v1\n${SEND} ${JSON_TYPE} -H "Acme-Beta: $V" ${data}`, ['a.sh:2']],
    ['a value of the environment', `${SEND} ${JSON_TYPE} -H "Acme-Beta: $V" ${data}`, ['a.sh:1', 'open']],
    ['a variable that is set twice', `H=a\nH=b\n${SEND} ${JSON_TYPE} -H "$H" ${data}`, ['a.sh:3', 'open']],
    ['a file', `${SEND} ${JSON_TYPE} -H @headers.txt ${data}`, ['a.sh:1', 'open']],
    ['a list', `ALL=${BOTH}\n${SEND} "\${ALL[@]}" ${data}`, ['a.sh:2']],
    [
      'a list over lines',
      `ALL=(\n  ${JSON_TYPE} # what it is\n  ${OPT_IN}\n)\n${SEND} "\${ALL[@]}" ${data}`,
      ['a.sh:5'],
    ],
    [
      'a list without it',
      `ALL=${MORE}\n${SEND} "\${ALL[@]}" ${data}`,
      ['a.sh:2', 'a.sh:2:1 session/beta-header'],
    ],
    ['a list that is added to', `ALL=${MORE}\nALL+=(${OPT_IN})\n${SEND} "\${ALL[@]}" ${data}`, ['a.sh:3']],
    [
      'a list that is added to without it',
      `ALL=(${JSON_TYPE})\nALL+=(-H 'X-Team: refunds')\n${SEND} "\${ALL[@]}" ${data}`,
      ['a.sh:3', 'a.sh:3:1 session/beta-header'],
    ],
    [
      'a list that may be added to',
      `ALL=${MORE}\nif [ -n "$BETA" ]; then\n  ALL+=(${OPT_IN})\nfi\n${SEND} "\${ALL[@]}" ${data}`,
      ['a.sh:5', 'open'],
    ],
    [
      'a list that is added to in a function',
      `ALL=${MORE}\nadd() {\n  ALL+=(${OPT_IN})\n}\n${SEND} "\${ALL[@]}" ${data}`,
      ['a.sh:5', 'open'],
    ],
    [
      'a list that is added to under a condition',
      `ALL=${MORE}\n[ -n "$BETA" ] && ALL+=(${OPT_IN})\n${SEND} "\${ALL[@]}" ${data}`,
      ['a.sh:3', 'open'],
    ],
    [
      'a list that is added to afterwards',
      `ALL=${MORE}\n${SEND} "\${ALL[@]}" ${data}\nALL+=(${OPT_IN})`,
      ['a.sh:2', 'open'],
    ],
    [
      'a list of elsewhere that is added to',
      `ALL+=(${JSON_TYPE})\n${SEND} "\${ALL[@]}" ${data}`,
      ['a.sh:2', 'open'],
    ],
    [
      'a list whose parts are set apart',
      `ALL=${MORE}\nALL[4]=-H\nALL[5]='Acme-Beta: agents=v1'\n${SEND} "\${ALL[@]}" ${data}`,
      ['a.sh:4', 'open'],
    ],
    [
      'a list that is read from a file',
      `ALL=${MORE}\nmapfile -t ALL < headers.txt\n${SEND} "\${ALL[@]}" ${data}`,
      ['a.sh:3', 'open'],
    ],
    [
      'a variable that is read from a file',
      `H="X-Team: a"\nwhile read -r H; do\n${SEND} ${JSON_TYPE} -H "$H" ${data}\ndone < headers.txt`,
      ['a.sh:3', 'open'],
    ],
    [
      'a list beside one of another name that is read',
      `ALL=${MORE}\nread -ra ALLOWED\n${SEND} "\${ALL[@]}" ${data}`,
      ['a.sh:3', 'a.sh:3:1 session/beta-header'],
    ],
    ['a list from elsewhere', `${SEND} ${JSON_TYPE} "\${ALL[@]}" ${data}`, ['a.sh:1', 'open']],
    [
      "curl's own variables",
      `${SEND} --variable v=agents=v1 --expand-header 'Acme-Beta: {{v}}' ${JSON_TYPE} ${data}`,
      ['a.sh:1', 'open'],
    ],
  ])('are read: %s', async (_, script, expected) => {
    expect(await errors({ 'a.sh': `${script}\n` })).toEqual(expected);
  });
});

describe('a request of a .http file with a body in a file', () => {
  const LINE = 'POST https://api.example.com/v1/agents/sessions\n';
  const HEADERS = 'Content-Type: application/json\nAcme-Beta: agents=v1\n';
  const request = (body: string, headers = HEADERS) => `${LINE}${headers}\n${body}\n`;
  const mended = AGENT.replace('issue_refund', 'get_refund');

  it.each(['< ./p.json', '< p.json', '<@ ./p.json', '<@utf8 ./p.json', '< ./p.json\n\n> {% test() %}'])(
    'is judged with what the file holds: %s',
    async (body) => {
      const file = request(body);
      expect(await errors({ 'a.http': file, 'p.json': AGENT })).toEqual([
        'a.http:1',
        'p.json:1:65 approval/missing',
      ]);
      expect(await errors({ 'a.http': file, 'p.json': mended })).toEqual(['a.http:1']);
      const without = request(body, 'Content-Type: application/json\n');
      expect(await errors({ 'a.http': without, 'p.json': mended })).toEqual([
        'a.http:1',
        'a.http:1:1 session/beta-header',
      ]);
    },
  );

  it('is looked for beside the request, or from the root, and is reported once', async () => {
    const file = request('< ./p.json');
    expect(await errors({ 'api/a.http': file, 'api/p.json': AGENT })).toEqual([
      'api/a.http:1',
      'api/p.json:1:65 approval/missing',
    ]);
    expect(await errors({ 'api/a.http': file, 'p.json': AGENT })).toEqual([
      'api/a.http:1',
      'p.json:1:65 approval/missing',
    ]);
    expect(await errors({ 'a.http': `${file}\n###\n${file}`, 'p.json': AGENT })).toEqual([
      'a.http:1',
      'a.http:8',
      'p.json:1:65 approval/missing',
    ]);
    expect(await errors({ 'a.http': file, 'p.json': BODY })).toEqual([
      'a.http:1',
      'p.json:1',
      'p.json:1:65 approval/missing',
    ]);
  });

  it('has variables, which are filled in when it is sent', async () => {
    const body =
      '{"agent": {"model": {{model}}, "tools": [{"type": "function", "name": "{{tool}}"}, {"type": "function", "name": "issue_refund"}]}}';
    expect(await errors({ 'a.http': request('<@ ./p.json'), 'p.json': body })).toEqual([
      'a.http:1',
      `p.json:1:${body.indexOf('"issue_refund"') + 1} approval/missing`,
    ]);
  });

  it.each([
    ['is not there', '< ./p.json', { 'q.json': AGENT }],
    ['holds no payload', '< ./p.json', { 'p.json': '{"agent": "coder"}' }],
    ['is not JSON', '< ./p.json', { 'p.json': '{"agent": {' }],
    ['is outside', '< ../../p.json', { 'p.json': AGENT }],
    ['is computed', '< {{file}}', { 'p.json': AGENT }],
    ['is one of several', '< ./p.json\n< ./q.json', { 'p.json': AGENT, 'q.json': AGENT }],
  ])('is open where the file %s', async (_, body, files) => {
    expect(await errors({ 'a.http': request(body), ...files })).toEqual(['a.http:1']);
  });

  it.each(['/v1/other', '/v1/agents/sessions/1/events', '/v1/files'])(
    'is none where it is sent to %s',
    async (path) => {
      const text = request('< ./p.json', 'Content-Type: application/json\n').replace(
        '/v1/agents/sessions',
        path,
      );
      expect(await errors({ 'a.http': text, 'p.json': AGENT })).toEqual([]);
    },
  );
});
