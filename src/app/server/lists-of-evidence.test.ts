import { expect, test } from 'vitest';
import { changeCollegeWithFourEyes } from '#dev/testing/change-master.ts';
import { applicationEntry, draftEntry } from '#dev/testing/factories.ts';
import { fileOffice } from '#dev/testing/office.ts';
import { createPrintRoom, startedRun, waitingOffice } from '#dev/testing/print-room.ts';
import { recordAsPortal } from '#platform/server/record-as-portal.ts';
import { addDays, dayInIndia } from '#shared/format.ts';

const { portal, office } = await fileOffice();
const auditor = await portal.as('auditor');
const ofCollege = (collegeId: string) => portal.as('auditor', { collegeId });
const own = await ofCollege(office.collegeId);
const foreign = await ofCollege(office.otherCollegeId);
const today = dayInIndia(new Date());

type Change = { serials?: string; reason?: string; concession?: object };

async function record(after: Change, label: string, collegeId: string | null = null): Promise<void> {
  await recordAsPortal(portal.services, async (_db, audit) =>
    audit({ event: 'stock.issued', record: { type: 'paper', id: office.paperId, label }, collegeId, after }),
  );
}

async function found(search: string, by = auditor): Promise<string[]> {
  const { rows } = await by.api.audit.listAuditEvents({ search });
  const { count } = await by.api.audit.countAuditEvents({ search });
  expect(rows.length).toBe(count);
  return rows.map(({ recordLabel }) => recordLabel);
}

test('the log finds serials within a range, authorities and reasons, also nested, within the college', async () => {
  await record({ serials: 'QF001001–QF001010, QF001200' }, 'range');
  await record({ serials: 'QF001011–QF001020' }, 'next range');
  await record({ reason: 'Kept for the archive' }, 'reason', office.collegeId);
  await record({ concession: { authority: 'WP 4711/2026' } }, 'order');
  expect(await found('QF001004')).toEqual(['range']);
  expect(await found('qf 1004')).toEqual(['range']);
  expect(await found('QF001200')).toEqual(['range']);
  expect(await found('QF001021')).toEqual([]);
  expect(await found('the archive')).toEqual(['reason']);
  expect(await found('WP 4711')).toEqual(['order']);
  expect(await found('the archive', own)).toEqual(['reason']);
  expect(await found('the archive', foreign)).toEqual([]);
});

test('the log narrows to one event and one day', async () => {
  const count = (filters: object) =>
    auditor.api.audit.countAuditEvents({ event: 'stock.issued', ...filters });
  expect((await count({ day: today })).count).toBeGreaterThanOrEqual(4);
  expect(await count({ day: addDays(today, -1) })).toEqual({ count: 0 });
  const { rows } = await auditor.api.audit.listAuditEvents({ event: 'stock.issued' });
  expect(new Set(rows.map(({ event }) => event))).toEqual(new Set(['stock.issued']));
});

test('concessions and drafts are listed with their sums, to a college its own', async () => {
  const receiver = await portal.as('receiver');
  const concession = { amount: 695, reason: 'court_order' as const, authority: 'WP 12/2026 of 3 May 2026' };
  const entry = { concession, totalAmount: 5, drafts: [draftEntry({ amount: 5 })] };
  await receiver.api.applications.receiveApplication(await applicationEntry(receiver, office, entry));
  const { rows } = await auditor.api.charges.listConcessions({ search: 'WP 12' });
  expect(rows).toMatchObject([
    { concessionAmount: 695, authority: concession.authority, kind: 'application' },
  ]);
  expect(await own.api.charges.sumConcessions({})).toMatchObject({ concessionAmount: 695 });
  expect(await foreign.api.charges.countConcessions({})).toEqual({ count: 0 });

  const draft = (await receiver.api.demandDrafts.listDrafts({ search: entry.drafts[0]!.number })).rows[0]!;
  const slip = { draftIds: [draft.id], account: 'Fee account', bankBranch: 'Mysuru' };
  const { id } = await receiver.api.depositSlips.prepareDepositSlip(slip);
  await receiver.api.depositSlips.depositSlip({ id, version: 1, depositedOn: today });
  const listed = await auditor.api.demandDrafts.listDraftDays({ search: draft.number });
  expect(listed.rows).toMatchObject([{ id: draft.id, days: 0 }]);
  expect(await own.api.demandDrafts.sumDraftDays({ from: today })).toEqual({ amount: 5 });
  expect(await foreign.api.demandDrafts.countDraftDays({})).toEqual({ count: 0 });
});

test('a view of a file names its candidate, and is found by the name', async () => {
  const [receiver, caseWorker] = await portal.asEach('receiver', 'case_worker');
  const entry = await applicationEntry(receiver, office);
  await receiver.api.applications.receiveApplication(entry);
  expect((await caseWorker.fetch(`/api/files/${entry.photoFileId}`)).status).toBe(200);
  const search = entry.candidateName;
  await expect
    .poll(async () => (await auditor.api.audit.listAccessEntries({ search })).rows)
    .toMatchObject([{ candidate: entry.candidateName, kind: 'file_viewed' }]);
});

test('spoilage is counted by month, paper and operator', async () => {
  const room = await createPrintRoom(portal);
  const here = await waitingOffice(portal, room, { office, certificates: 2 });
  const run = await startedRun(portal, room.printer, here, 2);
  const [first, second] = run.sheets;
  const outcomes = [
    { sheetId: first!.id, outcome: 'good' as const },
    { sheetId: second!.id, outcome: 'spoilt' as const, reason: 'Jam' as const },
  ];
  await room.printer.api.printRuns.recordSheets({ id: run.id, outcomes });
  const { rows } = await auditor.api.printRuns.listSpoilage({ search: run.operator });
  expect(rows).toMatchObject([
    { operator: run.operator, sheets: 2, spoilt: 1, month: `${today.slice(0, 7)}-01` },
  ]);
  expect(await auditor.api.printRuns.sumSpoilage({})).toEqual({ sheets: 2, spoilt: 1 });
  expect(await foreign.api.printRuns.countSpoilage({})).toEqual({ count: 0 });
});

test('masters changed are all kinds, from the last day of the newest inspection on', async () => {
  await changeCollegeWithFourEyes(portal, office.collegeId, { convocationFee: 800 });
  const list = async (filters = {}) =>
    (await auditor.api.audit.listAuditEvents({ masters: 'yes', ...filters })).rows;
  expect(new Set((await list()).map(({ event }) => event.split('.')[0]))).toContain('colleges');
  expect((await list()).every(({ event }) => !event.startsWith('stock.'))).toBe(true);
  await recordAsPortal(portal.services, async (_db, audit) =>
    audit({
      event: 'findings.inspection_closed' as never,
      record: { type: 'college', id: office.collegeId, label: '2026/1' },
      after: { from: addDays(today, -9), to: addDays(today, 1) },
    }),
  );
  expect(await list()).toEqual([]);
  expect((await list({ from: today })).length).toBeGreaterThan(0);
});
