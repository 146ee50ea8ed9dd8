import { type RawBuilder, sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { DraftState } from '#features/demand-drafts/contract.ts';
import { draftGroups, feeGroups, type TotalsGroup } from '#features/fees/contract.ts';
import { listDraftTotals, listFeeTotals } from '#features/fees/server/totals.ts';
import { type Scope, wholeUniversity } from '#server/actor.ts';
import { unscoped } from '#server/db/database.ts';
import {
  applicationEntry,
  createOffice,
  draftEntry,
  type Office,
  receiveApplication,
  verifiedCertificate,
} from '#testing/factories.ts';
import { type Portal, type StaffCaller, startPortal } from '#testing/portal.ts';
import { foldDeltasJob } from './jobs/fold-deltas.ts';
import { getApplicationFigures, getFeeFigures } from './queries.ts';

let portal: Portal;
let office: Office;
let receiver: StaffCaller;
let caseWorker: StaffCaller;

beforeAll(async () => {
  portal = await startPortal();
  office = await createOffice(portal);
  receiver = await portal.as('receiver');
  caseWorker = await portal.as('case_worker');
});
afterAll(() => portal.close());

function fold(): Promise<void> {
  return foldDeltasJob.handle(portal.services, {}, { isLast: true });
}

const inIndia = (format: string, at: string) =>
  sql`to_char(${sql.raw(at)} at time zone 'Asia/Kolkata', ${format})`;

const feeKeys: Record<(typeof feeGroups)[number], RawBuilder<unknown>> = {
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

/** What the allocations say; no sum that anything keeps is read. */
async function ledgerOfFees(scope: Scope, key: RawBuilder<unknown>): Promise<Rows> {
  return byKey(sql`
    select ${key} as key, count(*) as applications, sum(p.total_amount) as generated,
           sum(coalesce(paid, 0)) as collected, sum(p.total_amount - coalesce(paid, 0)) as pending
      from applications p
      left join (select application_id, sum(a.amount) as paid from allocations a
                   join demand_drafts d on d.id = demand_draft_id and d.state <> 'returned_by_bank' group by 1) as payments
        on application_id = p.id
     where ${scope.collegeId}::uuid is null or p.college_id = ${scope.collegeId}
     group by 1`);
}

async function ledgerOfDrafts(scope: Scope, key: RawBuilder<unknown>): Promise<Rows> {
  const isWorth = sql`d.state <> 'returned_by_bank'`;
  return byKey(sql`
    select ${key} as key, count(*) as drafts, sum(d.amount) as amount,
           coalesce(sum(paid) filter (where ${isWorth}), 0) as allocated,
           coalesce(sum(d.amount - coalesce(paid, 0)) filter (where ${isWorth}), 0) as unallocated,
           coalesce(sum(d.amount) filter (where not ${isWorth}), 0) as returned,
           coalesce(sum(d.amount) filter (where d.state = 'received'), 0) as undeposited
      from demand_drafts d
      left join (select demand_draft_id, sum(a.amount) as paid from allocations a group by 1) as payments on demand_draft_id = d.id
     where ${scope.collegeId}::uuid is null or d.college_id = ${scope.collegeId}
     group by 1`);
}

async function byKey(query: RawBuilder<unknown>): Promise<Rows> {
  const { rows } = await query.execute(unscoped(portal.services.db));
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
  const { db } = portal.services;
  for (const collegeId of [null, office.collegeId, office.otherCollegeId]) {
    const scope = { collegeId };
    const fees = await getFeeFigures(db, scope, new Date());
    const tiles = await getApplicationFigures(db, scope, new Date());
    for (const by of feeGroups) {
      const { groups, all } = split(await listFeeTotals(db, scope, { by }));
      expect(groups, `fees by ${by}`).toEqual(await ledgerOfFees(scope, feeKeys[by]));
      expect(all.applications).toBe(tiles.applications.value);
      expect(all.generated).toBe(fees.generated.value);
      expect([all.pending, fees.pending.value]).toEqual([tiles.pendingFee.value, tiles.pendingFee.value]);
      if (collegeId !== null)
        expect(split(await listFeeTotals(db, wholeUniversity, { by, collegeId }))).toEqual({ groups, all });
    }
    for (const by of draftGroups) {
      const { groups, all } = split(await listDraftTotals(db, scope, { by }));
      expect(groups, `drafts by ${by}`).toEqual(await ledgerOfDrafts(scope, draftKeys[by]));
      expect([all.allocated, fees.collected.value]).toEqual([tiles.revenue.value, tiles.revenue.value]);
      expect(all.amount).toBe(all.allocated! + all.unallocated! + all.returned!);
      if (collegeId !== null)
        expect(split(await listDraftTotals(db, wholeUniversity, { by, collegeId }))).toEqual({ groups, all });
    }
    const inHand = (await ledgerOfDrafts(scope, draftKeys.state)).received?.drafts ?? 0;
    expect(fees.undeposited.value).toBe(inHand);
  }
}

async function settle(number: string, state: DraftState): Promise<void> {
  await portal.services.db.updateTable('demand_drafts').set({ state }).where('number', '=', number).execute();
}

/** A day on which everything happens that moves rupees, at both colleges. */
async function workOneDay(): Promise<void> {
  const { collegeId, otherCollegeId } = office;
  await verifiedCertificate({ receiver, caseWorker }, office);
  const bulk = draftEntry({ amount: 2_000 });
  for (const academicYear of ['2023-24', '2024-25'])
    await receiveApplication(receiver, office, { collegeId: otherCollegeId, academicYear, drafts: [bulk] });
  const short = await receiveApplication(receiver, office, { drafts: [draftEntry({ amount: 500 })] });
  await caseWorker.api.applications.rejectApplication({ id: short, version: 1, remark: 'Short by 200.' });
  const rest = draftEntry({ amount: 300 });
  await receiver.api.applications.correctApplication({
    ...(await applicationEntry(receiver, office, { drafts: [rest] })),
    id: short,
    version: 2,
  });
  const moved = await receiveApplication(receiver, office);
  await caseWorker.api.applications.returnApplication({ id: moved, version: 1, reasons: ['college'] });
  await receiver.api.applications.correctApplication({
    ...(await applicationEntry(receiver, office, {
      collegeId: otherCollegeId,
      academicYear: '2022-23',
      drafts: [],
    })),
    id: moved,
    version: 2,
  });
  const bounced = draftEntry();
  await receiveApplication(receiver, office, { collegeId, drafts: [bounced] });
  await settle(bounced.number, 'returned_by_bank');
  await settle(bulk.number, 'deposited');
  const forgotten = draftEntry({ amount: 900 });
  await receiveApplication(receiver, office, { collegeId, drafts: [forgotten] });
  await settle(forgotten.number, 'stale');
}

describe('fee totals, the tiles and the ledger', () => {
  test('are the same rupees before, after and while a mixed day is folded', { timeout: 90_000 }, async () => {
    await expectLedger();
    await workOneDay();
    await expectLedger();
    await fold();
    await expectLedger();
    await workOneDay();
    await expectLedger();
  });

  test('of the drawer are what lies in it', async () => {
    const auditor = await portal.as('auditor');
    const [undeposited, goingStale, stale] = await auditor.api.fees.listDrawerTotals({});
    const drafts = await auditor.api.fees.listDraftTotals({ by: 'state' });
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
    const own = await auditor.api.fees.listFeeTotals({ by: 'college' });
    expect(own.map((row) => row.key)).toEqual([office.otherCollegeId, 'all']);
    expect(await auditor.api.fees.listFeeTotals({ by: 'academicYear', collegeId: office.collegeId })).toEqual(
      [expect.objectContaining({ key: 'all', applications: 0, generated: 0 })],
    );
    const drawer = await auditor.api.fees.listDrawerTotals({ collegeId: office.collegeId });
    expect(drawer.map((row) => row.drafts)).toEqual([0, 0, 0]);
  });

  test('whoever works at the counter is refused', async () => {
    await expect(receiver.api.fees.listFeeTotals({})).rejects.toMatchObject({ code: 'auth.not_permitted' });
  });

  test('the files have the rows of the screen, that of the totals last', async () => {
    const auditor = await portal.as('auditor');
    const response = await auditor.fetch('/api/exports/fee-totals?format=csv&by=academicYear');
    const lines = (await response.text()).trim().split('\r\n');
    expect(lines[0]).toBe('\uFEFFTotals of,Applications,Fee generated,Fee collected,Pending fee');
    expect(lines.at(-1)).toMatch(/^Total,\d+,\d+,\d+,\d+$/);
    expect(lines).toHaveLength(1 + (await auditor.api.fees.listFeeTotals({ by: 'academicYear' })).length);
    const foreign = await auditor.fetch('/api/exports/draft-totals?format=csv&status=verified');
    expect(foreign.status).toBe(422);
  });
});
