import { describe, expect, it } from 'vitest';
import { folderWith, inTurn, runCli } from './run-cli.js';
import { gatesIn, python, reportedBy, script, toolsIn } from './tool-programs.js';

const NOTHING_LIKE = (name: string): string =>
  `its whole body, which does nothing of the kind that its name: "${name}" suggests`;

describe('what a tool does', () => {
  it('is a change where only lists and dicts of the program lose something, and keeps its name where more may', async () => {
    expect(
      await toolsIn({
        'tools.py': python(
          `@function_tool
def delete_task(user: str, task: str) -> str:
    tasks_of(user).remove(task)
    return f"deleted {task}"

@function_tool
def delete_user(id: str) -> str:
    db.delete(id)
    return f"deleted {id}"

@function_tool
def send_mail(to: str) -> str:
    requests.post("https://mail.example/items", json={"to": to})
    return f"sent to {to}"`,
          'import requests\n\nTASKS = {}\n\ndef tasks_of(user):\n    return TASKS.setdefault(user, [])',
        ),
      }),
    ).toEqual([
      `delete_task change high: ${NOTHING_LIKE('delete')}`,
      'delete_user destructive medium: its name: "delete"',
      'send_mail outward medium: its name: "send"',
    ]);
  });

  it('is what its body calls, in Python, through helpers, methods, threads and other files', async () => {
    const tools = await toolsIn({
      'tools.py': python(
        `@function_tool
def tidy(path: str) -> str:
    """Tidy up."""
    clean(path)
    return "ok"

@function_tool
def calc(x: str) -> str:
    """Work something out."""
    exec(x)
    return "ok"

@function_tool
def maybe(path: str, force: bool) -> str:
    """Perhaps."""
    if force:
        rmtree(path)
    return "ok"

@function_tool
def background(path: str) -> str:
    """Later."""
    threading.Thread(target=sweep, args=(path,)).start()
    return "ok"

@function_tool
def drop_one(name: str) -> str:
    """One of them."""
    return store.drop(name)`,
        `import threading
from pathlib import Path
from shutil import rmtree
from ops import clean

def sweep(path):
    rmtree(path)

class Store:
    def __init__(self):
        self.root = Path("/data")

    def drop(self, name):
        (self.root / name).unlink()

store = Store()`,
      ),
      'ops.py': 'import shutil\n\n\ndef clean(p):\n    shutil.rmtree(p)\n',
    });
    expect(tools).toEqual([
      'tidy destructive high: its body, which runs `shutil.rmtree(p)` at ops.py:5',
      'calc destructive high: its body, which runs `exec(x)` at tools.py:28',
      'maybe destructive medium: its body, which runs `rmtree(path)` (`shutil.rmtree`) at tools.py:35',
      'background destructive high: its body, which runs `rmtree(path)` (`shutil.rmtree`) at tools.py:8',
      'drop_one destructive high: its body, which runs `(self.root / name).unlink()` (`pathlib.Path().unlink`) at tools.py:15',
    ]);
  });

  it('is what its body calls, in TypeScript, also in a callback that a package may run', async () => {
    const tools = await toolsIn({
      'desk.ts': script(
        {
          tidy: 'async ({ path }) => { await rm(path, { recursive: true }); return "ok"; }',
          note: 'async ({ path }) => { ["a"].forEach((text) => fs.writeFileSync(path, text)); }',
          again: 'async ({ path }) => retry(async () => { await rm(path); })',
          command: 'async (input) => execSync(input.cmd).toString()',
        },
        "import fs from 'node:fs';\nimport { rm } from 'node:fs/promises';\nimport { execSync } from 'node:child_process';\nimport retry from 'p-retry';",
      ),
    });
    expect(tools).toEqual([
      'tidy destructive high: its body, which runs `rm(path, { recursive: true })` (`fs/promises.rm`) at desk.ts:7',
      'note destructive high: its body, which runs `fs.writeFileSync(path, text)` at desk.ts:8',
      'again destructive medium: its body, which runs `rm(path)` (`fs/promises.rm`) at desk.ts:9',
      'command destructive high: its body, which runs `execSync(input.cmd)` (`child_process.execSync`) at desk.ts:10',
    ]);
  });

  it('is arithmetic where a check before `eval` leaves only digits and operators', async () => {
    const pythonEffect = async (body: string): Promise<string> => {
      const lines = body.split('\n').map((line) => `    ${line}`);
      const tool = `@function_tool\ndef calc(expr: str) -> str:\n    """Work something out."""\n${lines.join('\n')}`;
      const [found = ''] = await toolsIn({
        'tools.py': python(tool, 'import re\nSAFE = re.compile(r"^[\\d+*/() .-]+$")'),
      });
      return found.split(':')[0] ?? '';
    };
    const scriptEffect = async (body: string): Promise<string> => {
      const execute = `async ({ expr }) => { ${body} }`;
      const [found = ''] = await toolsIn({
        'desk.ts': script({ calc: execute }, 'const SAFE = /^[0-9+\\-*/(). ]+$/;'),
      });
      return found.split(':')[0] ?? '';
    };
    const allowed = 'allowed = "0123456789+-*/(). "\n';
    const arithmetic = [
      `${allowed}if not all(c in allowed for c in expr):\n    return "no"\nreturn str(eval(expr))`,
      `${allowed}if any(c not in allowed for c in expr):\n    return "no"\nreturn str(eval(expr))`,
      `if not re.match(r"^[0-9+\\-*/(). ]+$", expr):\n    return "no"\nreturn str(eval(expr))`,
      `if re.fullmatch(r"[0-9+\\-*/(). ]+", expr) is None:\n    return "no"\nreturn str(eval(expr))`,
      `${allowed}if not set(expr) <= set(allowed):\n    return "no"\nreturn str(eval(expr))`,
      `${allowed}if not set(expr).issubset(allowed):\n    return "no"\nreturn str(eval(expr))`,
      'if SAFE.match(expr):\n    return str(eval(expr))\nreturn "no"',
      'text = re.sub(r"[^0-9+*/().-]", "", expr)\nreturn str(eval(text, {"__builtins__": {}}, {}))',
      'if not all(re.match(r"[0-9+*/(). -]", c) for c in expr):\n    return "no"\nreturn str(eval(expr))',
      `${allowed}return str(eval("".join(c for c in expr if c in allowed)))`,
      'return str(eval("".join([c for c in expr if c.isdigit() or c in "+-*/"])))',
      'return str(eval("".join(filter(lambda c: c in "0123456789+-*/", expr))))',
    ];
    expect(await inTurn(arithmetic, pythonEffect)).toEqual(arithmetic.map(() => 'calc read high'));
    const open = [
      'return str(eval(expr, {"__builtins__": {}}, {}))',
      `${allowed}return str(eval("".join(c for c in expr if c not in allowed)))`,
      `${allowed}return str(eval("".join(c for c in expr if c.isalpha() or c in allowed)))`,
      `${allowed}return str(eval("".join(WORDS[c] for c in expr if c in allowed)))`,
      `${allowed}return str(eval("".join(c for c in expr if expr in allowed)))`,
      'return str(eval("".join(c for c in expr if c in "0123abc_")))',
      `${allowed}if all(c in allowed for c in expr):\n    return "no"\nreturn str(eval(expr))`,
      `${allowed}if not any(c in allowed for c in expr):\n    return "no"\nreturn str(eval(expr))`,
      `${allowed}all(c in allowed for c in expr)\nreturn str(eval(expr))`,
      `${allowed}if not all(c in allowed for c in expr if c != "_"):\n    return "no"\nreturn str(eval(expr))`,
      'if not all(re.match(r"[0-9+]", c) for c in expr if c != "_"):\n    return "no"\nreturn str(eval(expr))',
      'if not all(re.match(r"[0-9a-z]", c) for c in expr):\n    return "no"\nreturn str(eval(expr))',
      'if not all(c in "0123abc_" for c in expr):\n    return "no"\nreturn str(eval(expr))',
      `${allowed}if set(expr) <= set(allowed):\n    return "no"\nreturn str(eval(expr))`,
      `${allowed}if not set(allowed) <= set(expr):\n    return "no"\nreturn str(eval(expr))`,
      `${allowed}if set(expr).issubset(allowed):\n    return "no"\nreturn str(eval(expr))`,
      'if not set(expr) <= set("0123abc_"):\n    return "no"\nreturn str(eval(expr))',
      'if not re.match(r"^[0-9+\\-*/(). ]+", expr):\n    return "no"\nreturn str(eval(expr))',
      'if not re.match(r"^[0-9+-z]+$", expr):\n    return "no"\nreturn str(eval(expr))',
      'if not re.match(r"^[0-9].*$", expr):\n    return "no"\nreturn str(eval(expr))',
      'if not re.search(r"[0-9+]+$", expr):\n    return "no"\nreturn str(eval(expr))',
      'text = re.sub(r"[0-9]", "", expr)\nreturn str(eval(text))',
      're.sub(r"[^0-9]", "", expr)\nreturn str(eval(expr))',
    ];
    expect((await inTurn(open, pythonEffect)).filter((one) => !one.startsWith('calc destructive'))).toEqual(
      [],
    );
    const arithmeticScript = [
      'if (!SAFE.test(expr)) return "no"; return String(eval(expr));',
      'if (!/^[0-9+\\-*/(). ]+$/.test(expr)) throw new Error("no"); return String(eval(expr));',
      'const text = expr.replace(/[^0-9+*/().-]/g, ""); return String(eval(text));',
      'if (![...expr].every((c) => /[0-9+]/.test(c))) return "no"; return String(eval(expr));',
      'if (!expr.split("").every((c) => SAFE.test(c))) return "no"; return String(eval(expr));',
    ];
    expect(await inTurn(arithmeticScript, scriptEffect)).toEqual(
      arithmeticScript.map(() => 'calc read high'),
    );
    const openScript = [
      'if (SAFE.test(expr)) return "no"; return String(eval(expr));',
      'if (!/^[0-9+]+/.test(expr)) return "no"; return String(eval(expr));',
      'if (!/^[0-9+]+$/m.test(expr)) return "no"; return String(eval(expr));',
      'if (!/^[\\w+]+$/.test(expr)) return "no"; return String(eval(expr));',
      'if (!/^[[\\]()!+]+$/.test(expr)) return "no"; return String(eval(expr));',
      'const text = expr.replace(/[^0-9+]/, ""); return String(eval(text));',
      'SAFE.test(expr); return String(eval(expr));',
      'if (![...expr].some((c) => SAFE.test(c))) return "no"; return String(eval(expr));',
      'if (!expr.split(" ").every((c) => SAFE.test(c))) return "no"; return String(eval(expr));',
    ];
    expect(
      (await inTurn(openScript, scriptEffect)).filter((one) => !one.startsWith('calc destructive')),
    ).toEqual([]);
  });

  it('is the command where a check before a shell leaves only words', async () => {
    const of = async (body: string): Promise<string> => {
      const lines = body.split('\n').map((line) => `    ${line}`);
      const tool = `@function_tool\ndef count(part: str, parts: list[str]) -> str:\n    """Work something out."""\n${lines.join('\n')}`;
      const [found = ''] = await toolsIn({ 'tools.py': python(tool, 'import re\nimport subprocess') });
      return found.split(' ')[1] ?? '';
    };
    const inScript = async (body: string): Promise<string> => {
      const execute = `async ({ part, parts }) => { ${body} }`;
      const head = "import { execSync } from 'node:child_process';";
      const [found = ''] = await toolsIn({ 'desk.ts': script({ count: execute }, head) });
      return found.split(' ')[1] ?? '';
    };
    const one = 'subprocess.run(f"wc -l {part}", shell=True)';
    const all = 'subprocess.run("wc -l " + " ".join(parts), shell=True)';
    const words = [
      `if not re.match(r"^[\\w./-]+$", part):\n    return "no"\n${one}`,
      `part = re.sub(r"[^a-z0-9]", "", part)\n${one}`,
      `if not all(re.fullmatch(r"[a-z]+", each) for each in parts):\n    return "no"\n${all}`,
    ];
    expect(await inTurn(words, of)).toEqual(words.map(() => 'read'));
    const open = [
      one,
      all,
      `if not re.match(r"^[\\w;]+$", part):\n    return "no"\n${one}`,
      `if not re.match(r"^[a-z]+", part):\n    return "no"\n${one}`,
      `if not all(re.match(r"[a-z]", each) for each in parts):\n    return "no"\n${all}`,
      'if not re.match(r"^[a-z ]+$", part):\n    return "no"\nsubprocess.run(part, shell=True)',
    ];
    expect(await inTurn(open, of)).toEqual(open.map(() => 'destructive'));
    const shell = 'return execSync(`wc -l ${parts.join(" ")}`).toString();';
    expect(await inScript(`if (!parts.every((each) => /^[a-z]+$/.test(each))) return "no"; ${shell}`)).toBe(
      'read',
    );
    expect(await inScript(`if (!parts.every((each) => /[a-z]/.test(each))) return "no"; ${shell}`)).toBe(
      'destructive',
    );
  });

  it('is worded by what a call does where its last name says something else', async () => {
    const tools = python(
      `@function_tool
def tell(to: str) -> str:
    """Tell."""
    sg.client.mail.send.post(request_body={"to": to})
    return "ok"`,
      'import sendgrid\nsg = sendgrid.SendGridAPIClient(api_key="x")',
    );
    expect((await reportedBy({ 'tools.py': tools }))[0]).toMatch(
      /^6 `tell` sends email without human approval/,
    );
  });

  it('is not what its body never runs', async () => {
    const tools = await toolsIn({
      'tools.py': python(
        `@function_tool
def after(path: str) -> str:
    """Say."""
    return path.upper()
    rmtree(path)

@function_tool
def inside(path: str) -> str:
    """Say."""
    def never():
        rmtree(path)
    return path.upper()`,
        'from shutil import rmtree\n\ndef nobody():\n    rmtree("/")',
      ),
    });
    expect(tools).toEqual([
      'after read high: its whole body, which acts on nothing outside the program',
      'inside read high: its whole body, which acts on nothing outside the program',
    ]);
  });

  it('is milder than its name where the whole body does nothing of the kind, and not where the body is a stub', async () => {
    const tools = await toolsIn({
      'tools.py': python(
        `@function_tool
def delete_word(text: str, word: str) -> str:
    return text.replace(word, "")

@function_tool
def send_response(text: str) -> str:
    ANSWERS.append(text)
    return f"stored {text}"

@function_tool
def issue_refund(id: str) -> dict:
    return {"id": id, "status": "done"}

@function_tool
def pay_invoice(id: str) -> str:
    ...

@function_tool
def cancel_order(id: str) -> str:
    print("cancelling", id)
    return "done"

@function_tool
def delete_user(id: str) -> str:
    return gateway.call("x", id)`,
        'import gateway\nANSWERS = []',
      ),
    });
    expect(tools).toEqual([
      `delete_word read high: ${NOTHING_LIKE('delete')}`,
      `send_response change high: ${NOTHING_LIKE('send')}`,
      'issue_refund outward medium: its name: "refund"',
      'pay_invoice outward medium: its name: "pay"',
      'cancel_order destructive medium: its name: "cancel"',
      'delete_user destructive medium: its name: "delete"',
    ]);
  });

  it('is found through recursion across files, and 5,000 calls deep', async () => {
    const steps = 5_000;
    const chain = Array.from(
      { length: steps },
      (_, index) => `def step${index}(p):\n    return step${index + 1}(p)\n`,
    );
    const tools = await toolsIn({
      'tools.py': python(
        `@function_tool
def ask(n: int) -> str:
    """Ask."""
    return ping(n)

@function_tool
def dig(path: str) -> str:
    """Dig."""
    return step0(path)`,
        'from one import ping\nfrom deep import step0',
      ),
      'one.py': 'import two\n\n\ndef ping(n):\n    return two.pong(n - 1)\n',
      'two.py': 'import os\nimport one\n\n\ndef pong(n):\n    one.ping(n)\n    os.remove("/x")\n',
      'deep.py': `import os\n\n\n${chain.join('\n')}\ndef step${steps}(p):\n    os.remove(p)\n`,
    });
    expect(tools).toEqual([
      'ask destructive high: its body, which runs `os.remove("/x")` at two.py:7',
      `dig destructive high: its body, which runs \`os.remove(p)\` at deep.py:${3 * steps + 5}`,
    ]);
  });

  it('is not that of a package whose name a module of the project has', async () => {
    const tools = await toolsIn({
      'tools.py': python(
        '@function_tool\ndef tidy(path: str) -> str:\n    return shutil.rmtree(path)',
        'import shutil',
      ),
      'shutil.py': 'def rmtree(path):\n    return path.strip() + "!"\n',
    });
    expect(tools).toEqual(['tidy read high: its whole body, which acts on nothing outside the program']);
  });

  describe('where the project replaces a function of a package', () => {
    const PYTHON = `@function_tool
def tidy(path: str) -> str:
    """Tidy up."""
    return shutil.rmtree(path)`;
    const FAKE = 'import shutil\n\ndef fake(path):\n    return path.upper()\n';
    const inPython = (after: string, more: Record<string, string> = {}): Promise<string[]> =>
      toolsIn({ 'tools.py': python(PYTHON, `${FAKE}\n${after}`), ...more });
    const inScript = (after: string, more: Record<string, string> = {}): Promise<string[]> =>
      toolsIn({
        'desk.ts': script(
          { tidy: 'async ({ path }) => fs.rmSync(path)' },
          `import fs from 'node:fs';\n${after}`,
        ),
        ...more,
      });
    const harmless = ['tidy read high: its whole body, which acts on nothing outside the program'];
    const called = (tools: readonly string[]): string[] =>
      tools.map((one) => one.replace(/ at [\w.]+:\d+$/, ''));
    const runs = (confidence: string): string[][] => [
      [`tidy destructive ${confidence}: its body, which runs \`shutil.rmtree(path)\``],
      [`tidy destructive ${confidence}: its body, which runs \`fs.rmSync(path)\``],
    ];

    it('is what the function in its place does', async () => {
      expect(await inPython('shutil.rmtree = fake')).toEqual(harmless);
      expect(await inScript('fs.rmSync = (path) => path.trim();')).toEqual(harmless);
      const patches = { 'patches.py': `${FAKE}\nshutil.rmtree = fake\n` };
      expect(await inPython('import patches', patches)).toEqual(harmless);
      const script = { 'patches.ts': "import fs from 'node:fs';\nfs.rmSync = (path) => path.trim();\n" };
      expect(await inScript("import './patches.js';", script)).toEqual(harmless);
    });

    it('is what the replaced function does where only a test replaces it, or it is put back', async () => {
      const test = { 'tests/test_tools.py': `import tools\n${FAKE}\nshutil.rmtree = fake\n` };
      const spec = {
        'desk.test.ts': "import './desk.js';\nimport fs from 'node:fs';\nfs.rmSync = (path) => path;\n",
      };
      expect([await inPython('', test), await inScript('', spec)].map(called)).toEqual(runs('high'));
      const restored = [
        await inPython('real = shutil.rmtree\nshutil.rmtree = fake\nshutil.rmtree = real'),
        await inScript('const real = fs.rmSync;\nfs.rmSync = (path) => path;\nfs.rmSync = real;'),
      ];
      expect(restored.map(called)).toEqual(runs('high'));
    });

    it('may be either where a condition, an uncalled function or a file that is not imported replaces it', async () => {
      const conditional = [
        await inPython('import os\nif os.environ.get("DRY_RUN"):\n    shutil.rmtree = fake'),
        await inScript('if (process.env.DRY_RUN) fs.rmSync = (path) => path;'),
      ];
      const uncalled = [
        await inPython('def dry_run():\n    shutil.rmtree = fake'),
        await inScript('export function dryRun() { fs.rmSync = (path) => path; }'),
      ];
      const elsewhere = [
        await inPython('', { 'dry_run.py': `import tools\n${FAKE}\nshutil.rmtree = fake\n` }),
        await inScript('', {
          'dry-run.ts': "import './desk.js';\nimport fs from 'node:fs';\nfs.rmSync = (path) => path;\n",
        }),
      ];
      for (const one of [conditional, uncalled, elsewhere]) expect(one.map(called)).toEqual(runs('medium'));
    });

    it('may be either where a name is one of both', async () => {
      const either = [
        await toolsIn({
          'tools.py': python(
            PYTHON.replace('shutil.rmtree', 'remove'),
            `import os\n${FAKE}\nremove = fake if os.environ.get("DRY_RUN") else shutil.rmtree`,
          ),
        }),
        await toolsIn({
          'desk.ts': script(
            { tidy: 'async ({ path }) => remove(path)' },
            "import fs from 'node:fs';\nconst fake = (path) => path;\nconst remove = process.env.DRY_RUN ? fake : fs.rmSync;",
          ),
        }),
      ];
      expect(either.map(called)).toEqual([
        ['tidy destructive medium: its body, which runs `remove(path)` (`shutil.rmtree`)'],
        ['tidy destructive medium: its body, which runs `remove(path)` (`fs.rmSync`)'],
      ]);
    });
  });
});

it('reports the call and the calls that lead to it, at the tool', async () => {
  const folder = folderWith({
    'tools.py': python(
      '@function_tool\ndef tidy(path: str) -> str:\n    """Tidy up."""\n    return clean(path)',
      'from ops import clean',
    ),
    'ops.py': 'import shutil\n\n\ndef clean(p):\n    shutil.rmtree(p)\n',
  });
  const { stdout } = await runCli(folder, ['check', '--format', 'json', '--only', 'approval/missing']);
  const [finding, ...others] = JSON.parse(stdout).findings;
  expect(others).toEqual([]);
  expect(finding).toMatchObject({
    rule: 'approval/missing',
    severity: 'error',
    confidence: 'high',
    file: 'tools.py',
    message: '`tidy` deletes permanently without human approval (runs `shutil.rmtree(p)` at ops.py:5).',
    range: { start: { line: 5, column: 5 } },
  });
  expect(
    finding.related.map(
      (one: { file: string; range: { start: { line: number } }; message: string }) =>
        `${one.file}:${one.range.start.line} ${one.message}`,
    ),
  ).toEqual(['tools.py:7 `tidy` calls `clean`.', 'ops.py:5 `clean` runs `shutil.rmtree(p)`.']);
});

describe('a gate in a body', () => {
  const BEFORE = `import functools, os, shutil
import click
import approvals

def agree():
    click.confirm("Sure?", abort=True)

def guarded(fn):
    @functools.wraps(fn)
    def inner(*args, **kwargs):
        if not click.confirm("ok?"):
            raise RuntimeError("no")
        return fn(*args, **kwargs)
    return inner`;
  const tool = (name: string, body: string, parameters = 'path: str', decorator = ''): string =>
    `@function_tool\n${decorator}def ${name}(${parameters}) -> str:\n    """Tidy."""\n${body}    shutil.rmtree(path)\n    return "ok"\n`;

  it('is a person who is asked in it, in a helper, or in a decorator of the project', async () => {
    const program = python(
      [
        tool('asked', '    if input("Sure? ") != "y":\n        return "no"\n'),
        tool('raised', '    agree()\n'),
        tool('decorated', '', 'path: str', '@guarded\n'),
      ].join('\n'),
      BEFORE,
    );
    expect(await gatesIn({ 'desk.py': program })).toEqual([
      'asked | shown | input in its body | 20',
      'raised | shown | click.confirm in its body | 7',
      'decorated | shown | click.confirm in its body | 12',
    ]);
  });

  it('is none where the model passes it, where the answer is not used, and where a setting has to switch it on', async () => {
    const program = python(
      [
        tool('by_model', '    if not confirm:\n        return "no"\n', 'path: str, confirm: bool'),
        tool('unused', '    input("Sure? ")\n'),
        tool(
          'off',
          '    if os.getenv("APPROVE"):\n        if input("Sure? ") != "y":\n            return "no"\n',
        ),
      ].join('\n'),
      BEFORE,
    );
    expect(await gatesIn({ 'desk.py': program })).toEqual([
      'by_model | absent | `confirm` is passed by the model itself',
      'unused | absent | the answer to `input("Sure? ")` does not decide whether it runs | 28',
      'off | absent | its gate is off unless `APPROVE` is set | 36',
    ]);
    const run = await runCli(folderWith({ 'desk.py': program }), [
      'check',
      '--format',
      'compact',
      '--only',
      'approval/missing',
    ]);
    expect(run.stdout.split('\n').filter((line) => line.startsWith('desk.py'))).toEqual([
      'desk.py:18:5: error approval/missing `by_model` deletes permanently without human approval (runs `shutil.rmtree(path)` at desk.py:22): `confirm` is passed by the model itself.',
      'desk.py:26:5: error approval/missing `unused` deletes permanently without human approval (runs `shutil.rmtree(path)` at desk.py:29): the answer to `input("Sure? ")` does not decide whether it runs.',
      'desk.py:33:5: error approval/missing `off` deletes permanently without human approval (runs `shutil.rmtree(path)` at desk.py:38): its gate is off unless `APPROVE` is set.',
    ]);
  });

  it('is not known where a setting switches it off, or where something that is not read may ask', async () => {
    const program = python(
      [
        tool('on', '    if os.environ.get("AUTO") != "1" and input("Sure? ") != "y":\n        return "no"\n'),
        tool('elsewhere', '    if not approvals.approved(path):\n        return "no"\n'),
      ].join('\n'),
      BEFORE,
    );
    expect(await gatesIn({ 'desk.py': program })).toEqual([
      'on | undecidable | `AUTO` may answer in place of a person | 20',
      'elsewhere | undecidable | `approvals.approved` may ask a person, or not',
    ]);
  });

  it('is one in TypeScript as well, and in what carries out the commands of a shell', async () => {
    const program = script(
      {
        asked:
          'async ({ path }) => { if (!(await confirm({ message: "Sure?" }))) return "no"; await rm(path); return "ok"; }',
        by_model:
          'async ({ path, confirmed }) => { if (!confirmed) return "no"; await rm(path); return "ok"; }',
      },
      "import { rm } from 'node:fs/promises';\nimport { confirm } from '@inquirer/prompts';",
    );
    const shell = `import asyncio
from agents import Agent, Runner, ShellTool

class Executor:
    async def __call__(self, request):
        if input("Run it? ") != "y":
            raise RuntimeError("rejected")
        return await asyncio.create_subprocess_shell(request.data.action.commands[0])

agent = Agent(name="Desk", tools=[ShellTool(executor=Executor())])
Runner.run_sync(agent, "hi")
`;
    expect(await gatesIn({ 'desk.ts': program, 'shell.py': shell })).toEqual([
      'asked | shown | confirm in its body | 5',
      'by_model | absent | `confirmed` is passed by the model itself',
      'shell | shown | input in its body | 6',
    ]);
  });
});

it('names the gated tool beside one that does the same without a gate', async () => {
  const program = python(
    `@function_tool
def remove_asked(path: str) -> str:
    """Tidy."""
    if input("Sure? ") != "y":
        return "no"
    return sweep(path)

@function_tool
def sweep_all(path: str) -> str:
    """Tidy."""
    return sweep(path)`,
    'import shutil\n\ndef sweep(path):\n    shutil.rmtree(path)',
  );
  const run = await runCli(folderWith({ 'desk.py': program }), [
    'check',
    '--format',
    'json',
    '--only',
    'approval/missing',
  ]);
  const { findings } = JSON.parse(run.stdout);
  expect(findings.map((one: { message: string }) => one.message)).toEqual([
    '`sweep_all` deletes permanently without human approval (runs `shutil.rmtree(path)` at desk.py:5).',
  ]);
  expect(findings[0].related.map((one: { message: string }) => one.message)).toEqual([
    '`sweep_all` calls `sweep`.',
    '`sweep` runs `shutil.rmtree(path)`.',
    "`remove_asked` does the same after a person's answer.",
  ]);
});

it('warns of an address and of a path that the model chooses, unless something compares it first', async () => {
  const program = script(
    {
      fetch_any: 'async ({ url }) => (await fetch(url)).text()',
      fetch_below: 'async ({ page }) => (await fetch(`https://docs.example.com/${page}`)).text()',
      fetch_listed:
        'async ({ url }) => { if (!HOSTS.includes(new URL(url).hostname)) return "no"; return (await fetch(url)).text(); }',
      read_any: 'async ({ path }) => fs.readFileSync(path, "utf8")',
      read_below:
        'async ({ path }) => { if (!path.startsWith("/data/")) return "no"; return fs.readFileSync(path, "utf8"); }',
    },
    "import fs from 'node:fs';\nconst HOSTS = ['docs.example.com'];",
  );
  const run = await runCli(folderWith({ 'desk.ts': program }), [
    'check',
    '--format',
    'compact',
    '--only',
    'scope/open-address',
    '--only',
    'scope/filesystem-root',
  ]);
  expect(
    run.stdout
      .split('\n')
      .filter((line) => line.startsWith('desk.ts'))
      .map((line) => line.slice(0, 75)),
  ).toEqual([
    'desk.ts:5:16: warning scope/open-address `fetch_any` sends a request to any',
    'desk.ts:8:16: warning scope/filesystem-root `read_any` opens any path that ',
  ]);
});
