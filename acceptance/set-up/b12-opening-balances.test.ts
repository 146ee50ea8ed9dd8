import { afterAll, beforeEach, describe, expect, test } from 'vitest';
import { openBrowser } from '../harness/browser.ts';
import { ask, type Json, type Person } from '../harness/people.ts';
import { digits, letters, pick, shuffled } from '../harness/random.ts';
import { verify, versionOf, writeApplication } from '../harness/records.ts';
import {
  type Balances,
  check,
  faultsIn,
  type Masters,
  mastersOf,
  sayNextNumber,
  someBalances,
  write,
} from './b-balances.ts';
import { brokenLedger, tablesWith } from './b-database.ts';
import { before, declared, type Part } from './b-discovery.ts';
import { hireIn, type Office, openOffice, run } from './b-production.ts';

// Done when 5: "Opening balances of 50,000 blanks, 2,000 drafts and 20,000 earlier certificates: dry run, import, all
// invariants hold with them; /verify distinguishes 'issued before the portal'." UNIVERSITY.md section 5: "blanks by range
// and holder, drafts in hand, next number of each series, and certificates issued before (number, name, degree, date,
// serial), which reprint and /verify know as 'issued before the portal': such a sheet is checked by number and serial (it
// has no code), the page confirms these two and shows no personal data; its reprint first needs photo and missing facts,
// entered by one person and confirmed by another."

let office: Office;
let printer: Person;
let receiver: Person;
let masters: Masters;
let balances: Balances;

let opening: Promise<void> | undefined;
beforeEach(() => {
  opening ??= (async () => {
    office = await openOffice();
    printer = await hireIn(office, 'printer');
    receiver = await hireIn(office, 'receiver');
    masters = await mastersOf(office);
    balances = someBalances(masters, [printer.email, office.admin.email]);
  })();
  return opening;
}, 300_000);
afterAll(() => office?.remove());

// The next number of a series is a field of the master of number series, and no upload.
const parts: Part[] = ['blanks', 'drafts', 'certificates'];

describe('7.5 opening balances', { timeout: 900_000 }, () => {
  test('7.5: the dry run of 50,000 blanks, 2,000 drafts and 20,000 certificates finds no fault and writes nothing', async () => {
    const counts = await countAll();
    for (const part of parts) {
      const report = await check(office.portal, office.admin, part, balances[part]);
      expect(
        report.faultyCount,
        `${part}: ${JSON.stringify((await faultsIn(office.admin, report)).slice(0, 3))}`,
      ).toBe(0);
      expect(report.newCount + report.changedCount, `${part}: what would be written`).toBeGreaterThanOrEqual(
        balances[part].length,
      );
    }
    expect(await countAll(), 'what is written by the dry run').toEqual(counts);
    const [blank, draft, certificate] = [
      `${balances.blanks[0]!.prefix}000001`,
      balances.drafts[0]!.bank!,
      balances.certificates[0]!.serial!,
    ];
    for (const text of [blank, draft, certificate])
      expect(await tablesWith(office.portal, text), text).toEqual({});
  });

  test('7.5: imported, each blank has its state and holder, and every delivery is the sum of its states', async () => {
    for (const part of parts)
      await write(office.admin, await check(office.portal, office.admin, part, balances[part]));
    const rows = await office.portal.sql<{
      prefix: string;
      state: string;
      email: string | null;
      blanks: number;
    }>(
      `select regexp_replace(b.serial, '[0-9]+$', '') as prefix, b.state, s.email, count(*)::int as blanks
       from blanks b left join staff s on s.id = b.held_by group by 1, 2, 3`,
    );
    for (const range of balances.blanks) {
      const own = rows.filter(({ prefix }) => prefix === range.prefix);
      expect(own, `${range.prefix}: one state and one holder`).toHaveLength(1);
      expect(own[0]!.blanks).toBe(Number(range.last));
      expect(own[0]!.email ?? '', `${range.prefix}: holder`).toBe(range.holder);
      expect(own[0]!.state).toBe(range.holder ? 'issued' : 'in_store');
    }
    expect(rows.reduce((sum, row) => sum + row.blanks, 0)).toBe(50_000);
    await expectCustodyHolds();
  });

  test('7.5: imported drafts are in hand, with all of their balance, and the ledger of money holds', async () => {
    const [row] = await office.portal.sql(
      "select count(*)::int as drafts, sum(amount)::int as amount, sum(balance)::int as balance, count(*) filter (where state <> 'received')::int as others from demand_drafts where bank = $1",
      [balances.drafts[0]!.bank],
    );
    const sum = balances.drafts.reduce((total, { amount }) => total + Number(amount), 0);
    expect(row).toEqual({ drafts: 2_000, amount: sum, balance: sum, others: 0 });
    expect(await brokenLedger(office.portal)).toEqual([]);
    const { text, status } = await office.admin.get('/api/drawer-totals');
    expect(status).toBe(200);
    expect(text, 'what lies in the drawer').toContain(String(sum));
    expect((await office.admin.get('/api/demand-drafts/count?show=undeposited')).text).toContain('2000');
  });

  test('7.5: the first application is paid by an imported draft, and gets the next number of its series', async () => {
    const next = Number(balances.series[0]!.next);
    const said = await sayNextNumber(office, masters.series[0]!, next);
    expect(said.status, said.text).toBe(200);
    const caseWorker = await hireIn(office, 'case_worker');
    const { colleges } = (await receiver.get('/api/application-choices')).body;
    const [college] = (colleges as Json[]).sort((a, b) => a.convocationFee - b.convocationFee);
    const { convocationFee, id: collegeId } = college;
    const draft = balances.drafts.find(
      (one) => one.college === college.code && Number(one.amount) > convocationFee,
    )!;
    const application = await writeApplication(receiver, {
      collegeId,
      totalAmount: convocationFee,
      drafts: [
        {
          number: draft.number,
          drawnOn: draft.date,
          bank: draft.bank,
          branch: draft.branch,
          amount: Number(draft.amount),
        },
      ],
    });
    const { id } = await receiver.act('POST', '/api/applications', application);
    const [row] = await office.portal.sql(
      'select count(*)::int as drafts, min(balance) as balance from demand_drafts where bank = $1 and branch = $2 and number = $3',
      [draft.bank, draft.branch, draft.number],
    );
    expect(row, 'the same draft, no second one').toEqual({
      drafts: 1,
      balance: Number(draft.amount) - convocationFee,
    });
    expect(await verify(caseWorker, id), 'the next number').toMatch(new RegExp(`\\b0*${next}$`));
    expect(await brokenLedger(office.portal)).toEqual([]);
  });

  test('7.5: the same balances a second time change nothing', async () => {
    const counts = await countAll();
    for (const part of parts.filter((one) => one !== 'series')) {
      const report = await check(office.portal, office.admin, part, balances[part]);
      expect(report.newCount, part).toBe(0);
      const answer = await office.admin.ask('POST', `${report.path}/${report.id}/commit`, { body: {} });
      if (report.faultyCount > 0) expect(answer.status, `${part}: ${answer.text}`).toBe(409);
    }
    expect(await countAll()).toEqual(counts);
  });

  test('7.5: the doctor finds nothing wrong with files, rows and audit chain', async () => {
    const { code, output } = run(office, 'doctor', 'files', 'chain');
    expect(code, output).toBe(0);
    const events = await office.portal.sql(
      "select event, after::text as said from audit_events where event ~ 'opening|balance|import'",
    );
    expect(events.length, 'events of the import').toBeGreaterThanOrEqual(parts.length);
  });
});

describe('7.5 issued before the portal', { timeout: 300_000 }, () => {
  test('7.5: /verify confirms number and serial, says ‘issued before the portal’ and nothing of the person', async () => {
    for (const certificate of shuffled(balances.certificates).slice(0, 10)) {
      const { status, body, text } = await verifyEarlier(certificate.number!, certificate.serial!);
      expect(status, text).toBe(200);
      expect(body.verdict).toMatch(before.verdict);
      expect(text).toContain(certificate.number);
      expect(text).toContain(certificate.serial);
      for (const word of certificate.name!.split(' ')) expect(text, 'personal data').not.toContain(word);
      expect(text, 'the day of issue is of the person').not.toContain(certificate.date);
    }
  });

  test('7.5: the page says it in words, with number and serial, and shows no personal data', async () => {
    const certificate = pick(balances.certificates);
    const browser = await openBrowser();
    try {
      const page = await browser.newPage();
      await page.goto(`${office.portal.url}/verify`);
      await page.getByLabel(/^Convocation number/).fill(certificate.number!);
      // Open: a field of its own for the serial, or the one of the code, which such a sheet does not have.
      const serial = page.getByLabel(/serial/i).first();
      const field = (await serial.isVisible()) ? serial : page.getByLabel(/^Verification code/).first();
      await field.fill(certificate.serial!);
      await page.keyboard.press('Enter');
      await page.getByText(before.sentence).first().waitFor({ timeout: 8_000 });
      const text = (await page.locator('body').textContent()) ?? '';
      for (const shown of [certificate.number!, certificate.serial!]) expect(text).toContain(shown);
      for (const word of certificate.name!.split(' ')) expect(text, 'personal data').not.toContain(word);
    } finally {
      await browser.close();
    }
  });

  test('7.5: another serial, another number or a code in place of the serial is unknown', async () => {
    const [one, other] = shuffled(balances.certificates) as [Record<string, string>, Record<string, string>];
    for (const [number, serial] of [
      [one.number, other.serial],
      [other.number, one.serial],
      [one.number, `${one.serial}1`],
      [one.number, letters(10).toUpperCase()],
      [`2017/${digits(6)}`, one.serial],
    ] as const) {
      const { body, text } = await verifyEarlier(number!, serial!);
      expect(body?.verdict, `${number} with ${serial}: ${text}`).toBe('unknown');
      expect(text).not.toContain(one.name!.split(' ')[0]);
    }
    const byCode = await ask(
      office.portal,
      'GET',
      `/api/verify?number=${encodeURIComponent(one.number!)}&code=ABCDE-FGHJK`,
    );
    expect(byCode.body?.verdict ?? 'refused', byCode.text).toMatch(/unknown|refused/);
  });

  test('7.5: a certificate of the portal is never ‘issued before the portal’, by its number and its blank’s serial', async () => {
    const [own] = await office.portal.sql(
      'select convocation_number as number from certificates order by created_at desc limit 1',
    );
    const serial = `${balances.blanks[0]!.prefix}000001`;
    const { body } = await verifyEarlier(own!.number, serial);
    expect(body?.verdict ?? '').not.toMatch(before.verdict);
    const [earlier] = balances.certificates as [Record<string, string>];
    const other = await verifyEarlier(earlier.number!, serial);
    expect(other.body?.verdict).toBe('unknown');
  });

  test('7.5: a reprint of such a certificate first needs photo and missing facts, from one and confirmed by another', async () => {
    // How it was built: its reprint is an application for it, which the counter receives and another person verifies.
    const certificate = pick(balances.certificates);
    const { number } = certificate as { number: string };
    const known = (
      await receiver.get(`/api/earlier-certificates/look-up?number=${encodeURIComponent(number)}`)
    ).body;
    expect(known.certificate).toMatchObject({ number, serial: certificate.serial, applicationId: null });
    expect(await certificatesWith(number), 'before anybody asked').toEqual([]);

    const { colleges } = (await receiver.get('/api/application-choices')).body;
    const college = (colleges as Json[]).find(({ code }) => code === certificate.college)!;
    // It is charged as a reprint, and this university has no row for one: ₹0 needs no draft.
    const entry = await writeApplication(receiver, {
      collegeId: college.id,
      totalAmount: 0,
      drafts: [],
      candidateName: certificate.name,
      earlierNumber: number,
    });
    const { photoFileId: _, ...withoutPhoto } = entry;
    const bare = await receiver.ask('POST', '/api/applications', { body: withoutPhoto });
    expect([400, 422], bare.text).toContain(bare.status);
    const { id } = await receiver.act('POST', '/api/applications', entry);
    expect(await certificatesWith(number), 'before anybody confirmed').toEqual([]);
    const own = await receiver.ask('POST', `/api/applications/${id}/verify`, {
      body: { version: await versionOf(receiver, `/api/applications/${id}`) },
    });
    expect([403, 409], own.text).toContain(own.status);
    expect(await verify(office.admin, id), 'it keeps its number').toBe(number);
    expect(await certificatesWith(number)).toMatchObject([{ convocationNumber: number, state: 'to_print' }]);
    const { body } = await verifyEarlier(number, certificate.serial!);
    expect(body.verdict, 'until its reprint is printed').toMatch(before.verdict);
  });
});

/** Open: what the second number is called. A parameter of /verify that is a serial, beside the number. */
async function verifyEarlier(number: string, serial: string) {
  const { parameters } = (await declared(office.portal)).find(
    ({ method, path }) => method === 'GET' && path === '/api/verify',
  )!;
  const name = parameters.find((one) => /serial/i.test(one.name))?.name ?? 'code';
  return ask(
    office.portal,
    'GET',
    `/api/verify?number=${encodeURIComponent(number)}&${name}=${encodeURIComponent(serial)}`,
  );
}

/** The certificates that a desk finds by this number. */
async function certificatesWith(number: string): Promise<Json[]> {
  return (await receiver.get(`/api/certificates?search=${encodeURIComponent(number)}`)).body.rows;
}

/** Rows of what balances may write. */
async function countAll(): Promise<Json> {
  const [row] = await office.portal.sql(
    `select (select count(*) from blanks)::int as blanks, (select count(*) from blank_receipts)::int as deliveries,
       (select count(*) from blank_movements)::int as movements, (select count(*) from demand_drafts)::int as drafts,
       (select count(*) from certificates)::int as certificates, (select count(*) from sheets)::int as sheets,
       (select string_agg(series || last_number, ',' order by series) from number_counters) as counters`,
  );
  const [certificate] = balances.certificates as [Record<string, string>];
  return { ...row, earlier: await tablesWith(office.portal, certificate.serial!.slice(0, 5)) };
}

/** "accepted = sum of these at every moment", and the ledger of movements leads to each blank's state and holder. */
async function expectCustodyHolds(): Promise<void> {
  const deliveries = await office.portal.sql(
    `select r.id, r.received_quantity - r.rejected_quantity as accepted, count(b.id)::int as blanks,
       count(b.id) filter (where b.state in ('in_store', 'issued', 'bound', 'printed', 'spoilt', 'destroyed', 'missing'))::int as known
     from blank_receipts r left join blanks b on b.blank_receipt_id = r.id where r.approved_at is not null group by r.id
     having count(b.id) <> r.received_quantity - r.rejected_quantity
       or count(b.id) <> count(b.id) filter (where b.state in ('in_store', 'issued', 'bound', 'printed', 'spoilt', 'destroyed', 'missing'))`,
  );
  expect(deliveries, 'deliveries whose blanks do not add up').toEqual([]);
  const astray = await office.portal.sql(
    `select b.serial, b.state, m.to_state, b.held_by, m.to_holder from blanks b
     left join lateral (select to_state, to_holder from blank_movements m where m.blank_receipt_id = b.blank_receipt_id
       and b.number between m.first_number and m.last_number order by m.id desc limit 1) m on true
     where b.blank_receipt_id in (select id from blank_receipts order by received_at desc limit 20)
       and (m.to_state is distinct from b.state or m.to_holder is distinct from b.held_by) limit 5`,
  );
  expect(astray, 'blanks that are not where the custody ledger leads').toEqual([]);
}
