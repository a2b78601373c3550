import { describe, expect, it } from 'vitest';
import { lintFiles } from '../rules/lint-files.js';
import { GEMINI } from './workflow-shapes.js';

const FILE = '.github/workflows/agent.yml';

type Outcome = 'open' | 'guarded' | 'unknown';

/** Lines of YAML with more spaces before them. */
const indented = (text: string, by: number): string =>
  text
    .split('\n')
    .map((line) => (line === '' ? line : `${' '.repeat(by)}${line}`))
    .join('\n');

/** A step of a shell with the id `c`. */
const run = (script: string, env = ''): string =>
  `- id: c\n${env === '' ? '' : `  env: ${env}\n`}  run: |\n${indented(script, 4)}`;

/** A step of `github-script` with the id `c`. */
const script = (code: string): string =>
  `- id: c\n  uses: actions/github-script@v7\n  with:\n    script: |\n${indented(code, 6)}`;

const ROLE =
  'ROLE=$(gh api "repos/$GITHUB_REPOSITORY/collaborators/$GITHUB_ACTOR/permission" --jq .permission)';
const LEVEL =
  'const { data } = await github.rest.repos.getCollaboratorPermissionLevel({ owner, repo, username: context.actor });';
const OUT = '>> "$GITHUB_OUTPUT"';
const GO = "steps.c.outputs.go == 'true'";

/** Steps before that of the agent, its condition, and whether an outsider reaches it. */
const STEPS: readonly (readonly [what: string, before: string, condition: string, outcome: Outcome])[] = [
  ['a constant', run(`echo "go=true" ${OUT}`), GO, 'open'],
  ['a constant that is another', run(`echo "go=false" ${OUT}`), GO, 'guarded'],
  [
    'a text of the event',
    run(`echo "go=$BODY" ${OUT}`, '{ BODY: "${{ github.event.issue.body }}" }'),
    GO,
    'open',
  ],
  ['the role itself', run(`${ROLE}\necho "role=$ROLE" ${OUT}`), "steps.c.outputs.role == 'admin'", 'guarded'],
  ['any role but none', run(`${ROLE}\necho "role=$ROLE" ${OUT}`), "steps.c.outputs.role != 'none'", 'open'],
  [
    'a list of roles',
    run(`${ROLE}\necho "role=$ROLE" ${OUT}`),
    `contains(fromJSON('["admin","write"]'), steps.c.outputs.role)`,
    'guarded',
  ],
  [
    'a list of roles with those of outsiders',
    run(`${ROLE}\necho "role=$ROLE" ${OUT}`),
    `contains(fromJSON('["admin","write","read"]'), steps.c.outputs.role)`,
    'open',
  ],
  [
    'a role beside another condition',
    run(`${ROLE}\necho "role=$ROLE" ${OUT}`),
    `steps.c.outputs.role == 'admin' || github.event.issue.number > 3`,
    'open',
  ],
  [
    'both branches',
    run(`${ROLE}\nif [ "$ROLE" = admin ]; then echo "go=true" ${OUT}; else echo "go=true" ${OUT}; fi`),
    GO,
    'open',
  ],
  [
    'one branch',
    run(`${ROLE}\nif [ "$ROLE" = admin ]; then echo "go=true" ${OUT}; else echo "go=false" ${OUT}; fi`),
    GO,
    'guarded',
  ],
  [
    'the other branch',
    run(`${ROLE}\nif [ "$ROLE" = admin ]; then echo "go=false" ${OUT}; else echo "go=true" ${OUT}; fi`),
    GO,
    'open',
  ],
  [
    'a variable that a branch sets',
    run(
      `${ROLE}\nGO=false\nif [[ "$ROLE" == "admin" || "$ROLE" == "write" ]]; then\n  GO=true\nfi\necho "go=$GO" ${OUT}`,
    ),
    GO,
    'guarded',
  ],
  [
    'a variable that a branch takes back',
    run(
      `${ROLE}\nGO=true\nif [ "$ROLE" != "admin" ] && [ "$ROLE" != "write" ]; then\n  GO=false\nfi\necho "go=$GO" ${OUT}`,
    ),
    GO,
    'guarded',
  ],
  [
    'a pattern of a case',
    run(
      `${ROLE}\ncase "$ROLE" in\n  admin|write) echo "go=true" ${OUT} ;;\n  *) echo "go=false" ${OUT} ;;\nesac`,
    ),
    GO,
    'guarded',
  ],
  [
    'any pattern of a case',
    run(
      `${ROLE}\ncase "$ROLE" in\n  admin|write) echo "go=false" ${OUT} ;;\n  *) echo "go=true" ${OUT} ;;\nesac`,
    ),
    GO,
    'open',
  ],
  [
    'an association by a variable',
    run(
      `if [[ "$A" =~ ^(OWNER|MEMBER)$ ]]; then echo "go=true" ${OUT}; fi`,
      '{ A: "${{ github.event.issue.author_association }}" }',
    ),
    GO,
    'guarded',
  ],
  [
    'an association of outsiders',
    run(
      `if [[ "$A" =~ ^(OWNER|CONTRIBUTOR)$ ]]; then echo "go=true" ${OUT}; fi`,
      '{ A: "${{ github.event.issue.author_association }}" }',
    ),
    GO,
    'open',
  ],
  ['a named actor', run(`if [ "$GITHUB_ACTOR" = octocat ]; then echo "go=true" ${OUT}; fi`), GO, 'guarded'],
  ['a here-document', run(`cat <<EOF ${OUT}\ngo=true\nEOF`), GO, 'open'],
  ['a group', run(`{\n  echo "x=1"\n  echo "go=true"\n} ${OUT}`), GO, 'open'],
  ['printf', run(`printf 'go=%s\\n' true ${OUT}`), GO, 'open'],
  ['a pipe into tee', run('echo "go=true" | tee -a "$GITHUB_OUTPUT"'), GO, 'open'],
  ['a variable of later steps', run(`${ROLE}\necho "GO=true" >> "$GITHUB_ENV"`), "env.GO == 'true'", 'open'],
  [
    'a role in a variable of later steps',
    run(`${ROLE}\necho "ROLE=$ROLE" >> "$GITHUB_ENV"`),
    "env.ROLE == 'admin'",
    'guarded',
  ],
  ['a program of the project', run(`echo "go=$(./may-start.sh)" ${OUT}`), GO, 'unknown'],
  ['an action that is not read', '- { id: c, uses: some/filter@v1 }', GO, 'unknown'],
  [
    'an action that checks rights',
    '- { id: c, uses: actions-cool/check-user-permission@v2, with: { require: write } }',
    "steps.c.outputs.require-result == 'true'",
    'guarded',
  ],
  [
    'an action whose answer is compared nowhere',
    '- { id: c, uses: actions-cool/check-user-permission@v2 }',
    'success()',
    'open',
  ],
  [
    'an action that fails',
    '- { id: c, uses: sushichop/action-repository-permission@v2, with: { required-permission: write } }',
    'success()',
    'guarded',
  ],
  [
    'an action that fails, and the step runs anyway',
    '- { id: c, uses: sushichop/action-repository-permission@v2 }',
    'always()',
    'open',
  ],
  [
    'a step that fails',
    run(`${ROLE}\nif [ "$ROLE" != "admin" ]; then\n  echo no\n  exit 1\nfi`),
    'success()',
    'guarded',
  ],
  [
    'a step that fails for others',
    run(`${ROLE}\nif [ "$ROLE" = "none" ]; then exit 1; fi`),
    'success()',
    'open',
  ],
  [
    'a step that ends early',
    run(`${ROLE}\nif [ "$ROLE" != "admin" ]; then exit 0; fi\necho "go=true" ${OUT}`),
    GO,
    'guarded',
  ],
  [
    'a step that ends early, compared with nothing',
    run(`${ROLE}\nif [ "$ROLE" != "admin" ]; then exit 0; fi\necho "go=true" ${OUT}`),
    "steps.c.outcome == 'success'",
    'open',
  ],
  [
    'the outcome of a step that fails',
    run(`${ROLE}\n[ "$ROLE" = "admin" ]`),
    "always() && steps.c.outcome == 'success'",
    'guarded',
  ],
  [
    'a look-up in the list of collaborators',
    run('gh api "repos/$GITHUB_REPOSITORY/collaborators/$GITHUB_ACTOR"'),
    'success()',
    'guarded',
  ],
  [
    'a script that returns the role',
    script(`${LEVEL}\nreturn data.permission;`),
    "steps.c.outputs.result == 'admin'",
    'guarded',
  ],
  ['a script that sets a constant', script(`core.setOutput('go', 'true');`), GO, 'open'],
  [
    'a script that sets a comparison',
    script(
      `${LEVEL}\nconst ok = ['admin', 'write'].includes(data.permission);\ncore.setOutput('go', ok ? 'true' : 'false');`,
    ),
    GO,
    'guarded',
  ],
  [
    'a script that sets its opposite',
    script(`${LEVEL}\nconst ok = ['admin', 'write'].includes(data.permission);\ncore.setOutput('go', !ok);`),
    GO,
    'open',
  ],
  [
    'a script with a branch',
    script(
      `${LEVEL}\nif (data.permission === 'admin') {\n  core.setOutput('go', 'true');\n} else {\n  core.setOutput('go', 'false');\n}`,
    ),
    GO,
    'guarded',
  ],
  [
    'a script that fails',
    script(`${LEVEL}\nif (!['admin', 'write'].includes(data.permission)) {\n  core.setFailed('no');\n}`),
    'success()',
    'guarded',
  ],
  [
    'a script that asks and ignores the answer',
    script(`${LEVEL}\ncore.setOutput('go', 'true');\ncore.info(data.permission);`),
    GO,
    'open',
  ],
  ...(
    [
      ["data.permission === 'read' || data.permission === 'none'", 'guarded'],
      ["['none', 'read'].includes(data.permission)", 'guarded'],
      ["data.permission === 'none'", 'open'],
      ["data.permission === 'read' && data.role_name === 'none'", 'open'],
    ] as const
  ).map(
    ([roles, outcome]) =>
      [
        `a script that fails for ${roles}`,
        script(`${LEVEL}\nif (${roles}) core.setFailed('no');`),
        'success()',
        outcome,
      ] as const,
  ),
  ...(
    [
      ['[ "$ROLE" = read ] || [ "$ROLE" = none ]', 'guarded'],
      ['[ "$ROLE" = none ] || [ "$ROLE" = triage ]', 'open'],
    ] as const
  ).map(
    ([roles, outcome]) =>
      [
        `a step that fails for ${roles}`,
        run(`${ROLE}\nif ${roles}; then exit 1; fi`),
        'success()',
        outcome,
      ] as const,
  ),
  ...(
    [
      ["const stop = () => core.setFailed('no');", "!== 'admin') stop();", 'guarded'],
      ["const stop = () => core.setFailed('no');", "=== 'admin') stop();", 'open'],
      ["const stop = (text) => core.info('no ' + text);", "!== 'admin') stop('x');", 'open'],
      ["function stop() {\n  core.setFailed('no');\n}", "!== 'admin') return stop();", 'guarded'],
      ["function stop() {\n  throw new Error('no');\n}", "!== 'admin') stop();", 'guarded'],
      ["function stop() {\n  return new Error('no');\n}", "!== 'admin') stop();", 'open'],
    ] as const
  ).map(
    ([helper, test, outcome]) =>
      [
        `a script with a helper: ${helper} ${test}`,
        script(`${helper}\n${LEVEL}\nif (data.permission ${test}`),
        'success()',
        outcome,
      ] as const,
  ),
  ...(
    [
      ["return permission === 'admin' || permission === 'write';", '!(await may(context.actor))', 'guarded'],
      ["return permission === 'admin' || permission === 'write';", '!may(context.actor)', 'open'],
      ["return permission === 'admin' || permission === 'read';", '!(await may(context.actor))', 'open'],
      ["if (permission === 'admin') return true;", '!(await may(context.actor))', 'guarded'],
      ["if (permission === 'admin') return true;\n  return true;", '!(await may(context.actor))', 'open'],
      ["return permission === 'admin';", '!(await may(context.repo.owner))', 'open'],
      ['return permission;', "(await may(context.actor)) !== 'admin'", 'guarded'],
      ['return permission;', "(await may(context.actor)) === 'none'", 'open'],
    ] as const
  ).map(
    ([body, test, outcome]) =>
      [
        `a script with a function: ${body} ${test}`,
        script(
          `async function may(username) {\n  const { data: { permission } } = await github.rest.repos.getCollaboratorPermissionLevel({ ...context.repo, username });\n  ${body}\n}\nif (${test}) core.setFailed('no');`,
        ),
        'success()',
        outcome,
      ] as const,
  ),
  ...(['false', 'true'] as const).map(
    (caught) =>
      [
        `a script with a function that catches and returns ${caught}`,
        script(
          `const may = async (username) => {\n  try {\n    await github.rest.orgs.checkMembershipForUser({ org: 'o', username });\n    return true;\n  } catch {\n    return ${caught};\n  }\n};\nconst ok = await may(context.actor);\nif (!ok) core.setFailed('no');`,
        ),
        'success()',
        caught === 'false' ? 'guarded' : 'open',
      ] as const,
  ),
  ...(
    [
      ["if (data.permission !== 'admin') throw new Error('no');", "core.setFailed('no');", 'guarded'],
      ["if (data.permission !== 'admin') throw new Error('no');", "core.info('no');", 'open'],
      ["if (data.permission === 'none') throw new Error('no');", "core.setFailed('no');", 'open'],
      [
        'await github.rest.orgs.checkMembershipForUser({ org, username });',
        "core.setFailed('no');",
        'guarded',
      ],
      ['if (x) await github.rest.orgs.checkMembershipForUser({ org, username });', 'throw x;', 'open'],
      ...(
        [
          ["if (error.status === 404) core.setFailed('no');\n  else throw error;", 'guarded'],
          ["if (error.status === 404) { core.setFailed('no'); return; }\n  throw error;", 'guarded'],
          ['if (error.status === 404) return;\n  throw error;', 'open'],
        ] as const
      ).map(
        ([caught, outcome]) =>
          [
            'level = data.permission;',
            `${caught}\n}\nif (level !== 'admin') {\n  core.setFailed('no');`,
            outcome,
          ] as const,
      ),
    ] as const
  ).map(
    ([tried, caught, outcome]) =>
      [
        `a script that tries: ${tried} ${caught}`,
        script(
          `const username = context.actor;\ntry {\n  ${LEVEL}\n  ${tried}\n} catch (error) {\n  ${caught}\n}`,
        ),
        'success()',
        outcome,
      ] as const,
  ),
  [
    'a script with a test over two lines',
    `- id: c\n  run: |\n${indented(`${ROLE}\nif [[ "$ROLE" == "admin" || \\\n  "$ROLE" == "write" ]]; then\n  echo "go=true" ${OUT}\nfi`, 4)}`,
    GO,
    'guarded',
  ] as const,
  ...[
    "['admin', 'write'].indexOf(data.permission) === -1",
    '!KNOWN[data.permission]',
    '(RANK[data.permission] ?? 0) < RANK.write',
  ].map(
    (test) =>
      [
        `a script that looks a role up: ${test}`,
        script(`${LEVEL}\nif (${test}) core.setFailed('no');`),
        'success()',
        'unknown',
      ] as const,
  ),
  ...(
    [
      ['context.payload.issue.user.login', 'guarded'],
      ['context.payload.sender.login', 'guarded'],
      ['context.repo.owner', 'open'],
      ["'octocat'", 'open'],
    ] as const
  ).map(
    ([person, outcome]) =>
      [
        `the role of ${person} in a script`,
        script(`${LEVEL.replace('context.actor', person)}\nreturn data.permission;`),
        "steps.c.outputs.result == 'admin'",
        outcome,
      ] as const,
  ),
  ...(
    [
      ['$GITHUB_TRIGGERING_ACTOR', 'guarded'],
      ['$AUTHOR', 'guarded'],
      ['$GITHUB_REPOSITORY_OWNER', 'open'],
      ['octocat', 'open'],
    ] as const
  ).map(
    ([person, outcome]) =>
      [
        `the role of ${person}`,
        run(
          `${ROLE.replace('$GITHUB_ACTOR', person)}\nif [ "$ROLE" != admin ]; then exit 1; fi`,
          "{ AUTHOR: '${{ github.event.issue.user.login }}' }",
        ),
        'success()',
        outcome,
      ] as const,
  ),
  ...(
    [
      ['github.actor', 'guarded'],
      ['github.repository_owner', 'open'],
    ] as const
  ).map(
    ([person, outcome]) =>
      [
        `an action that checks the rights of ${person}`,
        `- { id: c, uses: actions-cool/check-user-permission@v2, with: { username: '\${{ ${person} }}' } }`,
        "steps.c.outputs.require-result == 'true'",
        outcome,
      ] as const,
  ),
  [
    'a script that catches',
    script(
      `let ok = false;\ntry {\n  await github.rest.orgs.checkMembershipForUser({ org: 'o', username: context.actor });\n  ok = true;\n} catch (error) {\n  core.info('no');\n}\ncore.setOutput('go', ok);`,
    ),
    GO,
    'guarded',
  ],
  [
    'a script that asks another service',
    script(
      `const answer = await fetch('https://x.example.com/may');\ncore.setOutput('go', await answer.text());`,
    ),
    GO,
    'unknown',
  ],
  ['no such step', run('true'), "steps.d.outputs.go == 'true'", 'unknown'],
  ...[
    `cat <<-EOF ${OUT}\n\tgo=true\n\tEOF`,
    'tee -a "$GITHUB_OUTPUT" <<< "go=true"',
    'echo "::set-output name=go::true"',
    `printf '%s\\n' "go=true" ${OUT}`,
    `printf 'a=1\\ngo=true\\n' ${OUT}`,
    `GO="\${GO:-true}"\necho "go=$GO" ${OUT}`,
  ].map((text) => [`a constant that is written by ${text}`, run(text), GO, 'open'] as const),
  ...['./may.sh', 'node may.js', `python3 may.py ${OUT}`].map(
    (text) => [`what another program writes: ${text}`, run(text), GO, 'unknown'] as const,
  ),
  ...[
    `for u in alice bob; do\n  if [ "$GITHUB_ACTOR" = "$u" ]; then echo "go=true" ${OUT}; fi\ndone`,
    `for u in $LIST; do\n  if [ "$GITHUB_ACTOR" = "$u" ]; then echo "go=true" ${OUT}; fi\ndone`,
    `if [[ " alice bob " =~ " $GITHUB_ACTOR " ]]; then echo "go=true" ${OUT}; fi`,
    `if [[ ",$LIST," == *",$GITHUB_ACTOR,"* ]]; then echo "go=true" ${OUT}; fi`,
    `if ! echo "$LIST" | grep -qw "$GITHUB_ACTOR"; then exit 0; fi\necho "go=true" ${OUT}`,
    `${ROLE}\nif ! echo "$ROLE" | grep -qE '^(admin|write)$'; then exit 0; fi\necho "go=true" ${OUT}`,
    `${ROLE}\nif [[ "\${ROLE,,}" =~ ^(admin|write)$ ]]; then echo "go=true" ${OUT}; fi`,
    `if gh api "orgs/o/members/$GITHUB_ACTOR" --silent; then echo "go=true" ${OUT}; fi`,
  ].map((text) => [`a list of people: ${text}`, run(text, '{ LIST: "alice bob" }'), GO, 'guarded'] as const),
  ...[
    `if grep -qx "$GITHUB_ACTOR" allowed.txt; then echo "go=true" ${OUT}; fi`,
    `while read -r u; do\n  if [ "$GITHUB_ACTOR" = "$u" ]; then echo "go=true" ${OUT}; fi\ndone < allowed.txt`,
  ].map((text) => [`a list in a file: ${text}`, run(text), GO, 'unknown'] as const),
  [
    'a text of the event that has no word',
    run(`if ! echo "$B" | grep -q /ai; then exit 1; fi`, '{ B: "${{ github.event.issue.body }}" }'),
    'success()',
    'open',
  ],
  ...['!failure()', '!failure() && !cancelled()', '!cancelled()', 'success() || failure()'].map(
    (condition) =>
      [
        `a step that fails, and the next one asks \`${condition}\``,
        run(`${ROLE}\nif [ "$ROLE" != "admin" ]; then exit 1; fi`),
        condition,
        condition.startsWith('!failure()') ? 'guarded' : 'open',
      ] as const,
  ),
  ...[
    `const allowed = ['OWNER', 'MEMBER'];\ncore.setOutput('go', String(allowed.includes(context.payload.issue.author_association)));`,
    `const allowed = [\n  'OWNER',\n  'MEMBER',\n];\nif (!allowed.includes(context.payload.issue.author_association)) {\n  return;\n}\ncore.setOutput('go', 'true');`,
    `const { author_association } = context.payload.issue;\ncore.setOutput('go', new Set(['OWNER']).has(author_association));`,
    `if (process.env.GITHUB_ACTOR === 'alice') core.setOutput('go', 'true');`,
    `if ('\${{ github.actor }}' === 'alice') core.setOutput('go', 'true');`,
    `const { issue } = context.payload;\nif (issue.author_association !== 'OWNER') return;\ncore.setOutput('go', 'true');`,
    `switch (context.payload.issue?.author_association) {\n  case 'OWNER':\n  case 'MEMBER':\n    core.setOutput('go', 'true');\n    break;\n  default:\n    core.setOutput('go', 'false');\n}`,
  ].map((text) => [`a script with a list: ${text}`, script(text), GO, 'guarded'] as const),
  ...[
    `await require('./may.js')({ github, context, core });`,
    `const go = may(context.actor);\ncore.setOutput('go', go);`,
    `function may() {\n  ${"core.info('x');".repeat(500)}\n  return true;\n}\ncore.setOutput('go', may());`,
    `core.setOutput('go', ['alice'].some((one) => one === context.actor));`,
  ].map((text) => [`a script that is not followed: ${text}`, script(text), GO, 'unknown'] as const),
  ...[
    `let people = [];\npeople.push('alice');\ncore.setOutput('go', people.length > 0);`,
    `if (context.actor !== 'alice') core.info('no');\ncore.setOutput('go', 'true');`,
    `try {\n  if (context.actor !== 'alice') throw new Error('no');\n} catch {\n  core.info('no');\n}\ncore.setOutput('go', 'true');`,
    `await github.rest.orgs.checkMembershipForUser({ org: 'o', username: context.actor }).catch(() => null);\ncore.setOutput('go', 'true');`,
    `const note = (who) => {\n  return 'hello ' + who;\n};\ncore.setOutput('go', '\${{ github.event.issue.title }}');`,
  ].map((text) => [`a script that lets everybody through: ${text}`, script(text), GO, 'open'] as const),
  ...(
    [
      [`A != 'NONE' && A != 'CONTRIBUTOR'`, 'open'],
      [
        `A != 'NONE' && A != 'CONTRIBUTOR' && A != 'FIRST_TIMER' && A != 'FIRST_TIME_CONTRIBUTOR' && A != 'MANNEQUIN'`,
        'guarded',
      ],
      [`!contains(fromJSON('["NONE","FIRST_TIMER"]'), A)`, 'open'],
      [`!contains('NONE,CONTRIBUTOR,FIRST_TIMER,FIRST_TIME_CONTRIBUTOR,MANNEQUIN', A)`, 'guarded'],
      [`(A == 'OWNER' && 'yes' || 'no') == 'yes'`, 'guarded'],
      [`(A == 'OWNER' && 'yes' || 'yes') == 'yes'`, 'open'],
    ] as const
  ).map(
    ([condition, outcome]) =>
      [
        `the association: ${condition}`,
        run('date'),
        condition.replaceAll(/\bA\b/g, 'github.event.issue.author_association'),
        outcome,
      ] as const,
  ),
];

/** Conditions on the step of the agent, by what starts the workflow, and whether an outsider reaches it. */
const ROUTES: readonly (readonly [on: string, condition: string, outcome: Outcome])[] = [
  ...['{ issue_comment: {} }', '{ pull_request_review: {} }', '{ issues: { types: [opened] } }'].map(
    (on) =>
      [
        on,
        `contains(fromJSON('["OWNER"]'), ${['comment', 'review', 'issue'].map((one) => `github.event.${one}.author_association`).join(' || ')})`,
        'guarded',
      ] as const,
  ),
  ['{ issues: { types: [opened, reopened] } }', "steps.c.outputs.go == 'triage'", 'open'],
  ['{ issues: { types: [opened, reopened] } }', "steps.c.outputs.go == 'review'", 'guarded'],
  ['{ issues: { types: [opened, reopened] } }', "steps.c.outputs.go == 'invoke'", 'guarded'],
  ['{ issue_comment: { types: [created] } }', "steps.c.outputs.go == 'invoke'", 'open'],
  ['issues', "format('{0}/{1}', github.event_name, github.event.action) == 'issues/opened'", 'open'],
  ['issues', "format('{0}/{1}', github.event_name, github.event.action) == 'issues/labeled'", 'guarded'],
  // A function makes a text of who somebody is, or of what anyone writes.
  ['issues', "format('{0}', github.actor) == 'alice'", 'guarded'],
  ['issues', "format('{0}', github.actor) != 'mallory'", 'open'],
  ['issues', "format('{0}', github.actor) == github.repository_owner", 'guarded'],
  ['issues', "format('{0}', github.event.issue.title) == 'alice'", 'open'],
  ['issues', "format('{0}/{1}', github.event.issue.title, github.actor) == 'x/alice'", 'guarded'],
  ['issues', "format('{0}{1}', github.event.issue.title, github.actor) == 'xalice'", 'open'],
  ['issues', "format('by {0}', github.event.issue.author_association) == 'by OWNER'", 'guarded'],
  ['issues', "format('by {0}', github.event.issue.author_association) == 'by NONE'", 'open'],
  ['issues', `toJSON(github.actor) == '"alice"'`, 'guarded'],
  ['issues', `toJSON(github.event.issue.title) == '"alice"'`, 'open'],
  ['issues', "fromJSON(toJSON(github.actor)) == 'alice'", 'guarded'],
  ['{ issues: { types: [opened] } }', "join(github.event.issue.labels.*.name, ',') == 'ok'", 'guarded'],
  ['issues', "join(github.event.issue.labels.*.name, ',') == 'ok'", 'open'],
  ['issues', "contains(format('[{0}]', github.actor), 'alice')", 'guarded'],
  ['issues', "contains(format('[{0}{1}]', github.actor, github.event.issue.title), 'alice')", 'open'],
  ['issues', "startsWith(format('{0}-x', github.actor), 'alice')", 'guarded'],
  ['issues', "startsWith(format('{0}', github.event.issue.body), '/go')", 'open'],
  ['issues', `contains(fromJSON(format('["{0}"]', vars.PEOPLE)), github.actor)`, 'unknown'],
  ['issues', "case(github.actor == 'alice', 'go', 'stop') == 'go'", 'guarded'],
  ['issues', "case(github.actor == 'alice', 'stop', 'go') == 'go'", 'open'],
  ['issues', "case(github.event.issue.author_association == 'OWNER', true, false)", 'guarded'],
  ['issues', "case(github.event.issue.author_association == 'OWNER', true, true)", 'open'],
];

/** A step that chooses what comes next by the kind of event and the text of a comment. */
const ROUTER = `- id: c
  uses: actions/github-script@v7
  env:
    KIND: '\${{ github.event_name }}.\${{ github.event.action }}'
    TEXT: '\${{ github.event.comment.body || github.event.issue.body }}'
  with:
    script: |
      const kind = process.env.KIND;
      const text = process.env.TEXT;
      if (kind === 'pull_request.opened') {
        core.setOutput('go', 'review');
      } else if (['issues.opened', 'issues.reopened'].includes(kind)) {
        core.setOutput('go', 'triage');
      } else if (text.startsWith("@agent")) {
        core.setOutput('go', 'invoke');
      }`;

/** Jobs before that of the agent, what that states, and whether an outsider reaches it. */
const JOBS: readonly (readonly [what: string, jobs: string, job: string, outcome: Outcome])[] = [
  [
    'an output that is made where anyone comes',
    `gate:\n  runs-on: x\n  outputs: { go: "\${{ steps.c.outputs.go }}" }\n  steps:\n${indented(run(`echo "go=true" ${OUT}`), 4)}`,
    "needs: gate\nif: needs.gate.outputs.go == 'true'",
    'open',
  ],
  [
    'an output that is made where nobody comes',
    `gate:\n  if: github.event.issue.author_association == 'OWNER'\n  runs-on: x\n  outputs: { go: "\${{ steps.c.outputs.go }}" }\n  steps:\n${indented(run(`echo "go=true" ${OUT}`), 4)}`,
    "needs: gate\nif: always() && needs.gate.outputs.go == 'true'",
    'guarded',
  ],
  [
    'the result of a job that fails',
    `gate:\n  runs-on: x\n  steps:\n${indented(run(`${ROLE}\nif [ "$ROLE" != admin ]; then exit 1; fi`), 4)}`,
    "needs: gate\nif: always() && needs.gate.result == 'success'",
    'guarded',
  ],
  [
    'a job that fails',
    `gate:\n  runs-on: x\n  steps:\n${indented(run(`${ROLE}\nif [ "$ROLE" != admin ]; then exit 1; fi`), 4)}`,
    'needs: gate',
    'guarded',
  ],
  [
    'a job that fails, and the next one runs anyway',
    `gate:\n  runs-on: x\n  steps:\n${indented(run(`${ROLE}\nif [ "$ROLE" != admin ]; then exit 1; fi`), 4)}`,
    'needs: gate\nif: always()',
    'open',
  ],
  ...(['!failure()', '!cancelled()'] as const).flatMap((condition) => [
    [
      `a job that fails, and the next one asks \`${condition}\``,
      `gate:\n  runs-on: x\n  steps:\n${indented(run(`${ROLE}\nif [ "$ROLE" != admin ]; then exit 1; fi`), 4)}`,
      `needs: gate\nif: "${condition}"`,
      condition === '!failure()' ? 'guarded' : 'open',
    ] as const,
    [
      `a job that is left out, and the next one asks \`${condition}\``,
      "gate: { runs-on: x, if: github.actor == 'octocat', steps: [{ run: date }] }",
      `needs: gate\nif: "${condition}"`,
      'open',
    ] as const,
  ]),
  [
    'the results of all jobs',
    `gate:\n  runs-on: x\n  steps:\n${indented(run(`${ROLE}\nif [ "$ROLE" != admin ]; then exit 1; fi`), 4)}`,
    "needs: gate\nif: always() && !contains(needs.*.result, 'failure')",
    'guarded',
  ],
  [
    'a matrix',
    'gate: { runs-on: x, steps: [{ run: date }] }',
    "strategy: { matrix: { go: ['true', 'false'] } }\nif: matrix.go == 'true'",
    'open',
  ],
  ...(
    [
      [`'\${{ fromJSON(''["true"]'') }}'`, 'open'],
      [`'\${{ fromJSON(''["false"]'') }}'`, 'guarded'],
      ["'${{ fromJSON(needs.gate.outputs.list) }}'", 'unknown'],
    ] as const
  ).map(
    ([list, outcome]) =>
      [
        `a matrix that is computed: ${list}`,
        'gate: { runs-on: x, outputs: { list: "${{ steps.c.outputs.list }}" }, steps: [{ id: c, uses: some/list@v1 }] }',
        `needs: gate\nstrategy: { matrix: { go: ${list} } }\nif: matrix.go == 'true'`,
        outcome,
      ] as const,
  ),
  [
    'a variable of the job with a secret',
    'gate: { runs-on: x, steps: [{ run: date }] }',
    "env: { KEY: '${{ secrets.KEY }}' }\nif: env.KEY != ''",
    'open',
  ],
  [
    'a variable of the job',
    'gate: { runs-on: x, steps: [{ run: date }] }',
    "env: { WHO: '${{ github.actor }}' }\nif: env.WHO == 'octocat'",
    'guarded',
  ],
];

/** A called workflow, and an action, that run an agent if an input has a value. */
const INNER = {
  '.github/workflows/inner.yml': `on: { workflow_call: { inputs: { who: {}, ref: {} } } }\npermissions: { issues: write }\njobs:\n  one:\n    runs-on: x\n    if: inputs.who == 'octocat'\n    steps: [{ uses: ${GEMINI} }]\n`,
  '.github/workflows/head.yml': `on: { workflow_call: { inputs: { ref: {} } } }\njobs:\n  one:\n    runs-on: x\n    steps:\n      - uses: actions/checkout@v4\n        with: { ref: '\${{ inputs.ref }}' }\n      - run: claude -p x --allowedTools Read\n`,
};
const calling = (file: string, given: string, on = 'issues', more = ''): string =>
  `on: ${on}\n${more}jobs:\n  one:\n    uses: ./.github/workflows/${file}.yml\n    with: { ${given} }\n`;
const withVariable = (value: string): string =>
  `on: issues\nenv: { WHO: '\${{ ${value} }}' }\npermissions: { issues: write }\njobs:\n  one:\n    runs-on: x\n    if: env.WHO == 'octocat'\n    steps: [{ uses: ${GEMINI} }]\n`;
const READER =
  '{ uses: anthropics/claude-code-base-action@v1, with: { prompt: Say., claude_args: --allowedTools Read } }';
const unknownFor = (step: string): string =>
  `on: issues\npermissions: { issues: write }\njobs:\n  one:\n    runs-on: x\n    steps:\n      - { id: c, uses: some/filter@v1 }\n      - if: steps.c.outputs.go == 'true'\n        ${step.slice(2, -2).replace(', with', '\n        with')}\n`;

const behindOther = (more = ''): string =>
  `on: { workflow_run: { workflows: [CI] } }\npermissions: { contents: read }\njobs:\n  one:\n    runs-on: x\n    steps:\n      - run: claude -p x ${more}--allowedTools Read\n`;

/** Whole workflows, and whether an outsider reaches their agent. */
const WHOLE: readonly (readonly [what: string, text: string, outcome: Outcome | 'listed'])[] = [
  ['a variable of the workflow with an actor', withVariable('github.actor'), 'guarded'],
  ['a variable of the workflow with a text', withVariable('github.event.issue.title'), 'open'],
  ['an input with an actor', calling('inner', "who: '${{ github.actor }}'"), 'guarded'],
  ['an input with a text', calling('inner', "who: '${{ github.event.issue.title }}'"), 'open'],
  ['an answer that is not known, for an agent that acts', unknownFor(`{ uses: ${GEMINI} }`), 'unknown'],
  ['an answer that is not known, for an agent that reads', unknownFor(READER), 'listed'],
  ['another workflow that is not there', behindOther(), 'listed'],
  ['the same for an agent whose log is reported', behindOther('--output-format stream-json '), 'guarded'],
];

/** A workflow with one job: what starts it, its rights, its steps; and what is reported, by line, level and rule. */
const ACTS: readonly (readonly [
  what: string,
  on: string,
  rights: string,
  steps: string,
  found: readonly string[],
])[] = [
  ...["env: { SHA: '${{ github.event.pull_request.head.sha }}' }", "env: { SHA: '${{ github.sha }}' }"].map(
    (env) =>
      [
        `the head of a fork by a variable, then an install: ${env}`,
        'pull_request_target',
        '{ contents: read }',
        `- uses: actions/checkout@v4\n  ${env}\n  with: { ref: '\${{ env.SHA }}' }\n- run: npm ci\n- uses: anthropics/claude-code-action@v1\n  with: { prompt: Review., claude_args: '--allowedTools Read' }`,
        env.includes('head') ? ['9 error scope/remote-script'] : [],
      ] as const,
  ),
  ...[
    'gh pr view "$N" --json headRefOid --jq .headRefOid',
    'gh pr view "$N" --json headRefName --jq .headRefName',
    'git rev-parse HEAD',
  ].map(
    (command) =>
      [
        `the head of a fork by an output: ${command}`,
        'issue_comment',
        '{ contents: write }',
        `${run(`echo "sha=$(${command})" ${OUT}`)}\n- run: git checkout "$SHA"\n  env: { SHA: '\${{ steps.c.outputs.sha }}' }\n- run: claude -p x --allowedTools Read`,
        command.includes('headRefOid')
          ? ['10 error scope/remote-script', '12 warning scope/remote-script']
          : ['12 warning scope/remote-script'],
      ] as const,
  ),
  // What is looked up says of a pull request that it is from a fork, and the step fails.
  ...(
    [
      [
        script(
          'const fork = pr.head.repo.full_name !== `${context.repo.owner}/${context.repo.repo}`;\nif (fork) core.setFailed("a fork");',
        ),
        [],
      ],
      [script('if (pr.head.repo.fork) throw new Error("a fork");'), []],
      [
        script(
          'const { owner, repo } = context.repo;\nif (pr.base.repo.full_name !== `${owner}/${repo}`) core.setFailed("x");',
        ),
        undefined,
      ],
      [
        run(
          'if [ "$(gh pr view 1 --json isCrossRepository --jq .isCrossRepository)" = true ]; then exit 1; fi',
        ),
        [],
      ],
      [run('if [ "$(gh pr view 1 --json isDraft --jq .isDraft)" = true ]; then exit 1; fi'), undefined],
    ] as const
  ).map(
    ([step, found]) =>
      [
        `a fork that is looked up: ${step}`,
        'pull_request_target',
        '{ contents: read }',
        `- uses: actions/checkout@v4\n  with: { ref: '\${{ github.event.pull_request.head.sha }}' }\n${step}\n- run: npm ci\n- uses: anthropics/claude-code-action@v1\n  with: { prompt: Review., claude_args: '--allowedTools Read' }`,
        found ?? ['8 error scope/remote-script'],
      ] as const,
  ),
  ...(
    [
      ["if: contains(steps.r.outputs.structured_output, 'approve')", 'run: gh pr review --approve', true],
      ["if: steps.r.outputs.structured_output != ''", 'run: gh pr review --approve', false],
      ["if: steps.r.outputs.structured_output == 'ok'", 'run: gh pr view 1', false],
      ["if: steps.r.outputs.structured_output == 'ok'", 'run: gh workflow run ci.yml', true],
      ["if: steps.r.outputs.structured_output == 'ok'", 'run: gh workflow view ci.yml', false],
      ["if: steps.r.outputs.conclusion == 'success'", 'run: gh pr merge', false],
      ["if: steps.r.outputs.structured_output == 'ok'", 'uses: hmarr/auto-approve-action@v4', true],
      [
        'env: { A: "${{ steps.r.outputs.structured_output }}" }',
        `run: 'if echo "$A" | grep -q OK; then git push; fi'`,
        true,
      ],
    ] as const
  ).map(
    ([condition, deed, isFound]) =>
      [
        `the answer of an agent decides: ${condition} ${deed}`,
        'pull_request',
        '{ contents: read }',
        `- id: r\n  uses: anthropics/claude-code-action@v1\n  with: { prompt: Review., claude_args: '--allowedTools Read' }\n- ${condition}\n  ${deed}`,
        isFound ? ['11 error approval/auto-approved'] : [],
      ] as const,
  ),
  ...(
    [
      ['issues', 'austenstone/copilot-cli@v3', 'prompt: Triage.', ['7 error scope/remote-script']],
      ['issues', 'austenstone/copilot-cli@v3', "prompt: Triage., allow-all-tools: 'false'", []],
      ['issues', 'google-labs-code/jules-invoke@v1', 'prompt: Triage.', ['7 error scope/remote-script']],
      ['workflow_dispatch', 'google-labs-code/jules-invoke@v1', 'prompt: Triage.', []],
    ] as const
  ).map(
    ([on, uses, given, found]) =>
      [
        `a known wrapper on ${on}: ${uses} with ${given}`,
        on,
        '{ issues: write }',
        `- uses: ${uses}\n  with: { ${given} }`,
        found,
      ] as const,
  ),
  ...(['pull_request', 'issue_comment', 'workflow_run', 'schedule'] as const).map(
    (on) =>
      [
        `every message of the stream on ${on}`,
        on === 'schedule' ? "{ schedule: [{ cron: '0 0 * * 0' }] }" : on,
        '{ contents: read }',
        '- run: claude -p x --output-format stream-json --allowedTools Read',
        on === 'schedule' ? [] : ['7 warning scope/remote-script'],
      ] as const,
  ),
  ...(['schedule', 'workflow_dispatch', 'push'] as const).flatMap((on) =>
    (['write', 'read'] as const).map(
      (right) =>
        [
          `any command with \`contents: ${right}\` on ${on}`,
          on === 'schedule' ? "{ schedule: [{ cron: '0 0 * * 0' }] }" : on,
          `{ contents: ${right} }`,
          "- uses: anthropics/claude-code-action@v1\n  with: { prompt: Check., claude_args: '--allowedTools Bash' }",
          right === 'write' ? ['7 warning scope/wildcard'] : [],
        ] as const,
    ),
  ),
  ...['{ issues: { types: [labeled] } }', 'schedule'].map(
    (on) =>
      [
        `a full log on ${on}`,
        on === 'schedule' ? "{ schedule: [{ cron: '0 0 * * 0' }] }" : on,
        '{ contents: read }',
        "- uses: anthropics/claude-code-action@v1\n  with: { prompt: Check., show_full_output: 'true' }",
        on === 'schedule' ? [] : ['8 warning scope/remote-script'],
      ] as const,
  ),
  ...(
    [
      ['kimi --print -p "$P"', 'error'],
      ['kimi --version', undefined],
      ['uvx kimi-cli -y -p "$P"', 'error'],
      ['uvx other-cli -y -p "$P"', undefined],
      ['kilo run --auto "$P"', 'error'],
      ['kilo auth list', undefined],
      ['kilocode --auto "$P"', 'error'],
      ['kilocode auth', undefined],
      ['npx @kilocode/cli run --auto "$P"', 'error'],
      ['npx @kilocode/cli --help', undefined],
      ['cline -y "$P"', 'error'],
      ['cline --version', undefined],
      ['timeout 300 cline task new -y "$P"', 'error'],
      ['timeout 300 cline config list', undefined],
      ['vibe -p "$P" --auto-approve', 'error'],
      ['vibe --setup', undefined],
      ['vibe --prompt "$P"', 'error'],
      ['vibe --prompt "$P" --enabled-tools read_file', 'warning'],
      ['pi -p "$P"', 'error'],
      ['pi -p --tools read,grep "$P"', 'warning'],
      ['bash -c "pi --print x"', 'error'],
      ['pip install --print x', undefined],
      ['iflow -y -p "$P"', 'error'],
      ['iflow -p "$P"', 'warning'],
      ['echo "$P" | xargs iflow --yolo -p', 'error'],
      ['echo "$P" | xargs iflow mcp list', undefined],
      ['qodercli -p "$P" --yolo', 'error'],
      ['qodercli -p "$P" --allowed-tools Read', 'warning'],
      ['qodercli -p "$P" --permission-mode bypass_permissions', 'error'],
      ['qodercli --print "$P"', 'warning'],
      ['devin -p "$P" --permission-mode bypass', 'error'],
      ['devin -p "$P"', 'warning'],
      ['sudo devin -p --permission-mode=dangerous -- "$P"', 'error'],
      ['sudo devin auth status', undefined],
      ['grok --always-approve -p "$P"', 'error'],
      ['grok -p "$P" --tools Read', 'warning'],
      ['npx @vibe-kit/grok-cli --prompt "$P" --yolo', 'error'],
      ['npx @vibe-kit/grok-cli --help', undefined],
      ['droid exec --auto high "$P"', 'error'],
      ['droid exec "$P"', 'warning'],
      ['droid exec --skip-permissions-unsafe -f p.md', 'error'],
      ['droid --version', undefined],
      ['env A=1 nice droid exec --auto=high x', 'error'],
      ['env A=1 nice droid exec --auto low x', 'warning'],
      ['openhands --headless -t "$P"', 'error'],
      ['openhands --help', undefined],
      ['uvx openhands-ai --headless -t x', 'error'],
      ['uvx openhands-ai serve', undefined],
      ['docker run img sh -c "openhands --headless -t x"', 'error'],
      ['docker run img sh -c "echo openhands"', undefined],
    ] as const
  ).map(
    ([command, level]) =>
      [
        `\`${command}\` for anyone`,
        'issues',
        '{ contents: write }',
        `- run: |\n    ${command}`,
        level === undefined ? [] : [`7 ${level} scope/remote-script`],
      ] as const,
  ),
];

/** A step that runs an agent, whose answer is `ANSWER` in the steps behind it. */
const REVIEW = `- id: a\n  uses: anthropics/claude-code-action@v1\n  with: { prompt: Review., claude_args: '--allowedTools Read' }`;
const ANSWER = 'steps.a.outputs.structured_output';

/** A command behind the agent, with its answer in `A`. */
const behind = (command: string, answer = ANSWER): string =>
  `- env: { A: "\${{ ${answer} }}" }\n  run: |\n${indented(command, 4)}`;

/** A script behind the agent, with its answer in `A`. */
const scriptBehind = (code: string): string =>
  `- uses: actions/github-script@v7\n  env: { A: "\${{ ${ANSWER} }}" }\n  with:\n    script: |\n${indented(code, 6)}`;

const merging = (condition: string): string => `- if: ${JSON.stringify(condition)}\n  run: gh pr merge 1`;
const CLI = '- run: claude -p x --allowedTools Read';
const APPROVE = "await github.rest.pulls.createReview({ event: 'APPROVE' });";
const CALLED = {
  '.github/actions/review/action.yml': `outputs:\n  v: { value: "\${{ ${ANSWER} }}" }\nruns:\n  using: composite\n  steps:\n${indented(REVIEW, 4)}\n`,
  '.github/workflows/review.yml': `on:\n  workflow_call:\n    outputs:\n      v: { value: "\${{ jobs.r.outputs.v }}" }\njobs:\n  r:\n    runs-on: x\n    outputs: { v: "\${{ ${ANSWER} }}" }\n    steps:\n${indented(REVIEW, 6)}\n`,
};

/** Steps that act on what an agent answers, and their twins, in which something else decides. */
const DECIDED: readonly (readonly [what: string, steps: string, twin: string])[] = [
  [
    'a pattern between brackets',
    ...both((x) => `${REVIEW}\n${behind(`if [[ "${x}" == *LGTM* ]]; then gh pr merge 1; fi`)}`),
  ],
  [
    'a pattern of a case',
    ...both((x) => `${REVIEW}\n${behind(`case "${x}" in\n  *approve*) git push ;;\nesac`)}`),
  ],
  [
    'a word in a pipe',
    ...both((x) => `${REVIEW}\n${behind(`echo "${x}" | grep -q APPROVED && gh pr merge 1`)}`),
  ],
  [
    'a part of its JSON',
    ...both(
      (x) =>
        `${REVIEW}\n${behind(`V=$(echo "${x}" | jq -r .verdict)\nif [ "$V" = ok ]; then gh pr review --approve; fi`)}`,
    ),
  ],
  [
    'a step that fails on a word',
    ...both(
      (x) =>
        `${REVIEW}\n${behind(`if echo "${x}" | grep -q BLOCK; then exit 1; fi`)}\n${merging('success()')}`,
    ),
  ],
  [
    'any answer but one',
    ...both((x) => `${REVIEW}\n${behind(`if [ "${x}" != no ]; then gh pr comment 1 --body x; fi`)}`),
  ],
  [
    'a comment in one branch of two',
    `${REVIEW}\n${behind('if [ "$A" = ok ]; then gh pr comment 1 --body ok; fi')}`,
    `${REVIEW}\n${behind('if [ "$A" = ok ]; then gh pr comment 1 --body ok; else gh pr comment 1 --body no; fi')}`,
  ],
  [
    'the file with its answer',
    `${REVIEW}\n${behind('if grep -q LGTM "$A"; then gh pr merge 1; fi', 'steps.a.outputs.execution_file')}`,
    `${REVIEW}\n${behind('if grep -q LGTM notes.md; then gh pr merge 1; fi', 'steps.a.outputs.execution_file')}`,
  ],
  [
    'a file that its step writes',
    ...both((x) => `${CLI} > r.txt\n- run: grep -q OK ${x === '$A' ? 'r.txt' : 'n.txt'} && gh pr merge 1`),
  ],
  [
    'the last line of that file',
    ...both(
      (x) =>
        `${CLI} | tee r.txt\n- run: '[ "$(tail -1 ${x === '$A' ? 'r.txt' : 'n.txt'})" = OK ] && npm publish'`,
    ),
  ],
  [
    'a file that the same step writes',
    ...both(
      (x) =>
        `- run: |\n    claude -p "$(cat n.txt)" --allowedTools Read > r.txt\n    if grep -q OK ${x === '$A' ? 'r.txt' : 'n.txt'}; then gh pr merge 1; fi`,
    ),
  ],
  [
    'a variable of the same step',
    ...both(
      (x) =>
        `- run: |\n    A=$(claude -p x --allowedTools Read)\n    if [[ ${x} == *yes* ]]; then gh pr merge 1; fi`,
    ),
  ],
  [
    'a pipe in the same step',
    '- run: if claude -p x --allowedTools Read | grep -q yes; then git push; fi',
    '- run: claude -p x --allowedTools Read; if git status | grep -q clean; then git push; fi',
  ],
  [
    'an output that a step passes on',
    ...both(
      (x) =>
        `${REVIEW}\n${behind(`echo "go=${x}" >> "$GITHUB_OUTPUT"`).replace('- env', '- id: w\n  env')}\n${merging("steps.w.outputs.go == 'yes'")}`,
    ),
  ],
  [
    'a variable that a step passes on',
    ...both((x) => `${REVIEW}\n${behind(`echo "GO=${x}" >> "$GITHUB_ENV"`)}\n${merging("env.GO == 'go'")}`),
  ],
  [
    'a member of its JSON in a condition',
    `${REVIEW}\n${merging(`fromJSON(${ANSWER}).ok == true`)}`,
    `${REVIEW}\n${merging(`fromJSON('{"ok":true}').ok == true`)}`,
  ],
  [
    'a bare member of its JSON in a condition',
    `${REVIEW}\n${merging(`fromJSON(${ANSWER}).ok`)}`,
    `${REVIEW}\n${merging(`fromJSON(${ANSWER}).summary != ''`)}`,
  ],
  [
    'a bare member in a script',
    `${REVIEW}\n${scriptBehind(`const v = JSON.parse(process.env.A);\nif (v.ok) ${APPROVE}`)}`,
    `${REVIEW}\n${scriptBehind(`const body = JSON.parse(process.env.A).summary;\nif (process.env.A) await github.rest.issues.createComment({ body });`)}`,
  ],
  [
    'how it begins, in a condition',
    `${REVIEW}\n${merging(`startsWith(${ANSWER}, 'yes')`)}`,
    `${REVIEW}\n${merging("steps.a.outcome == 'success'")}`,
  ],
  [
    'an answer of a model without tools',
    `- { id: a, uses: actions/ai-inference@v1, with: { prompt: Safe? } }\n- if: contains(steps.a.outputs.response, 'SAFE')\n  uses: hmarr/auto-approve-action@v4`,
    `- { id: a, uses: actions/ai-inference@v1, with: { prompt: Safe? } }\n- if: github.actor == 'dependabot[bot]'\n  uses: hmarr/auto-approve-action@v4`,
  ],
  [
    'an action of the repository',
    ...both(
      (x) =>
        `- { id: a, uses: ./.github/actions/review }\n${merging(x === '$A' ? "steps.a.outputs.v == 'ok'" : "steps.a.outcome == 'success'")}`,
    ),
  ],
  [
    'a member in a script',
    `${REVIEW}\n${scriptBehind(`const v = JSON.parse(process.env.A);\nif (v.verdict === 'approve') ${APPROVE}`)}`,
    `${REVIEW}\n${scriptBehind(`const v = JSON.parse(process.env.A);\ncore.info(v.verdict);\nif (context.actor === 'alice') ${APPROVE}`)}`,
  ],
  [
    'a pattern in a script',
    `${REVIEW}\n${scriptBehind(`const text = process.env.A.toLowerCase();\nif (/approve/.test(text)) {\n  ${APPROVE}\n}`)}`,
    `${REVIEW}\n${scriptBehind(`const text = process.env.A.toLowerCase();\ncore.info(text);\nif (/main/.test(context.ref)) {\n  ${APPROVE}\n}`)}`,
  ],
  [
    'a line in a script',
    `${REVIEW}\n${scriptBehind(`const ok = process.env.A.split('\\n').some((line) => line.startsWith('OK'));\nif (!ok) return;\n${APPROVE}`)}`,
    `${REVIEW}\n${scriptBehind(`const body = process.env.A || 'none';\nawait github.rest.issues.createComment({ body });`)}`,
  ],
];

/** A text with the answer of the agent, and with another one in its place. */
function both(text: (answer: string) => string): [string, string] {
  return [text('$A'), text('$GITHUB_REF')];
}

const outcomeOf = async (text: string, beside: Record<string, string> = {}): Promise<Outcome | 'listed'> => {
  const { findings, notAssessed } = await lintFiles({ [FILE]: text, ...beside });
  const own = findings.filter(({ rule }) => rule === 'scope/remote-script');
  if (own.some(({ message }) => message.startsWith('Anyone can start'))) return 'open';
  if (own.some(({ message, severity }) => severity === 'warning' && message.includes('is not known')))
    return 'unknown';
  return notAssessed.some(({ rule, at }) => rule === 'scope/remote-script' && at.file === FILE)
    ? 'listed'
    : 'guarded';
};

const asJob = (steps: string): string =>
  `on: pull_request\njobs:\n  one:\n    runs-on: x\n    steps:\n${indented(steps, 6)}\n`;

const AGENT = `- uses: ${GEMINI}`;

const YOLO = 'claude -p x --dangerously-skip-permissions';

describe('what a compared value of a workflow is made from', () => {
  it.each([
    [`${ROLE}\nif [ "$ROLE" != admin ]; then exit 1; fi\n${YOLO}`, 'guarded'],
    [`${ROLE}\nif [ "$ROLE" = admin ]; then\n  ${YOLO}\nfi`, 'guarded'],
    [`${YOLO}\n${ROLE}\nif [ "$ROLE" != admin ]; then exit 1; fi`, 'open'],
    [`if [ -n "$BODY" ]; then\n  ${YOLO}\nfi`, 'open'],
    [`review() {\n  ${YOLO}\n}\nreview`, 'open'],
    [`./may.sh || exit 1\n${YOLO}`, 'unknown'],
    [`curl -s "https://api.github.com/orgs/o/members/$GITHUB_ACTOR"\n${YOLO}`, 'open'],
  ])('in the command that starts the agent: %j', async (text, outcome) => {
    const steps = indented(run(text), 6);
    expect(
      await outcomeOf(
        `on: issues\npermissions: { issues: write }\njobs:\n  one:\n    runs-on: x\n    steps:\n${steps}\n`,
      ),
    ).toBe(outcome);
  });

  it.each(STEPS)('%s: %#', async (_, before, condition, outcome) => {
    const text = `on: { issues: { types: [opened] } }\npermissions: { issues: write }\njobs:\n  one:\n    runs-on: x\n    steps:\n${indented(before, 6)}\n${indented(`${AGENT}\n  if: ${JSON.stringify(condition)}`, 6)}\n`;
    expect(await outcomeOf(text)).toBe(outcome);
  });

  it.each(ROUTES)('by the event that starts it: %s, %s', async (on, condition, outcome) => {
    const steps = `${ROUTER}\n${AGENT}\n  if: ${JSON.stringify(condition)}`;
    const text = `on: ${on}\npermissions: { issues: write }\njobs:\n  one:\n    runs-on: x\n    steps:\n${indented(steps, 6)}\n`;
    expect(await outcomeOf(text)).toBe(outcome);
  });

  it.each(JOBS)('of other jobs: %s', async (_, jobs, job, outcome) => {
    const text = `on: { issues: { types: [opened] } }\npermissions: { issues: write }\njobs:\n${indented(jobs, 2)}\n  one:\n    runs-on: x\n${indented(job, 4)}\n    steps:\n${indented(AGENT, 6)}\n`;
    expect(await outcomeOf(text)).toBe(outcome);
  });

  it.each(WHOLE)('in a whole workflow: %s', async (_, text, outcome) => {
    expect(await outcomeOf(text, INNER)).toBe(outcome);
  });

  it.each([
    ['head.sha', 'permissions: { contents: write }\n', 'error'],
    ['head.sha', 'permissions: { contents: read }\n', 'error'],
    ['base.sha', 'permissions: { contents: write }\n', undefined],
  ])('and the head of a fork by an input: %s with %j', async (head, rights, level) => {
    const ref = `ref: '\${{ github.event.pull_request.${head} }}'`;
    const { findings } = await lintFiles({
      [FILE]: calling('head', ref, 'pull_request_target', rights),
      ...INNER,
    });
    const found = findings.filter(({ message }) => message.startsWith('The author of a fork configures'));
    expect(found.map(({ severity }) => severity)).toEqual(level === undefined ? [] : [level]);
  });

  it.each(ACTS)('and what follows from it: %s', async (_, on, rights, steps, stated) => {
    const text = `on: ${on}\npermissions: ${rights}\njobs:\n  one:\n    runs-on: x\n    steps:\n${indented(steps, 6)}\n`;
    const { findings } = await lintFiles({ [FILE]: text });
    expect(
      findings
        .filter(({ severity }) => severity !== 'info')
        .map(({ range, severity, rule }) => `${String(range.start.line)} ${severity} ${rule}`),
    ).toEqual(stated);
  });

  it.each([
    ...DECIDED.map(([what, steps, twin]) => [what, asJob(steps), asJob(twin)]),
    [
      'a workflow of the repository',
      ...["needs.one.outputs.v == 'ok'", "needs.one.result == 'success'"].map(
        (condition) =>
          `on: push\njobs:\n  one:\n    uses: ./.github/workflows/review.yml\n  two:\n    needs: one\n    if: ${condition}\n    runs-on: x\n    steps:\n      - run: gh pr merge 1\n`,
      ),
    ],
    [
      'an output of another job, unless somebody may review its run',
      ...['', '    environment: production\n'].map(
        (reviewed) =>
          `on: push\njobs:\n  one:\n    runs-on: x\n    outputs: { v: "\${{ ${ANSWER} }}" }\n    steps:\n${indented(REVIEW, 6)}\n  two:\n    needs: one\n${reviewed}    if: needs.one.outputs.v == 'ship'\n    runs-on: x\n    steps:\n      - run: kubectl apply -f k8s\n`,
      ),
    ],
  ])('and the answer of an agent decides by %s', async (_, shape = '', twin = '') => {
    const decided = async (text: string) =>
      (await lintFiles({ [FILE]: text, ...CALLED })).findings
        .filter(({ rule }) => rule === 'approval/auto-approved')
        .map(({ severity, message }) => `${severity} ${message.slice(0, 29)}`);
    expect(await decided(shape)).toEqual(['error The answer of an agent decide']);
    expect(await decided(twin)).toEqual([]);
  });

  it.each<[input: string, key: string, isListed: boolean, uses?: string]>([
    ['prompt: Do it.', 'key: ${{ secrets.ANTHROPIC_API_KEY }}', true],
    ['prompt: Do it.', 'key: ${{ secrets.JULES_API_KEY }}', true],
    ['prompt: Do it.', 'key: ${{ secrets.NPM_TOKEN }}', false],
    ['path: x', 'key: ${{ secrets.ANTHROPIC_API_KEY }}', false],
    ['copilot-token: ${{ secrets.PAT }}', 'who: me', true, './tools/run'],
    ['repo-token: ${{ secrets.PAT }}', 'who: me', false, './tools/run'],
    ['copilot-token: ${{ secrets.PAT }}', 'who: me', false],
  ])(
    'lists an action that is not read and may start an agent: %s, %s',
    async (input, key, isListed, uses = 'some/runner@v1') => {
      const { notAssessed } = await lintFiles({
        [FILE]: `on: push\njobs:\n  one:\n    runs-on: x\n    steps:\n      - uses: ${uses}\n        with:\n          ${input}\n          ${key}\n`,
      });
      expect(notAssessed.map(({ message }) => message)).toEqual(
        isListed ? [`\`${uses}\` may start an agent: the action is not read.`] : [],
      );
    },
  );
});
