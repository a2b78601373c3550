import { expect, it } from 'vitest';
import words from '../../src/assess/approval/effect-phrases.json' with { type: 'json' };
import { programRows } from '../../src/facts/programs/table.js';
import { lintFiles } from '../rules/lint-files.js';

const judge = async (entry: string) => {
  const settings = JSON.stringify({ permissions: { allow: [entry] } });
  const { findings } = await lintFiles({ '.claude/settings.json': settings });
  return findings.map(({ severity }) => severity);
};

it.each([
  ['Bash(gcloud projects describe my-project:*)', 'Bash(gcloud projects delete my-project:*)', 'error'],
  ['Bash(gcloud logging read "severity>=ERROR":*)', 'Bash(gcloud logging:*)', 'error'],
  ['Bash(gcloud run services describe api:*)', 'Bash(gcloud run services delete api:*)', 'error'],
  ['Bash(gcloud config get-value project:*)', 'Bash(gcloud:*)', 'error'],
  ['Bash(gcloud config:*)', 'Bash(gcloud sql:*)', 'error'],
  ['Bash(gcloud auth:*)', 'Bash(gcloud projects:*)', 'error'],
  ['Bash(gh repo set-default:*)', 'Bash(gh repo edit:*)', 'error'],
  [
    "Bash(aws events list-rules --query 'Rules[*].[Name,Arn]')",
    "Bash(aws * list-rules --query 'Rules[*]')",
    'error',
  ],
  ['Bash(gcloud storage ls:*)', 'Bash(gcloud storage:*)', 'error'],
  ['Bash(az account show --query id:*)', 'Bash(az account:*)', 'error'],
  ['Bash(az group list --query x:*)', 'Bash(az group:*)', 'error'],
  ['Bash(az vm list -g rg:*)', 'Bash(az vm delete -g rg:*)', 'error'],
  ['Bash(az account set --subscription x:*)', 'Bash(az webapp config set -n x:*)', 'error'],
  ['Bash(az config:*)', 'Bash(az extension:*)', 'error'],
  ['Bash(az storage blob download:*)', 'Bash(az storage blob upload:*)', 'error'],
  ['Bash(doctl apps logs my-app:*)', 'Bash(doctl apps delete my-app:*)', 'error'],
  ['Bash(vercel env pull:*)', 'Bash(vercel env add:*)', 'error'],
  ['Bash(deno test:*)', 'Bash(deno run:*)', 'error'],
  ['Bash(deno task build:*)', 'Bash(deno task:*)', 'warning'],
  ['Bash(git clean -nd)', 'Bash(git clean -fd)', 'warning'],
  ['Bash(git clean --dry-run:*)', 'Bash(git clean:*)', 'warning'],
  ['Bash(git reset --soft HEAD~1)', 'Bash(git reset --hard HEAD~1)', 'warning'],
  ['Bash(git restore --staged .)', 'Bash(git restore --staged --worktree .)', 'warning'],
  ['Bash(git push origin --dry-run)', 'Bash(git push origin)', 'warning'],
  ['Bash(cargo publish --dry-run)', 'Bash(cargo publish)', 'warning'],
  [
    'Bash(kubectl apply -f x.yaml --dry-run=client)',
    'Bash(kubectl apply -f x.yaml --dry-run=none)',
    'warning',
  ],
  ['Bash(psql -l)', 'Bash(psql)', 'warning'],
  ['Bash(perl -v)', 'Bash(perl -v:*)', undefined],
  ['Bash(docker compose down)', 'Bash(docker compose down --remove-orphans -v)', 'warning'],
  ['Bash(make test)', 'Bash(make deploy)', 'warning'],
  ['Bash(npm run build)', 'Bash(npm run deploy)', 'warning'],
  ['Bash(npm run release-notes)', 'Bash(npm run release-all)', 'warning'],
  ['Bash(./release-notes.sh)', 'Bash(./deploy.sh:*)', 'warning'],
  ['Bash(bash scripts/test.sh)', 'Bash(bash scripts/release.sh)', 'warning'],
  ['Bash(npm run release:notes:*)', 'Bash(npm run release:*)', 'warning'],
  ['Bash(aws --profile prod s3 ls:*)', 'Bash(aws --profile prod s3 rm:*)', 'error'],
  ['Bash(redis-cli -h prod GET x)', 'Bash(redis-cli -h prod FLUSHALL)', 'warning'],
  ['Bash(sed -n 1,5p a.txt)', 'Bash(sed -i s/a/b/ a.txt)', 'warning'],
  ['Bash(sed s/a/b/ a.txt)', 'Bash(sed --in-place=.bak s/a/b/ a.txt)', 'warning'],
  ['Bash(sed -n:*)', 'Bash(sed:*)', 'warning'],
  ['Bash(sed -n:*)', 'Bash(sed -i:*)', 'warning'],
  ['Bash(lsblk /dev/sda)', 'Bash(mkfs.ext4 /dev/sda)', 'warning'],
  ['Bash(cmd.exe --help)', 'Bash(cmd.exe /c:*)', 'error'],
  ['Bash(wsl ls)', 'Bash(wsl:*)', 'error'],
  ['Bash(command -v:*)', 'Bash(command:*)', 'error'],
  ['Bash(.venv/bin/pytest:*)', 'Bash(.venv/bin/python:*)', 'error'],
  ['Bash(bundle exec rspec:*)', 'Bash(bundle exec:*)', 'error'],
  ['Bash(bundle exec rails db:version)', 'Bash(bundle exec rails db:drop)', 'warning'],
  ['Bash(forge script x)', 'Bash(forge script x --broadcast)', 'warning'],
  ['Bash(nice -n 5 git status)', 'Bash(nice -n 5 git push:*)', 'error'],
  ['Bash(op run -- npm test)', 'Bash(op run -- npm publish:*)', 'error'],
  ['Bash(sudo -u deploy ls:*)', 'Bash(sudo -u deploy rm:*)', 'error'],
  ['Bash(do echo x)', 'Bash(do rm x)', 'warning'],
  ['Bash(vault kv get:*)', 'Bash(vault kv put:*)', 'error'],
  ['Bash(argocd app get:*)', 'Bash(argocd app sync:*)', 'error'],
  ['Bash(oci compute instance list:*)', 'Bash(oci compute instance terminate:*)', 'error'],
  ['Bash(ibmcloud is instance-list:*)', 'Bash(ibmcloud is instance-delete:*)', 'error'],
  ['Bash(rclone lsf:*)', 'Bash(rclone sync:*)', 'error'],
  ['Bash(rclone sync a b --dry-run)', 'Bash(rclone sync a b)', 'warning'],
  ['Bash(flyway info)', 'Bash(flyway -url=x clean)', 'warning'],
  ['Bash(kafka-topics --list)', 'Bash(kafka-topics --topic x --delete)', 'warning'],
  ['Bash(sui client gas:*)', 'Bash(sui client transfer:*)', 'error'],
  ['Bash(goose status)', 'Bash(goose postgres x down)', 'warning'],
  ['Bash(semantic-release --dry-run)', 'Bash(semantic-release)', 'warning'],
  ['Bash(npx sequelize-cli db:migrate:status)', 'Bash(npx sequelize-cli db:migrate:undo)', 'warning'],
  ['Bash(nx build app)', 'Bash(nx release publish:*)', 'error'],
  ['Bash(helmfile -e prod diff)', 'Bash(helmfile -e prod apply)', 'warning'],
  ['PowerShell(Get-Content:*)', 'PowerShell(Remove-Item:*)', 'error'],
  ['Bash(gh issue view:*)', 'Bash(gh issue edit:*)', 'error'],
  ['Bash(gh issue list:*)', 'Bash(gh issue close:*)', 'error'],
  ['Bash(gh pr view:*)', 'Bash(gh pr close:*)', 'error'],
  ['Bash(stripe refunds list:*)', 'Bash(stripe refunds create:*)', 'error'],
  ['Bash(stripe charges retrieve:*)', 'Bash(stripe charges create:*)', 'error'],
  ['Bash(supabase migration list:*)', 'Bash(supabase db push:*)', 'error'],
  ['Bash(supabase status:*)', 'Bash(supabase db reset:*)', 'error'],
  ['Bash(supabase status)', 'Bash(supabase db reset)', 'warning'],
  ['Bash(prisma migrate status:*)', 'Bash(prisma migrate reset:*)', 'error'],
  ['Bash(npx prisma migrate status:*)', 'Bash(npx prisma db push:*)', 'error'],
  ['Bash(drizzle-kit check:*)', 'Bash(drizzle-kit push:*)', 'error'],
  ['Bash(claude install:*)', 'Bash(claude -p:*)', 'error'],
  ['Bash(drizzle-kit check:*)', 'Bash(drizzle-kit drop:*)', 'warning'],
  ['Bash(alembic history:*)', 'Bash(alembic downgrade:*)', 'error'],
  ['Bash(rails routes:*)', 'Bash(rails db:drop:*)', 'error'],
  ['Bash(gsutil ls:*)', 'Bash(gsutil rm:*)', 'error'],
  ['Bash(bq show:*)', 'Bash(bq rm:*)', 'error'],
  ['Bash(sam validate:*)', 'Bash(sam delete:*)', 'error'],
  ['Bash(tofu plan:*)', 'Bash(tofu apply:*)', 'error'],
  ['Bash(fly status:*)', 'Bash(fly deploy:*)', 'error'],
  ['Bash(wrangler tail:*)', 'Bash(wrangler delete:*)', 'error'],
  ['Bash(sls info:*)', 'Bash(sls remove:*)', 'error'],
  ['Bash(vagrant status:*)', 'Bash(vagrant destroy:*)', 'warning'],
  ['Bash(doctl compute droplet list:*)', 'Bash(doctl compute droplet delete:*)', 'error'],
  ['Bash(mysqladmin status:*)', 'Bash(mysqladmin drop:*)', 'error'],
  ['Bash(cast call:*)', 'Bash(cast send:*)', 'error'],
  ['Bash(forge inspect:*)', 'Bash(forge create:*)', 'error'],
  ['Bash(solana balance:*)', 'Bash(solana transfer:*)', 'error'],
  ['Bash(eas build:list:*)', 'Bash(eas submit:*)', 'error'],
  ['Bash(fastlane lanes:*)', 'Bash(fastlane release:*)', 'error'],
  ['Bash(pm2 list:*)', 'Bash(pm2 delete:*)', 'warning'],
  ['Bash(systemctl status:*)', 'Bash(systemctl stop:*)', 'warning'],
  ['Bash(systemctl list-units:*)', 'Bash(systemctl poweroff:*)', 'error'],
  ['Bash(gh secret list:*)', 'Bash(gh secret set:*)', 'error'],
  ['Bash(gh repo view:*)', 'Bash(gh repo delete:*)', 'error'],
  ['Bash(git diff:*)', 'Bash(git revert:*)', 'warning'],
  ['Bash(git switch main:*)', 'Bash(git checkout -- .:*)', 'warning'],
  ['Bash(aws ec2 describe-instances:*)', 'Bash(aws ec2 terminate-instances:*)', 'error'],
  ['Bash(aws s3api get-object:*)', 'Bash(aws s3api delete-object:*)', 'error'],
  ['Bash(aws iam list-users:*)', 'Bash(aws iam create-user:*)', 'error'],
  ['Bash(vercel env ls:*)', 'Bash(vercel env rm:*)', 'error'],
  ['Bash(vercel ls:*)', 'Bash(vercel rm:*)', 'error'],
  ['Bash(crontab -l)', 'Bash(crontab -r)', 'warning'],
  ['Bash(redis-cli --version)', 'Bash(redis-cli FLUSHALL)', 'warning'],
  ['Bash(mkfs --version)', 'Bash(mkfs /dev/sda)', 'warning'],
  ['Bash(pnpm tsc)', 'Bash(pnpm publish)', 'warning'],
  ['Bash(gh auth status:*)', 'Bash(gh api:*)', 'error'],
  ['Bash(npx own-package:*)', 'Bash(npx:*)', 'error'],
  ['Bash(ls /)', 'Bash(rm -rf /)', 'error'],
  ['Bash(ls ~)', 'Bash(sudo rm -r -f ~)', 'error'],
])('%s is milder than %s', async (mild, grave, severity) => {
  expect([await judge(mild), await judge(grave)]).toEqual([[], severity === undefined ? [] : [severity]]);
});

it.each([
  ['aws s3:*', 'changes the infrastructure', 'aws s3 cp'],
  ['aws ec2:*', 'changes the infrastructure', 'aws ec2 ...'],
  ['gcloud pubsub:*', 'changes the infrastructure', 'gcloud pubsub ...'],
  ['gh pr create:*', 'opens a pull request', 'gh pr create'],
  ['gh pr comment:*', 'writes a comment', 'gh pr comment'],
  ['gh pr close:*', 'closes or reopens a pull request', 'gh pr close'],
  ['redis-cli -h prod FLUSHALL', 'deletes the data of the database', 'redis-cli FLUSHALL'],
  ['forge script x --broadcast', 'sends a transaction', 'forge script --broadcast'],
  ['gh auth token:*', 'prints the token of the account', 'gh auth token'],
  ['gh secret set:*', 'changes secrets or variables of the repository', 'gh secret set'],
  ['gh repo create:*', 'creates a repository', 'gh repo create'],
  ['aws ses send-email:*', 'sends email', 'aws ses send-email'],
  ['mysqladmin shutdown:*', 'stops the database server', 'mysqladmin shutdown'],
  ['dd:*', 'overwrites a disk or a file', 'dd'],
  ['mkfs.ext4:*', 'formats a disk', 'mkfs.ext4'],
  ['crontab -r', 'removes every scheduled job', 'crontab -r'],
  ['npm unpublish:*', 'removes a published package', 'npm unpublish'],
  ['rsync:*', 'copies files to or from other machines', 'rsync'],
  ['twine upload:*', 'publishes a package', 'twine upload'],
  ['gh repo fork:*', 'copies a repository to an account', 'gh repo fork'],
  ['gh gist create:*', 'publishes files as a gist', 'gh gist create'],
  ['gh ssh-key add:*', 'changes which keys have access', 'gh ssh-key add'],
  ['wrangler secret put:*', 'changes secrets or variables of what is deployed', 'wrangler secret put'],
  ['vercel env add:*', 'changes secrets or variables of what is deployed', 'vercel env add'],
  ['eas build:*', 'starts a build on a server', 'eas build'],
  ['eas submit:*', 'submits the app to a store', 'eas submit'],
  ['bq load:*', 'changes data or access in BigQuery', 'bq load'],
])('says what `%s` does', async (entry, does, known) => {
  const settings = JSON.stringify({ permissions: { allow: [`Bash(${entry})`] } });
  const { findings } = await lintFiles({ '.claude/settings.json': settings });
  const [message = ''] = findings.map((finding) => finding.message);
  expect(message.replace(/ (?:by an exact command|on this machine only)/, '')).toBe(
    `\`Bash(${entry})\` ${does} without human approval (known from the command \`${known}\`): approved by \`permissions.allow\`.`,
  );
});

it('says of no command of the table that acts only that it changes or deletes something', async () => {
  const programs: Readonly<Record<string, object>> = Object.fromEntries(programRows());
  const acts = Object.entries(programs).flatMap(([program, own]) => {
    const stated = { ...('as' in own && programs[String(own.as)]), ...own };
    return Object.entries(stated).flatMap(([kind, rows]) =>
      ['outward', 'destructive', 'local'].includes(kind)
        ? String(rows)
            .split(', ')
            .map((row) => `${program} ${row.replaceAll('*', 'thing')}`)
        : [],
    );
  });
  const { findings } = await lintFiles(
    Object.fromEntries(
      acts.map((command, index) => [
        `at${index}/.claude/settings.json`,
        JSON.stringify({ permissions: { allow: [`Bash(${command}:*)`] } }),
      ]),
    ),
    { only: ['approval/auto-approved'] },
  );
  const vague = Object.values(words.fallback.command);
  expect(findings.length).toBeGreaterThan(800);
  expect(findings.filter(({ message }) => vague.some((one) => message.includes(one)))).toEqual([]);
});

it.each([
  'bash',
  'sh -c',
  'sudo',
  'python3',
  'node',
  'npx',
  'eval',
  'xargs',
  'pwsh',
  'cmd /c',
  'ssh',
  'claude --dangerously-skip-permissions',
  'codex --yolo',
  'gemini --yolo',
])('is any command by its beginning, like a bare shell, and its version alone is none: %s', async (line) => {
  expect(await judge(`Bash(${line}:*)`)).toEqual(['error']);
  expect(await judge(`Bash(${line.split(' ')[0]} --version)`)).toEqual([]);
});

it.each(['awk', 'fd', 'sed'])(
  'acts by its options alone, which is a warning in a list that reads otherwise: %s',
  async (program) => {
    expect(await judge(`Bash(${program}:*)`)).toEqual(['warning']);
    const lint = async (permissions: object) =>
      (await lintFiles({ '.claude/settings.json': JSON.stringify({ permissions }) })).findings;
    const [found] = await lint({ allow: ['Bash(ls:*)', `Bash(${program} *)`] });
    const denied = [...(found?.remediation ?? '').matchAll(/`(Bash\([^`]* \* -[^`]*\))`/g)].map(
      ([, one]) => one,
    );
    expect(denied.length).toBeGreaterThan(0);
    expect(found?.remediation).toContain('to `permissions.deny`');
    // The program text of `awk` may act without an option.
    expect(await lint({ allow: [`Bash(${program} *)`], deny: denied })).toHaveLength(
      program === 'awk' ? 1 : 0,
    );
    const beside = await lint({ allow: ['Bash(rm:*)', `Bash(${program} *)`] });
    expect(beside.map(({ severity }) => severity)).toContain('error');
  },
);

it.each(['rg', 'sort', 'grep', 'ls'])('is a reader, whatever flag it has: %s', async (program) => {
  expect(await judge(`Bash(${program}:*)`)).toEqual([]);
});

it.each([
  ['rm -rf .next', 'rm -rf', 'deletes files by an exact command'],
  ['git commit -m x', 'git commit', 'commits changes by an exact command'],
  ['git push origin main', 'git push', 'pushes changes by an exact command'],
])('is milder where `%s` is all of it, and says so', async (line, beginning, does) => {
  const settings = JSON.stringify({ permissions: { allow: [`Bash(${line})`] } });
  const { findings } = await lintFiles({ '.claude/settings.json': settings });
  expect(findings.map(({ severity, message }) => `${severity} ${message.split(' without ')[0]}`)).toEqual([
    `warning \`Bash(${line})\` ${does}`,
  ]);
  expect(await judge(`Bash(${beginning}:*)`)).toEqual([beginning === 'git commit' ? 'warning' : 'error']);
});

it.each([
  [
    'npm run *',
    { 'package.json': '{"scripts":{"build":"tsc -p .","ship":"wrangler deploy"}}' },
    'error deploys',
  ],
  ['npm run *', { 'package.json': '{"scripts":{"build":"tsc -p .","test":"vitest run"}}' }, undefined],
  ['npm run *', { 'package.json': '{"scripts":{"build":"own-build"}}' }, 'warning runs a script'],
  ['npm run *', {}, 'warning runs a script'],
  ['npm run test*', { 'package.json': '{"scripts":{"test:all":"firebase deploy"}}' }, 'error deploys'],
  ['npm run test:*', { 'package.json': '{"scripts":{"test":"jest","ship":"firebase deploy"}}' }, undefined],
  ['npm run test:*', { 'package.json': '{"scripts":{"pretest":"git push"}}' }, 'error pushes'],
  ['npm run dev:*', { 'package.json': '{"scripts":{"dev":"vite","dev:x":"git push"}}' }, undefined],
  ['npm run dev *', { 'package.json': '{"scripts":{"dev":"vite","dev:x":"git push"}}' }, undefined],
  ['npm run dev*', { 'package.json': '{"scripts":{"dev":"vite","dev:x":"git push"}}' }, 'error pushes'],
  ['./scripts/*', { 'scripts/ship.sh': '#!/bin/sh\nset -e\nterraform apply\n' }, 'error changes'],
  ['./scripts/*', { 'scripts/list.sh': '#!/bin/sh\nfor f in *; do\n  ls "$f"\ndone\n' }, undefined],
  ['./scripts/*', { 'scripts/own.sh': 'own-program' }, 'warning runs any script'],
  ['./scripts/*', { 'scripts/sub/ship.sh': 'git push' }, 'warning runs any script'],
  ['python scripts/*', { 'scripts/a.py': 'print(1)' }, 'warning runs any script'],
  ['python scripts/*', { 'scripts/a.py': 'os.system(f"git push {sys.argv[1]}")' }, 'error pushes'],
  ['python scripts/*', { 'scripts/a.py': 'subprocess.run(["git", "push"])' }, 'error pushes'],
  ['python scripts/*', { 'scripts/a.py': 'subprocess.run(["git", "status"])' }, 'warning runs any script'],
  ['python scripts/*', { 'scripts/a.py': 'run_later("git push")' }, 'warning runs any script'],
  ['node tools/*', { 'tools/a.mjs': "execFileSync('npm', ['publish'])" }, 'error publishes'],
  ['node tools/*', { 'tools/a.mjs': "spawnSync('npm', [verb])" }, 'warning runs any script'],
  ['bash scripts/*', {}, 'warning runs any script'],
  ['node .tools/*', { '.tools/a.js': 'go()' }, 'warning runs any script'],
  ['node .tools/*', { '.tools/a.js': 'execSync("git push")' }, 'error pushes'],
  ['bun ${PLUGIN_ROOT}/cli.js:*', {}, undefined],
  ['node scripts/b.js:*', { 'scripts/b.js': 'execSync("git push")' }, 'error pushes'],
  ['./scripts/deploy.sh:*', { 'scripts/deploy.sh': 'kubectl apply -f app.yaml' }, 'error changes'],
  ['./scripts/deploy.sh:*', { 'scripts/deploy.sh': 'ls app' }, undefined],
  ['node scripts/*:*', { 'scripts/a.sh': 'git push', 'scripts/b.js': 'go()' }, 'warning runs any script'],
  ['bash scripts/*:*', { 'scripts/a.sh': 'git push', 'scripts/b.js': 'go()' }, 'error pushes'],
  ['python test*', { 'test_a.py': 'os.system("git push")' }, 'error pushes'],
  ['sh tools/nav:*', {}, undefined],
  ['sh:*', {}, 'error can run any'],
  ['heroku config:*', {}, undefined],
  ['heroku config:set:*', {}, 'error changes'],
  ['aws help:*', {}, undefined],
])('are for scripts of the project what those do: %s %j', async (entry, files, expected) => {
  const settings = JSON.stringify({ permissions: { allow: [`Bash(${entry})`] } });
  const { findings } = await lintFiles({ ...files, '.claude/settings.json': settings });
  const shown = findings
    .filter(({ rule }) => rule === 'approval/auto-approved')
    .map(({ severity, message }) => `${severity} ${message.replace(/^`[^`]*` /, '')}`);
  expect(shown).toEqual(expected === undefined ? [] : [expect.stringContaining(expected)]);
});
