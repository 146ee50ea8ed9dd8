import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { borrowOrStart, type Desks } from '../harness/desks.ts';
import type { Answer, Json } from '../harness/people.ts';
import type { Portal } from '../harness/portal.ts';
import { between } from '../harness/random.ts';
import { drawPhoto, printCertificates, upload, versionOf, writePdf } from '../harness/records.ts';
import { addRule, anyRule, type Option, owedFor, payCharge } from './b-charges.ts';
import { brokenLedger, isRefusal, refusedAsApplication, tablesWith } from './b-database.ts';
import { bodyLeaves, enumOf, type Leaf, lost, operation, put } from './b-discovery.ts';

// UNIVERSITY.md section 1: "A receiver records the DD for a reprint charge; the request is approved only when it is paid. A
// lost sheet is a reprint with reason 'lost', where a signed declaration takes the place of the photo of error; 'Duplicate'
// is no certificate type". PRODUCT.md: "reprint charges are never in [the total]".

let portal: Portal;
let desks: Desks;

beforeAll(async () => {
  ({ portal, desks } = await borrowOrStart());
});
afterAll(() => portal?.remove());

describe('7 reprint charges', { timeout: 180_000 }, () => {
  test('7 Build: a request owes the schedule’s reprint charge, and is approved only when it is paid', async () => {
    const fee = await reprintFee();
    const { id, certificate } = await ask();
    const owed = await owedFor(portal, id);
    expect(owed?.amount, 'the charge of the request').toBe(fee);
    expect((await desks.admin.get(`/api/reprint-requests/${id}`)).text, 'who decides sees it').toMatch(
      new RegExp(`\\b${fee}\\b`),
    );
    const early = await approve(id);
    expect(early.status, early.text).toBe(409);
    expect(early.text).toMatch(/charge|paid|fee/i);
    expect(await stateOf(id)).toBeNull();

    // Open: whether a draft that is too short is taken or refused. Taken, it is not enough.
    const part = await payCharge(portal, desks, id, fee - 1);
    expect([200, 400, 409, 422], part!.text).toContain(part!.status);
    const short = await approve(id);
    expect(short.status, `₹1 short: ${short.text}`).toBe(409);
    const rest = await payCharge(portal, desks, id, part!.status === 200 ? 1 : fee);
    expect(rest!.status, rest!.text).toBe(200);
    const paid = await approve(id);
    expect(paid.status, paid.text).toBe(200);
    expect(await stateOf(id)).toBe('approved');
    const [row] = await portal.sql('select state from certificates where id = $1', [certificate]);
    expect(row!.state, 'the certificate waits for its copy').toBe('to_print');
  });

  test('7 Build: nor by direct SQL as the application’s database role', async () => {
    await reprintFee();
    const { id } = await ask();
    const refusal = await refusedAsApplication(
      portal,
      "update reprint_requests set status = 'approved', decided_by = $2, decided_at = now() where id = $1",
      [id, desks.admin.staffId],
    );
    expect(isRefusal(refusal), String(refusal)).toBe(true);
    expect(refusal, 'refused because it is not paid').toMatch(/paid|charge/i);
  });

  test('7 Build: the draft of a reprint charge is in the books, and never in the application’s total', async () => {
    const fee = await reprintFee();
    const { id, application } = await ask();
    const before = await amountsOf(application);
    const drafts = await draftsSum();
    const answer = await payCharge(portal, desks, id);
    expect(answer!.status, answer!.text).toBe(200);
    expect(await amountsOf(application), 'total, paid and pending of the application').toEqual(before);
    expect((await draftsSum()) - drafts, 'the faces of all drafts').toBe(fee);
    expect(await brokenLedger(portal)).toEqual([]);
    // Recorded by the receiver alone: the desks that decide, print and audit do not take money.
    for (const desk of [desks.caseWorker, desks.printer, desks.auditor]) {
      const other = await payCharge(portal, { ...desks, receiver: asUploader(desk) }, (await ask()).id);
      expect(other?.status, desk.role).toBe(403);
    }
  });

  test('7 Build: who asked for the reprint does not approve it, paid or not', async () => {
    await reprintFee();
    const { id } = await ask({ by: desks.admin });
    await payCharge(portal, desks, id);
    const own = await desks.admin.ask('POST', `/api/reprint-requests/${id}/approve`, {
      body: { version: await versionOf(desks.admin, `/api/reprint-requests/${id}`) },
    });
    expect(own.status, own.text).toBe(409);
    expect((await approve(id, desks.otherAdmin)).status).toBe(200);
  });
});

describe('7 lost sheets', { timeout: 180_000 }, () => {
  test("7 Build: a lost sheet is a reprint with reason 'lost', with a signed declaration and without a photo of error", async () => {
    await reprintFee();
    const { certificate } = await printed();
    const { body, declaration } = await lostBody(certificate);
    const without = structuredClone(body);
    put(without, declaration.path, null);
    const refused = await desks.receiver.ask('POST', '/api/reprint-requests', { body: without });
    expect([400, 409, 422], `without a declaration: ${refused.text}`).toContain(refused.status);
    const { id } = await desks.receiver.act('POST', '/api/reprint-requests', body);
    expect((await desks.admin.get(`/api/reprint-requests/${id}`)).text).toMatch(/lost/i);
    const file = declaration.path.reduce((at, step) => at[step], body);
    expect(Object.keys(await tablesWith(portal, file))).toContain('reprint_requests');
    await payCharge(portal, desks, id);
    const answer = await approve(id);
    expect(answer.status, answer.text).toBe(200);
  });

  test('7 Build: any other reason still wants the photo of error', async () => {
    const { certificate } = await printed();
    const { reason, declaration } = await lostBody(certificate);
    const others = enumOf(reason.schema).filter((one) => !/lost/i.test(String(one)));
    const body: Json = { certificateId: certificate };
    put(body, reason.path, others[0] ?? 'A smear over the seal');
    put(
      body,
      declaration.path,
      await upload(desks.receiver, await declarationKind(), writePdf(), 'declaration.pdf'),
    );
    const answer = await desks.receiver.ask('POST', '/api/reprint-requests', { body });
    expect([400, 409, 422], answer.text).toContain(answer.status);
  });

  test("7 Build: 'Duplicate' is no certificate type", async () => {
    const { text, body } = await desks.receiver.get('/api/application-choices');
    expect(body.certificateTypes.length).toBeGreaterThan(0);
    expect(text).not.toMatch(/duplicate/i);
    const rows = await portal.sql<{ row: Json }>('select to_jsonb(t) as row from certificate_types t');
    expect(JSON.stringify(rows)).not.toMatch(/duplicate/i);
    expect(rows.length).toBeGreaterThan(0);
    await lostBody((await printed()).certificate);
  });
});

describe('7 reprints without a charge', { timeout: 180_000 }, () => {
  test('7 Build: a reprint charge of ₹0 needs no draft', async () => {
    // The last test: from now on this course of the college owes nothing.
    const { id } = await ask({ before: ({ college, course }) => addReprintRow(0, college, course) });
    expect((await owedFor(portal, id))?.amount ?? 0).toBe(0);
    const answer = await approve(id);
    expect(answer.status, answer.text).toBe(200);
  });
});

/** A reprint charge for the college of these tests: the same amount for the whole file, entered once. */
let agreedFee: Promise<number> | undefined;
function reprintFee(): Promise<number> {
  agreedFee ??= (async () => {
    const choices = (await desks.receiver.get('/api/application-choices')).body;
    const college = choices.colleges.find(({ code }: Json) => code === 'COL001');
    const fee = between(200, 900);
    await addReprintRow(fee, { id: college.id, code: college.code, text: college.name });
    return fee;
  })();
  return agreedFee;
}

async function addReprintRow(amount: number, college: Option, course: Option | null = null): Promise<void> {
  await addRule(portal, desks, { ...anyRule('reprint', amount), college, course });
}

type Printed = { certificate: string; application: string; college: Option; course: Option };

async function printed(): Promise<Printed> {
  const [made] = await printCertificates(portal, desks, 1);
  const [row] = await portal.sql(
    `select a.id, k.id as college, k.code, k.name, u.id as course, u.name as title from certificates c
     join applications a on a.id = c.application_id join colleges k on k.id = a.college_id join courses u on u.id = a.course_id
     where c.id = $1`,
    [made!.id],
  );
  const { id, college, code, name, course, title } = row!;
  return {
    certificate: made!.id,
    application: id,
    college: { id: college, code, text: name },
    course: { id: course, text: title },
  };
}

type Asked = Printed & { id: string };

async function ask({ by = desks.receiver, before = async (_: Printed) => {} } = {}): Promise<Asked> {
  const certificate = await printed();
  await before(certificate);
  const errorPhotoFileId = await upload(by, 'error_photo', await drawPhoto(), 'smear.jpg');
  const reason = (await bodyLeaves(portal, 'POST', '/api/reprint-requests')).find(({ name }) =>
    lost.reason.test(name),
  )!;
  const body: Json = { certificateId: certificate.certificate, errorPhotoFileId };
  const listed = enumOf(reason.schema).filter((one) => !/lost/i.test(String(one)));
  put(body, reason.path, listed[0] ?? 'A smear over the seal');
  const { id } = await by.act('POST', '/api/reprint-requests', body);
  return { ...certificate, id };
}

async function approve(id: string, by = desks.otherAdmin): Promise<Answer> {
  const version = await versionOf(by, `/api/reprint-requests/${id}`);
  return by.ask('POST', `/api/reprint-requests/${id}/approve`, { body: { version } });
}

/** A person who sends the request of the receiver: uploads are the receiver's, the act is theirs. */
function asUploader(person: Desks['receiver']): Desks['receiver'] {
  return {
    ...desks.receiver,
    get: person.get,
    ask: (method, path, options) =>
      (path.startsWith('/api/files') ? desks.receiver : person).ask(method, path, options),
  };
}

async function stateOf(id: string): Promise<string | null> {
  return (await portal.sql('select status from reprint_requests where id = $1', [id]))[0]!.status;
}

async function amountsOf(id: string): Promise<Json> {
  const [row] = await portal.sql(
    'select total_amount, paid_amount, pending_amount from applications where id = $1',
    [id],
  );
  return row;
}

async function draftsSum(): Promise<number> {
  return (await portal.sql('select sum(amount)::int as amount from demand_drafts'))[0]!.amount;
}

async function declarationKind(): Promise<string> {
  const { parameters } = await operation(portal, 'POST', '/api/files');
  const kind = enumOf(parameters.find(({ name }) => name === 'kind')?.schema).find((one) =>
    lost.kind.test(String(one)),
  );
  expect(kind, 'a kind of upload for signed declarations').toBeDefined();
  return String(kind);
}

/** A request for a lost sheet: the reason 'lost' from the list, and the declaration's file. */
async function lostBody(certificateId: string): Promise<{ body: Json; reason: Leaf; declaration: Leaf }> {
  const leaves = await bodyLeaves(portal, 'POST', '/api/reprint-requests');
  const reason = leaves.find(({ name }) => lost.reason.test(name))!;
  const declaration = leaves.find(({ name }) => lost.declaration.test(name));
  expect(declaration, 'a field for the signed declaration').toBeDefined();
  const body: Json = { certificateId };
  put(body, reason.path, enumOf(reason.schema).find((one) => /lost/i.test(String(one))) ?? 'lost');
  put(
    body,
    declaration!.path,
    await upload(desks.receiver, await declarationKind(), writePdf(), 'declaration.pdf'),
  );
  return { body, reason, declaration: declaration! };
}
