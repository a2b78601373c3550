import { describe, expect, it } from 'vitest';
import { lintFiles, statedFindings } from '../rules/lint-files.js';

const FILE = '.gitlab-ci.yml';
const RULE = 'scope/remote-script';

/** A pipeline with one job that starts an agent. */
const pipeline = (rules: string, script: string, more = ''): string =>
  `review:\n  rules:\n    - ${rules}\n  script:\n    - apt-get update\n    - ${script}\n${more}`;

const REQUEST = `if: $CI_PIPELINE_SOURCE == "merge_request_event"`;
const ACTS = `claude -p "Review." --permission-mode acceptEdits --allowedTools "Bash Read Edit"`;
const WHOLE =
  '6:7 warning Whoever opens a merge request can start `Claude Code` by the event `merge_request_event`, and it can run any command: a prompt injection in what is proposed acts with the variables of the job.';

describe('a pipeline of GitLab that starts an agent', () => {
  it.each([
    ['a protected ref', `${REQUEST} && $CI_COMMIT_REF_PROTECTED == "true"`, ACTS],
    ['a manual job', `{ ${REQUEST.replace(/if: (.*)/, "if: '$1'")}, when: manual }`, ACTS],
    ['a start by hand', `if: $CI_PIPELINE_SOURCE == "web"`, ACTS],
    ['another source', `if: $CI_PIPELINE_SOURCE != "merge_request_event"`, ACTS],
    ['tools that read', REQUEST, 'claude -p "Review." --allowedTools "Read"'],
  ])('is reported where a merge request starts it, and not with %s', async (_, rules, script) => {
    expect(statedFindings(await lintFiles({ [FILE]: pipeline(REQUEST, ACTS) }), RULE)).toEqual([WHOLE]);
    expect(statedFindings(await lintFiles({ [FILE]: pipeline(rules, script) }), RULE)).toEqual([]);
  });

  it.each([
    ['$GITLAB_USER_LOGIN != "renovate"', '$GITLAB_USER_LOGIN == "alice"', ''],
    ['$CI_COMMIT_REF_NAME != "main"', '$GITLAB_USER_LOGIN =~ /^(alice|bob)$/', ''],
    ['$GO == "true"', '$GO == "false"', 'variables: { GO: $ON, ON: "true" }\n'],
    ['$AI_ON', '$CI_COMMIT_TAG', ''],
    ['$CI_PIPELINE_SOURCE =~ /^(web|merge_request_event)$/', '$CI_PIPELINE_SOURCE =~ /^(web|api)$/', ''],
  ])('asks what the variables of a rule are: %s, %s', async (open, shut, variables) => {
    const lint = async (condition: string) =>
      statedFindings(
        await lintFiles({ [FILE]: `${pipeline(`${REQUEST} && ${condition}`, ACTS)}${variables}` }),
        RULE,
      );
    expect(await lint(open)).toEqual([WHOLE]);
    expect(await lint(shut)).toEqual([]);
  });

  it.each([
    [[`{ if: '$GITLAB_USER_LOGIN == "alice"', when: never }`, REQUEST], 1],
    [[`{ if: '$GITLAB_USER_LOGIN != "alice"', when: never }`, REQUEST], 0],
    [[`{ if: '$CI_PIPELINE_SOURCE == "merge_request_event"', when: never }`, 'when: always'], 0],
  ])('takes the first rule that is met: %s', async (rules, count) => {
    const text = pipeline(rules.join('\n    - '), ACTS);
    expect(statedFindings(await lintFiles({ [FILE]: text }), RULE)).toHaveLength(count);
  });

  const LEVEL = 'L=$(curl -s "$API/members/all/$GITLAB_USER_ID" | jq .access_level)';
  it.each([
    ['[ -n "$CI_MERGE_REQUEST_TITLE" ] || exit 0', '[ "$GITLAB_USER_LOGIN" = alice ] || exit 0'],
    [LEVEL, `${LEVEL}; if [ "$L" -lt 40 ]; then exit 0; fi`],
    ['curl -s "$API/members/all/$GITLAB_USER_ID"', 'curl -sf "$API/members/all/$GITLAB_USER_ID"'],
  ])('follows what its script asks before: %s, %s', async (open, shut) => {
    const lint = async (first: string, last = '') =>
      statedFindings(
        await lintFiles({
          [FILE]: pipeline(REQUEST, `${JSON.stringify(first)}\n    - ${ACTS}${last}`),
        }),
        RULE,
      );
    expect(await lint(open)).toHaveLength(1);
    expect(await lint(shut)).toEqual([]);
    expect(await lint('date', `\n    - ${JSON.stringify(shut)}`)).toHaveLength(1);
  });

  it('is read in a job that extends another one, and behind a script of the project', async () => {
    const text = `.base:\n  only: [merge_requests]\nreview:\n  extends: .base\n  script: bash ci/review.sh\n`;
    const found = (script: string) => lintFiles({ [FILE]: text, 'ci/review.sh': script });
    expect(statedFindings(await found('gemini --yolo -p "$P"'), RULE)).toEqual([
      '5:11 warning Whoever opens a merge request can start `Gemini CLI` (in `ci/review.sh`) by the event `merge_request_event`, and it can run any command: a prompt injection in what is proposed acts with the variables of the job.',
    ]);
    expect(statedFindings(await found('gemini -p "$P"'), RULE)).toEqual([]);
  });

  it('is not assessed where a trigger starts it, or an environment may require an approval', async () => {
    const triggered = await lintFiles({
      [FILE]: pipeline(`if: $CI_PIPELINE_SOURCE == "trigger"`, ACTS),
    });
    const approved = await lintFiles({ [FILE]: pipeline(REQUEST, ACTS, '  environment: agents\n') });
    for (const result of [triggered, approved]) {
      expect(statedFindings(result, RULE)).toEqual([]);
      expect(result.notAssessed.filter(({ rule }) => rule === RULE)).toHaveLength(1);
    }
  });

  it.each([
    ["'/ci/agent.yml'", "'/ci/other.yml'"],
    ['[{ local: ci/agent.yml }]', '[{ local: ci/other.yml }]'],
  ])('is read in a file of the project that it includes: %s', async (include, other) => {
    const files = { 'ci/agent.yml': pipeline(REQUEST, ACTS), 'ci/other.yml': pipeline(REQUEST, 'npm test') };
    const found = await lintFiles({ ...files, [FILE]: `include: ${include}\n` });
    expect(statedFindings(found, RULE)).toEqual([
      expect.stringMatching(
        /^1:\d+ warning Whoever opens a merge request can start `Claude Code` \(in `ci\/agent.yml`\)/,
      ),
    ]);
    const twin = await lintFiles({ ...files, [FILE]: `include: ${other}\n` });
    expect(statedFindings(twin, RULE)).toEqual([]);
  });

  it.each([
    ['', ''],
    [', and each includes the other', 'include: ci/first.yml\n'],
  ])('is read in a file that an included file includes%s', async (_, back) => {
    const lint = async (script: string) =>
      statedFindings(
        await lintFiles({
          [FILE]: 'include: ci/first.yml\n',
          'ci/first.yml': 'include: [{ local: /ci/second.yml }]\n',
          'ci/second.yml': `${back}${pipeline(REQUEST, script)}`,
        }),
        RULE,
      );
    expect(await lint(ACTS)).toEqual([
      '1:10 warning Whoever opens a merge request can start `Claude Code` (in `ci/second.yml`) by the event `merge_request_event`, and it can run any command: a prompt injection in what is proposed acts with the variables of the job.',
    ]);
    expect(await lint('claude -p "Review." --allowedTools "Read"')).toEqual([]);
  });

  it('counts the settings of the project', async () => {
    const lint = async (entry: string) =>
      statedFindings(
        await lintFiles({
          [FILE]: pipeline(REQUEST, 'claude -p "Review."'),
          '.claude/settings.json': JSON.stringify({ permissions: { allow: [entry] } }),
        }),
        RULE,
      );
    expect(await lint('Bash')).toEqual([expect.stringContaining('(allowed in `.claude/settings.json`)')]);
    expect(await lint('Read')).toEqual([]);
  });

  it.each([
    ['remote', 'https://example.com/a.yml'],
    ['project', 'group/a'],
    ['component', 'example.com/a/b@1'],
    ['local', 'ci/missing.yml'],
  ])('names what it includes and is not read: %s', async (kind, what) => {
    const text = (include: string) => `${include}${pipeline(REQUEST, ACTS)}`;
    const unread = async (include: string) =>
      (await lintFiles({ [FILE]: text(include), 'ci/here.yml': 'stages: [test]\n' })).unresolved
        .map((one) => one.what)
        .filter((one) => one.includes('of the pipeline'));
    expect(await unread(`include: [{ ${kind}: '${what}' }]\n`)).toEqual([`\`${kind}\` of the pipeline`]);
    expect(await unread('include: [{ local: ci/here.yml }]\n')).toEqual([]);
  });

  it('reports the text of a comment without quotes, which can add options', async () => {
    const text = (variable: string) => pipeline(`if: $CI_PIPELINE_SOURCE == "web"`, `claude -p ${variable}`);
    expect(statedFindings(await lintFiles({ [FILE]: text('$AI_FLOW_INPUT') }), RULE)).toEqual([
      '6:7 error An outsider can add options to `Claude Code`: `script` contains `$AI_FLOW_INPUT`, which an outsider writes.',
    ]);
    const quoted = `|\n        claude -p "\${AI_FLOW_INPUT:-Review.}"`;
    const twin = pipeline(`if: $CI_PIPELINE_SOURCE == "web"`, quoted);
    expect(statedFindings(await lintFiles({ [FILE]: twin }), RULE)).toEqual([]);
  });

  it('reports an option that prints all where a merge request starts it', async () => {
    const text = (option: string) => pipeline(REQUEST, `claude -p "Review." ${option}`);
    expect(statedFindings(await lintFiles({ [FILE]: text('--debug') }), RULE)).toEqual([
      '6:7 warning In a public repository, anyone can read what `Claude Code` reads and answers, including secrets in the output of its tools: `--debug` publishes it.',
    ]);
    expect(statedFindings(await lintFiles({ [FILE]: text('--max-turns 3') }), RULE)).toEqual([]);
  });

  it.each([
    ['a command', pipeline(REQUEST, ACTS, '    - glab auth login --token "$GITLAB_ACCESS_TOKEN"\n'), true],
    ['a variable', pipeline(REQUEST, ACTS, '  variables: { GITLAB_TOKEN: $BOT_TOKEN }\n'), true],
    ['the token of the job', pipeline(REQUEST, ACTS, '    - glab auth login -j "$CI_JOB_TOKEN"\n'), false],
    ['a comment', pipeline(REQUEST, ACTS, '    - "ls # $GITLAB_ACCESS_TOKEN"\n'), false],
  ])('says which token with more rights is in reach: %s', async (_, text, isNamed) => {
    const [message = ''] = statedFindings(await lintFiles({ [FILE]: text }), RULE);
    expect(message.replace(/^.* acts with /, '')).toMatch(
      isNamed ? /^the secret `GITLAB_(?:ACCESS_)?TOKEN`\.$/ : /^the variables of the job\.$/,
    );
  });

  it('reads tags of GitLab, and names a pipeline that does not parse', async () => {
    const tagged = pipeline(REQUEST, ACTS, '    - !reference [.setup, script]\n.setup:\n  script: [ls]\n');
    expect(statedFindings(await lintFiles({ [FILE]: tagged }), RULE)).toEqual([WHOLE]);
    const { findings } = await lintFiles({ [FILE]: pipeline('if: [', ACTS) });
    expect(findings.map(({ rule, range }) => `${rule} ${range.start.line}`)).toEqual(['file/syntax 3']);
  });

  it('names a flow of GitLab Duo as not read', async () => {
    const flow =
      'version: v1\nenvironment: ambient\ncomponents: [{ name: a, type: AgentComponent }]\nflow: { entry_point: a }\n';
    const lint = async (path: string) => {
      const { findings, unresolved } = await lintFiles({ [path]: flow });
      expect(findings).toEqual([]);
      return unresolved.map(({ what, why, at }) => `${at.range().start.line} ${what}: ${why}`);
    };
    expect(await lint('.gitlab/duo/flows/review.yaml')).toEqual([
      '1 agents of the flow: flows of GitLab Duo are not read',
    ]);
    expect(await lint('docs/flows/review.yaml')).toEqual([]);
  });

  it('is not claimed without an agent, or outside the files of pipelines', async () => {
    for (const files of [
      { [FILE]: pipeline(REQUEST, 'npm test') },
      { 'ci/other.yml': pipeline(REQUEST, ACTS) },
    ]) {
      const result = await lintFiles(files);
      expect(result.files.filter(({ dialect }) => dialect === 'gitlab-ci')).toEqual([]);
    }
  });
});
