import { type RawBuilder, sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import { anyFee } from '#dev/testing/change-master.ts';
import {
  applicationEntry,
  draftEntry,
  receiveApplication,
  verifiedCertificate,
  withReceipt,
} from '#dev/testing/factories.ts';
import { fileOffice } from '#dev/testing/office.ts';
import { leaving } from '#dev/testing/reopening.ts';
import { markStaleDrafts } from '#features/demand-drafts/server/mark-stale-drafts.ts';
import { draftGroups, feeGroups, type TotalsGroup } from '#features/fees/contract.ts';
import { listDraftTotals, listFeeTotals } from '#features/fees/server/totals.ts';
import type { Scope } from '#platform/server/db/database.ts';
import { inCollege } from '#platform/server/db/scope.ts';
import { addMonths, dayInIndia } from '#shared/format.ts';
import { getApplicationFigures, getFeeFigures } from './queries.ts';

const today = dayInIndia(new Date());

const { portal, office } = await fileOffice();
const [admin, receiver, caseWorker] = await portal.asEach('admin', 'receiver', 'case_worker');
const late = { ...anyFee, charge: 'late', college: 'COL002', academicYear: '2021-22' };
await admin.api.fee_schedule.addEntry({ ...late, amount: 50 });

const inIndia = (format: string, at: string) =>
  sql`to_char(${sql.raw(at)} at time zone 'Asia/Kolkata', ${format})`;

/** What charges are told apart by is asked below: an application may have two. */
const groupsOfApplications = feeGroups.filter((group) => group !== 'charge');
const feeKeys: Record<(typeof groupsOfApplications)[number], RawBuilder<unknown>> = {
  college: sql`p.college_id::text`,
  academicYear: sql`p.academic_year`,
  year: inIndia('YYYY', 'p.received_at'),
  month: inIndia('YYYY-MM', 'p.received_at'),
};
const draftKeys: Record<(typeof draftGroups)[number], RawBuilder<unknown>> = {
  state: sql`d.state`,
  college: sql`d.college_id::text`,
  year: inIndia('YYYY', 'd.received_at'),
  month: inIndia('YYYY-MM', 'd.received_at'),
};

type Rows = Record<string, Record<string, number>>;

/** A draft pays until the bank returns it or another takes its place. */
const pays = sql`d.state <> 'returned_by_bank' and d.replaced_by is null`;

/** What the allocations say; no sum that anything keeps is read. */
async function ledgerOfFees(scope: Scope, key: RawBuilder<unknown>): Promise<Rows> {
  return byKey(sql`
    select ${key} as key, count(*) as applications, sum(p.total_amount) as generated,
           coalesce(sum(c.amount), 0) as concessions,
           sum(coalesce(paid, 0)) as collected, sum(p.total_amount - coalesce(paid, 0)) as pending
      from applications p
      left join concessions c on c.application_id = p.id and c.reprint_request_id is null
      left join (select a.application_id as paid_for, sum(a.amount) as paid from allocations a
                   join demand_drafts d on d.id = demand_draft_id and ${pays} group by 1) as payments on paid_for = p.id
     where ${scope.collegeId}::uuid is null or p.college_id = ${scope.collegeId}
     group by 1`);
}

const nothing = { applications: 0, generated: 0, concessions: 0, collected: 0, pending: 0 };
const noCharges = { application: nothing, late: nothing, reprint: nothing };

async function ledgerOfCharges(scope: Scope): Promise<Rows> {
  return byKey(sql`
    select c.kind as key, count(*) as applications, sum(c.scheduled_amount - c.concession_amount) as generated,
           sum(c.concession_amount) as concessions, sum(coalesce(paid, 0)) as collected,
           sum(c.scheduled_amount - c.concession_amount - coalesce(paid, 0)) as pending
      from charges c join applications p on p.id = c.application_id
      left join (select a.charge_id as paid_for, sum(a.amount) as paid from allocations a
                   join demand_drafts d on d.id = demand_draft_id and ${pays} group by 1) as payments on paid_for = c.id
     where ${scope.collegeId}::uuid is null or p.college_id = ${scope.collegeId}
     group by 1`);
}

async function ledgerOfDrafts(scope: Scope, key: RawBuilder<unknown>): Promise<Rows> {
  return byKey(sql`
    select ${key} as key, count(*) as drafts, sum(d.amount) as amount,
           coalesce(sum(paid) filter (where ${pays}), 0) as allocated,
           coalesce(sum(d.amount - coalesce(paid, 0) - coalesce(refunded, 0)) filter (where ${pays}), 0) as unallocated,
           coalesce(sum(case when ${pays} then refunded else d.amount end), 0) as returned,
           coalesce(sum(d.amount) filter (where d.state = 'received'), 0) as undeposited
      from demand_drafts d
      left join (select demand_draft_id, sum(amount) as paid from allocations group by 1) as payments on payments.demand_draft_id = d.id
      left join (select demand_draft_id, sum(amount) as refunded from refunds group by 1) as refunds on refunds.demand_draft_id = d.id
     where ${scope.collegeId}::uuid is null or d.college_id = ${scope.collegeId}
     group by 1`);
}

async function byKey(query: RawBuilder<unknown>): Promise<Rows> {
  const { rows } = await query.execute(portal.services.db);
  const entries = (rows as Record<string, string>[]).map(({ key, ...sums }) => [
    key,
    Object.fromEntries(Object.entries(sums).map(([name, sum]) => [name, Number(sum)])),
  ]);
  return Object.fromEntries(entries);
}

/** The rows without the words beside their figures, and the row of totals. */
function split(rows: { by: TotalsGroup; key: string; collegeName: string | null }[]) {
  const figures = rows.map(({ by: _by, key, collegeName: _name, ...sums }) => [key, sums] as const);
  const { all, ...groups } = Object.fromEntries(figures) as unknown as Rows;
  return { groups, all: all! };
}

async function expectLedger(): Promise<void> {
  for (const collegeId of [null, office.collegeId, office.otherCollegeId]) {
    const scope = { collegeId };
    const db = inCollege(portal.services.db, collegeId);
    const fees = await getFeeFigures(db, new Date());
    const tiles = await getApplicationFigures(db, new Date());
    for (const by of groupsOfApplications) {
      const { groups, all } = split(await listFeeTotals(db, { by }));
      expect(groups, `fees by ${by}`).toEqual(await ledgerOfFees(scope, feeKeys[by]));
      expect(all.applications).toBe(tiles.applications.value);
      expect(all.generated).toBe(fees.generated.value);
      expect([all.pending, fees.pending.value]).toEqual([tiles.pendingFee.value, tiles.pendingFee.value]);
      if (collegeId !== null)
        expect(split(await listFeeTotals(portal.services.db, { by, collegeId }))).toEqual({ groups, all });
    }
    for (const by of draftGroups) {
      const { groups, all } = split(await listDraftTotals(db, { by }));
      expect(groups, `drafts by ${by}`).toEqual(await ledgerOfDrafts(scope, draftKeys[by]));
      expect([all.allocated, fees.collected.value]).toEqual([tiles.revenue.value, tiles.revenue.value]);
      expect(all.amount).toBe(all.allocated! + all.unallocated! + all.returned!);
      if (collegeId !== null)
        expect(split(await listDraftTotals(portal.services.db, { by, collegeId }))).toEqual({ groups, all });
    }
    const { groups: charges, all } = split(await listFeeTotals(db, { by: 'charge' }));
    expect(charges).toEqual({ ...noCharges, ...(await ledgerOfCharges(scope)) });
    expect(all).toEqual(split(await listFeeTotals(db, { by: 'year' })).all);
    const inHand = (await ledgerOfDrafts(scope, draftKeys.state)).received?.drafts ?? 0;
    expect(fees.undeposited.value).toBe(inHand);
  }
}

/** A newly received application that `entry` pays for, and the draft as the register has it. */
async function receiveDraft(entry: ReturnType<typeof draftEntry>) {
  await receiveApplication(receiver, office, { drafts: [entry] });
  return registered(entry);
}

async function registered({ number }: { number: string }) {
  const { rows } = await admin.api.demandDrafts.listDrafts({ search: number });
  return rows[0]!;
}

/** Of 2021-22 every application to the other college is late. */
async function receiveLate(): Promise<void> {
  const late = { collegeId: office.otherCollegeId, academicYear: '2021-22' };
  const drafts = [draftEntry({ amount: 720 })];
  await receiveApplication(receiver, office, { ...late, totalAmount: 750, drafts });
  const concession = { amount: 740, reason: 'merit' as const, authority: 'Order 9 of 1 June' };
  const conceded = { ...late, totalAmount: 10, concession, drafts: [draftEntry({ amount: 10 })] };
  const moved = await receiveApplication(receiver, office, conceded);
  await caseWorker.api.applications.returnApplication({ id: moved, version: 1, reasons: ['college'] });
  const entry = await applicationEntry(receiver, office);
  await receiver.api.applications.correctApplication({
    ...entry,
    id: moved,
    version: 2,
    answers: leaving('college'),
  });
}

/** A day on which everything happens that moves rupees, at both colleges. */
async function workOneDay(): Promise<void> {
  await verifiedCertificate({ receiver, caseWorker }, office);
  await payByInstalments();
  await receiveApplication(receiver, office, {
    concession: { amount: 300, reason: 'staff_ward', authority: 'Order 9 of 1 June' },
    totalAmount: 400,
  });
  await moveToOtherCollege();
  await receiveLate();
  await depositRealiseAndRefund();
  const bounced = await receiveDraft(draftEntry());
  const { version } = await admin.api.fees.returnDraft({ ...versionOf(bounced), reason: 'signature' });
  const brought = await withReceipt(admin, draftEntry({ amount: 600 }));
  await admin.api.fees.replaceDraft({ id: bounced.id, version, draft: brought });
  await receiveDraft(draftEntry({ amount: 900, drawnOn: addMonths(today, -3) }));
  await markStaleDrafts(portal.services, new Date(Date.now() + 24 * 3_600_000));
  const stale = await receiveDraft(draftEntry({ drawnOn: addMonths(today, -3) }));
  await markStaleDrafts(portal.services, new Date(Date.now() + 24 * 3_600_000));
  await admin.api.fees.replaceDraft({
    ...versionOf(stale),
    version: stale.version + 1,
    draft: await withReceipt(admin, draftEntry()),
  });
}

async function payByInstalments(): Promise<void> {
  const short = await receiveApplication(receiver, office, { drafts: [draftEntry({ amount: 500 })] });
  await caseWorker.api.applications.rejectApplication({ id: short, version: 1, remark: 'Short by 200.' });
  const rest = draftEntry({ amount: 300 });
  const entry = await applicationEntry(receiver, office, { drafts: [rest] });
  await receiver.api.applications.correctApplication({ ...entry, id: short, version: 2 });
}

/** Its draft stays with the college that it was received for. */
async function moveToOtherCollege(): Promise<void> {
  const moved = await receiveApplication(receiver, office);
  await caseWorker.api.applications.returnApplication({ id: moved, version: 1, reasons: ['college'] });
  const entry = await applicationEntry(receiver, office, {
    collegeId: office.otherCollegeId,
    academicYear: '2022-23',
    drafts: [],
  });
  await receiver.api.applications.correctApplication({
    ...entry,
    id: moved,
    version: 2,
    answers: leaving('college'),
  });
}

/** One draft of a college for two students, with 600 rupees too much. */
async function depositRealiseAndRefund(): Promise<void> {
  const bulk = draftEntry({ amount: 2_000 });
  for (const academicYear of ['2023-24', '2024-25'])
    await receiveApplication(receiver, office, {
      collegeId: office.otherCollegeId,
      academicYear,
      drafts: [bulk],
    });
  const { id } = await registered(bulk);
  const slip = await receiver.api.depositSlips.prepareDepositSlip({
    draftIds: [id],
    account: 'University 0100',
    bankBranch: 'State Bank of India, Mysuru Main',
  });
  await receiver.api.depositSlips.depositSlip({ id: slip.id, version: 1, depositedOn: today });
  await admin.api.demandDrafts.realiseDrafts({ draftIds: [id], realisedOn: today });
  const { version } = await registered(bulk);
  await admin.api.demandDrafts.refundDraft({
    id,
    version,
    amount: 450,
    paidTo: 'College COL002',
    reference: 'UTR 1',
  });
}

function versionOf({ id, version }: { id: string; version: number }) {
  return { id, version };
}

describe('fee totals, the tiles and the ledger', () => {
  test('are the same rupees before and after a mixed day', { timeout: 90_000 }, async () => {
    await expectLedger();
    await workOneDay();
    await expectLedger();
  });

  test('of the drawer are what lies in it', async () => {
    const auditor = await portal.as('auditor');
    const [undeposited, goingStale, stale] = await auditor.api.feeTotals.listDrawerTotals({});
    const drafts = await auditor.api.feeTotals.listDraftTotals({ by: 'state' });
    const ofState = (key: string) => drafts.find((row) => row.key === key)!;
    expect(undeposited).toMatchObject({
      drafts: ofState('received').drafts,
      amount: ofState('received').amount,
    });
    expect(stale).toMatchObject({ drafts: ofState('stale').drafts, amount: ofState('stale').amount });
    expect(goingStale!.drafts).toBe(0);
  });
});

describe('over the API', () => {
  test('a person of one college gets that college’s totals, whichever is asked for', async () => {
    const auditor = await portal.as('auditor', { collegeId: office.otherCollegeId });
    const own = await auditor.api.feeTotals.listFeeTotals({ by: 'college' });
    expect(own.map((row) => row.key)).toEqual([office.otherCollegeId, 'all']);
    expect(
      await auditor.api.feeTotals.listFeeTotals({ by: 'academicYear', collegeId: office.collegeId }),
    ).toEqual([expect.objectContaining({ key: 'all', applications: 0, generated: 0 })]);
    const drawer = await auditor.api.feeTotals.listDrawerTotals({ collegeId: office.collegeId });
    expect(drawer.map((row) => row.drafts)).toEqual([0, 0, 0]);
  });

  test('the files have the rows of the screen, that of the totals last', async () => {
    const auditor = await portal.as('auditor');
    const response = await auditor.fetch('/api/exports/fee-totals?format=csv&by=academicYear');
    const lines = (await response.text())
      .replace(/^\uFEFF/, '')
      .trim()
      .split('\r\n');
    expect(lines[0]).toBe('Group,Applications,Fee generated,Concessions,Fee collected,Pending fee');
    expect(lines.at(-1)).toMatch(/^Total,\d+,\d+,\d+,\d+,\d+$/);
    expect(lines).toHaveLength(
      1 + (await auditor.api.feeTotals.listFeeTotals({ by: 'academicYear' })).length,
    );
    const foreign = await auditor.fetch('/api/exports/draft-totals?format=csv&status=verified');
    expect(foreign.status).toBe(422);
  });
});
