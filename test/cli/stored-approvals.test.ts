import { describe, expect, it } from 'vitest';
import { gatesIn, python, reportedBy, script } from './tool-programs.js';

const tool = (name: string, parameters: string, ...lines: string[]): string =>
  `@function_tool\ndef ${name}(${parameters}) -> str:\n    """Tidy."""\n${lines.map((line) => `    ${line}\n`).join('')}    return "ok"\n`;

const APPROVALS_PY = `class ApprovalStore:
    def __init__(self):
        self._approved = set()

    def approve(self, request_id):
        self._approved.add(request_id)

    def is_approved(self, request_id):
        return request_id in self._approved


approvals = ApprovalStore()
`;

const WEB_PY = `from fastapi import FastAPI
from approvals import approvals

app = FastAPI()


@app.post("/requests/{request_id}")
def accept(request_id: str):
    approvals.approve(request_id)
    return {"ok": True}
`;

const CHECKED = tool(
  'checked',
  'path: str, request_id: str',
  'if not approvals.is_approved(request_id):',
  '    raise PermissionError("no")',
  'shutil.rmtree(path)',
);

describe('an approval that the program stores', () => {
  const before = 'import shutil\nfrom approvals import approvals';

  it.each([
    [
      'its answer is a field of the request',
      'request_id: str, agreed: bool',
      'if agreed:\n        ',
      'shown',
    ],
    ['its name is no answer', 'request_id: str', '', 'undecidable'],
  ])('is a gate where the request that fills the store has it: %s', async (_, parameters, test, state) => {
    const program = python(CHECKED, `${before}\nimport web`);
    const web = WEB_PY.replace('request_id: str', parameters).replace(
      'approvals.approve',
      `${test}approvals.approve`,
    );
    const said = {
      shown: '`request_id in self._approved`, filled by `accept`',
      undecidable: 'whether a person fills what `request_id in self._approved` reads is not known',
    }[state];
    expect(await gatesIn({ 'desk.py': program, 'approvals.py': APPROVALS_PY, 'web.py': web })).toEqual([
      `checked | ${state} | ${said} | 9`,
    ]);
  });

  it('is a gate where a person fills the store, in TypeScript', async () => {
    const program = script(
      {
        by_class:
          'async ({ path, id }) => { if (!approvals.isApproved(id)) throw new Error("no"); await rm(path); }',
        by_set: 'async ({ path, id }) => { if (!approved.has(id)) return "no"; await rm(path); }',
        by_answers:
          'async ({ path, id }) => { const said = new Set(); for (const one of id) said.add(await confirm({ message: one })); if (said.size === 0) return "no"; await rm(path); }',
        by_number:
          'async ({ path, id }) => { if (!approved.has(id) && approved.size <= 5) return "no"; await rm(path); }',
      },
      `import { rm } from 'node:fs/promises';
import { confirm } from '@inquirer/prompts';
import express from 'express';
class Approvals {
  private ids = new Set<string>();
  approve(id: string) { this.ids.add(id); }
  isApproved(id: string) { return this.ids.has(id); }
}
const approvals = new Approvals();
const approved = new Set<string>();
const app = express();
app.post('/requests/:id', (req, res) => {
  if (req.body.agreed) {
    approvals.approve(req.params.id);
    approved.add(req.params.id);
  }
  res.send('ok');
});`,
    );
    expect(await gatesIn({ 'desk.ts': program })).toEqual([
      'by_class | shown | `this.ids.has(id)`, filled by `/requests/:id` | 8',
      'by_set | shown | `approved.has(id)`, filled by `/requests/:id` | 22',
      'by_answers | undecidable | `confirm({ message: one })` was asked before: whether its answer is about this call is not known',
      'by_number | absent',
    ]);
  });

  it('is not known where nobody is seen to fill the store, and none where the model does', async () => {
    expect(await gatesIn({ 'desk.py': python(CHECKED, before), 'approvals.py': APPROVALS_PY })).toEqual([
      'checked | undecidable | whether a person fills what `request_id in self._approved` reads is not known | 9',
    ]);
    const self = tool('let_pass', 'request_id: str', 'approvals.approve(request_id)');
    expect(
      (
        await reportedBy({
          'desk.py': python(`${CHECKED}\n${self}`, before),
          'approvals.py': APPROVALS_PY,
        })
      )[0],
    ).toBe(
      '6 `checked` deletes permanently without human approval (runs `shutil.rmtree(path)` at desk.py:10): the model itself calls `let_pass`, which lets `request_id` pass.',
    );
  });

  it('is not known where a database or another function holds its state', async () => {
    const program = python(
      tool(
        'by_row',
        'path: str, request_id: str',
        'row = db.execute("SELECT status FROM requests WHERE id=?", (request_id,)).fetchone()',
        'if row["status"] != "approved":',
        '    return "no"',
        'shutil.rmtree(path)',
      ),
      'import shutil\nimport sqlite3\n\ndb = sqlite3.connect("x.db")',
    );
    expect(await gatesIn({ 'desk.py': program })).toEqual([
      'by_row | undecidable | whether `row["status"] != "approved"` is a person\'s answer is not known',
    ]);
  });

  it('is not known where the model has to pass a secret of the environment', async () => {
    const program = python(
      [
        tool(
          'by_secret',
          'path: str, approval_token: str',
          'if approval_token != os.environ["APPROVAL_TOKEN"]:',
          '    raise PermissionError("no")',
          'shutil.rmtree(path)',
        ),
        tool(
          'signed',
          'path: str, approval: str',
          'want = hmac.new(os.environ["APPROVAL_KEY"].encode(), path.encode(), "sha256").hexdigest()',
          'if not hmac.compare_digest(want, approval):',
          '    raise PermissionError("no")',
          'shutil.rmtree(path)',
        ),
        tool(
          'by_default',
          'path: str, approval_token: str',
          'if approval_token == os.getenv("APPROVAL_TOKEN", "yes"):',
          '    shutil.rmtree(path)',
        ),
      ].join('\n'),
      'import hmac\nimport os\nimport shutil',
    );
    expect(await gatesIn({ 'desk.py': program })).toEqual([
      'by_secret | undecidable | whether `approval_token != os.environ["APPROVAL_TOKEN"]` with the secret `APPROVAL_TOKEN` is a person\'s answer is not known',
      "signed | undecidable | whether `hmac.compare_digest(want, approval)` with the secret `APPROVAL_KEY` is a person's answer is not known",
      'by_default | absent',
    ]);
  });
});

describe('a token that a tool gives the model', () => {
  it('is no gate, whether the same tool gives it or another one', async () => {
    const program = python(
      [
        tool(
          'twice',
          'path: str, token: str = ""',
          'if not token:',
          '    fresh = secrets.token_hex()',
          '    TOKENS[fresh] = path',
          '    return fresh',
          'if token not in TOKENS:',
          '    return "unknown"',
          'shutil.rmtree(path)',
        ),
        tool('prepare', 'path: str', 'fresh = secrets.token_hex()', 'PLANS[fresh] = path', 'return fresh'),
        tool(
          'execute',
          'plan: str',
          'path = PLANS.get(plan)',
          'if path is None:',
          '    return "no"',
          'shutil.rmtree(path)',
        ),
      ].join('\n'),
      'import secrets\nimport shutil\n\nTOKENS = {}\nPLANS = {}',
    );
    expect(await gatesIn({ 'desk.py': program })).toEqual([
      'twice | absent | `token` comes from its own answer | 15',
      'prepare | absent',
      'execute | absent | `plan` comes from `prepare`, which the model calls | 31',
    ]);
    const typed = script(
      {
        prepare: 'async ({ path }) => { const id = randomUUID(); plans.set(id, path); return id; }',
        execute: 'async ({ plan }) => { if (!plans.has(plan)) return "no"; await rm(plans.get(plan)); }',
      },
      "import { rm } from 'node:fs/promises';\nimport { randomUUID } from 'node:crypto';\nconst plans = new Map<string, string>();",
    );
    expect(await gatesIn({ 'desk.ts': typed })).toEqual([
      'prepare | absent',
      'execute | absent | `plan` comes from `prepare`, which the model calls | 7',
    ]);
  });
});

describe('a tool that only proposes', () => {
  it('is gated where a person lets it happen, and is related to a tool that does it at once', async () => {
    const program = python(
      [
        tool(
          'request_refund',
          'charge: str, amount: int',
          'PENDING[str(uuid.uuid4())] = {"charge": charge, "amount": amount}',
        ),
        tool('name_refund', 'id: str, amount: int', 'NAMED[id] = amount'),
        tool('queue_refund', 'id: str, amount: int', 'QUEUE.append({"id": id, "amount": amount})'),
        tool('quick_refund', 'id: str, amount: int', 'pay(id, amount)'),
      ].join('\n'),
      `import uuid
import stripe
from fastapi import FastAPI

app = FastAPI()
PENDING = {}
NAMED = {}
QUEUE = []

def pay(id, amount):
    stripe.Refund.create(charge=id, amount=amount)

@app.post("/refunds/{id}")
def carry_out(id: str):
    waiting = PENDING.pop(id)
    pay(waiting["charge"], waiting["amount"])

@app.post("/approve/{id}")
def approve(id: str):
    pay(id, NAMED.pop(id))

def review():
    for item in QUEUE:
        if input("refund? ") == "y":
            pay(item["id"], item["amount"])`,
    );
    expect(await gatesIn({ 'desk.py': program })).toEqual([
      'request_refund | shown | `carry_out` carries it out | 15',
      'name_refund | absent',
      'queue_refund | shown | input in `review` | 25',
      'quick_refund | absent',
    ]);
    expect(await reportedBy({ 'desk.py': program })).toEqual([
      '47 `quick_refund` pays out money without human approval (runs `stripe.Refund.create(charge=id, amount=amount)` at desk.py:12).',
      '  49 `quick_refund` calls `pay`.',
      '  12 `pay` runs `stripe.Refund.create(charge=id, amount=amount)`.',
      "  29 `request_refund` does the same after a person's answer.",
      "  41 `queue_refund` does the same after a person's answer.",
    ]);
  });

  it('is gated in TypeScript, too', async () => {
    const program = script(
      {
        request_refund:
          'async ({ charge, amount }) => { const id = randomUUID(); pending.set(id, { charge, amount }); return id; }',
        quick_refund: 'async ({ id, amount }) => { await pay(id, amount); return "done"; }',
      },
      `import { randomUUID } from 'node:crypto';
import Stripe from 'stripe';
import express from 'express';
const stripe = new Stripe('x');
const pending = new Map<string, { charge: string; amount: number }>();
async function pay(id: string, amount: number) {
  await stripe.refunds.create({ charge: id, amount });
}
const app = express();
app.post('/refunds/:id', async (req) => {
  const waiting = pending.get(req.params.id);
  if (waiting) await pay(waiting.charge, waiting.amount);
});`,
    );
    expect(await gatesIn({ 'desk.ts': program })).toEqual([
      'request_refund | shown | `/refunds/:id` carries it out | 11',
      'quick_refund | absent',
    ]);
    expect((await reportedBy({ 'desk.ts': program })).at(-1)).toBe(
      "  16 `request_refund` does the same after a person's answer.",
    );
  });
});
