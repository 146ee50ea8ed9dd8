import { expect, test } from 'vitest';
import { orRefused } from '#dev/testing/expect-domain-error.ts';
import { draftEntry, receiveApplication, stockBlanks } from '#dev/testing/factories.ts';
import { addFileRow } from '#dev/testing/file-rows.ts';
import { fileOffice } from '#dev/testing/office.ts';
import { filePool, type StaffCaller } from '#dev/testing/portal.ts';
import { choiceOf } from '#dev/testing/print-room.ts';
import { pick, seeded } from '#dev/testing/random.ts';
import { correct } from '#dev/testing/reopening.ts';
import { bankReturnReasons, type DraftEntry } from '#features/demand-drafts/contract.ts';
import { markStaleDrafts } from '#features/demand-drafts/server/mark-stale-drafts.ts';
import { addMonths, dayInIndia } from '#shared/format.ts';
import { checkLedger, sumLedger } from './ledger-check.testing.ts';

const rounds = process.env.LONG_FORMS ? 12 : 2;
/** A rare command may be refused in all of them; by then it has come through. */
const mostRounds = 60;
const commandsPerActor = 5;
const today = dayInIndia(new Date());

/** Told by a failure; it fixes what each actor wants, though not who comes first. */
const seed = Date.now() % 2 ** 31;
const random = seeded(seed);
const oneOf = <Choice>(choices: readonly Choice[]): Choice => pick(random, choices);

/** What several candidates bring: one college's bulk drafts. */
const bulkDrafts = Array.from({ length: 4 }, (_, index) =>
  draftEntry({ number: `90000${index}`, amount: 2_400 + index * 700, bank: 'Canara Bank' }),
);
const outcomes = new Map<string, number>();

const { portal, office } = await fileOffice();
const roles = [
  'receiver',
  'receiver',
  'receiver',
  'case_worker',
  'case_worker',
  'admin',
  'admin',
  'admin',
] as const;
const actors = await Promise.all(roles.map((role) => portal.as(role)));
actors.push(await portal.as('printer'));
await stockBlanks(portal, office.paperId, 200);
const owner = filePool(portal.ownerUrl);

test(`random commands of nine people at once never break the ledger (seed ${seed})`, {
  timeout: 60_000,
}, async () => {
  const everyAct = Object.values(acts).flat();
  for (let round = 0; round < rounds || (round < mostRounds && !everyAct.every(isDone)); round += 1) {
    await Promise.all(actors.map((person) => work(person, round < rounds)));
    if (round % 3 === 1) await markStaleDrafts(portal.services, new Date(Date.now() + 40 * 86_400_000));
    await checkLedger(owner);
    const admin = actors.find(({ actor }) => actor.role === 'admin')!;
    const { revenue, pendingFee } = await admin.api.dashboard.getApplicationFigures({});
    expect({ revenue: revenue.value, pendingFee: pendingFee.value }).toEqual(await sumLedger(owner));
  }
  // Every kind of command came through: otherwise the run above says less than it seems to.
  for (const act of everyAct) expect(isDone(act), `${act.name}: ${[...outcomes].join(' ')}`).toBe(true);
  // For the faults below: one whose fee is short.
  const drafts = await brought(actors[0]!, [draftEntry({ amount: 500 })]);
  await receiveApplication(actors[0]!, office, { drafts });
});

test.each([
  [
    'a sum that no trigger carries',
    'alter table demand_drafts disable trigger all',
    `update demand_drafts set state = 'returned_by_bank',
     return_reason = 'other', returned_by = received_by, returned_at = now(), deposit_slip_id = null where pays and allocated_amount > 0`,
  ],
  [
    'a status that nobody checks',
    'alter table applications drop constraint applications__verified_is_paid',
    `update applications
     set status = 'verified', verified_by = (select id from staff where role = 'case_worker' limit 1), verified_at = now() where pending_amount > 0`,
  ],
  [
    'a lost number',
    'alter table deposit_slips disable trigger all',
    'update deposit_slips set slip_number = slip_number + 1000 where slip_number = 1',
  ],
])('the check notices %s', async (_fault, disarm, plant) => {
  const client = await owner.connect();
  try {
    await client.query('begin');
    await client.query(disarm);
    expect((await client.query(plant)).rowCount).toBeGreaterThan(0);
    await expect(checkLedger(client)).rejects.toThrow('Not true');
  } finally {
    await client.query('rollback');
    client.release();
  }
});

const isDone = (act: Act) => outcomes.has(`${act.name} done`);

/** In a round beyond those that are wanted, every other command is one that has not come through yet. */
async function work(person: StaffCaller, isWanted: boolean): Promise<void> {
  for (let turn = 0; turn < commandsPerActor; turn += 1) {
    const own = acts[person.actor.role as keyof typeof acts];
    const missing = own.filter((act) => !isDone(act));
    const act = oneOf(isWanted || missing.length === 0 || random(2) === 0 ? own : missing);
    const result = await orRefused(act(person), act.name);
    const outcome = result === null ? 'had nothing to do' : result === 'refused' ? result : 'done';
    const key = `${act.name} ${outcome}`;
    outcomes.set(key, (outcomes.get(key) ?? 0) + 1);
  }
}

type Act = (person: StaffCaller) => Promise<object | null>;

const acts: Record<'receiver' | 'case_worker' | 'admin' | 'printer', Act[]> = {
  receiver: [receive, receive, correctIt, prepareSlip, changeSlip, depositSlip, revalidate],
  case_worker: [verify, verify, verify, reject, returnToReceiver],
  admin: [depositSlip, realise, realise, returnDraft, replaceDraft, refund],
  printer: [prepareRun],
};

async function receive(receiver: StaffCaller) {
  const id = await receiveApplication(receiver, office, {
    academicYear: oneOf(['2023-24', '2024-25']),
    photoFileId: await addFileRow(portal, receiver, 'photo'),
    drafts: await brought(receiver, anyDrafts()),
  });
  return { id };
}

async function correctIt(receiver: StaffCaller) {
  const row = await anyRow<{ id: string; pending: number }>(
    `select id, pending_amount as pending from applications where status in ('returned', 'rejected')`,
  );
  if (!row) return null;
  return correct(receiver, row.id, { drafts: row.pending > 0 ? await brought(receiver, anyDrafts()) : [] });
}

async function verify(caseWorker: StaffCaller) {
  const row = await anyRow<Versioned>(
    `select id, version from applications where status = 'received' and pending_amount = 0`,
  );
  return row && caseWorker.api.applications.verifyApplication(row);
}

async function reject(caseWorker: StaffCaller) {
  const row = await anyRow<Versioned>(
    `select id, version from applications where status = 'received' and pending_amount > 0`,
  );
  return row && caseWorker.api.applications.rejectApplication({ ...row, remark: 'The fee is short.' });
}

async function returnToReceiver(caseWorker: StaffCaller) {
  const row = await anyRow<Versioned>(`select id, version from applications where status = 'received'`);
  return row && caseWorker.api.applications.returnApplication({ ...row, reasons: ['photo'], remark: '' });
}

async function prepareSlip(receiver: StaffCaller) {
  const rows = await someRows<{ id: string }>(
    `select id from demand_drafts where state = 'received'`,
    1 + random(4),
  );
  if (rows.length === 0) return null;
  return receiver.api.depositSlips.prepareDepositSlip({
    draftIds: rows.map((row) => row.id),
    account: 'Fee account 1234',
    bankBranch: 'State Bank of India, Mysuru',
  });
}

async function changeSlip(receiver: StaffCaller) {
  const row = await anyRow<Versioned & { draft: string }>(
    `select s.id, s.version, d.id as draft from deposit_slips s join demand_drafts d on d.deposit_slip_id = s.id where s.state = 'prepared'`,
  );
  if (!row) return null;
  const { draft, ...slip } = row;
  if (random(4) === 0) return receiver.api.depositSlips.cancelSlip(slip);
  return receiver.api.depositSlips.removeFromSlip({ ...slip, draftId: draft });
}

async function depositSlip(person: StaffCaller) {
  const row = await anyRow<Versioned>(`select id, version from deposit_slips where state = 'prepared'`);
  return row && person.api.depositSlips.depositSlip({ ...row, depositedOn: today });
}

async function revalidate(receiver: StaffCaller) {
  const row = await anyRow<Versioned>(`select id, version from demand_drafts where state = 'stale'`);
  return row && receiver.api.demandDrafts.revalidateDraft({ ...row, validUntil: addMonths(today, 3) });
}

async function realise(admin: StaffCaller) {
  const row = await anyRow<{ id: string }>(`select id from demand_drafts where state = 'deposited'`);
  return row && admin.api.demandDrafts.realiseDrafts({ draftIds: [row.id], realisedOn: today });
}

async function returnDraft(admin: StaffCaller) {
  const row = await anyRow<Versioned>(
    `select id, version from demand_drafts where state <> 'returned_by_bank'`,
  );
  return row && admin.api.fees.returnDraft({ ...row, reason: oneOf(bankReturnReasons), remark: '' });
}

async function replaceDraft(admin: StaffCaller) {
  const row = await anyRow<Versioned & { amount: number }>(
    `select id, version, amount from demand_drafts where state in ('returned_by_bank', 'stale') and replaced_by is null`,
  );
  if (!row) return null;
  const { amount, ...draft } = row;
  const replacement = oneOf([
    draftEntry({ amount }),
    draftEntry({ amount: Math.ceil(amount / 2) }),
    oneOf(bulkDrafts),
  ]);
  const [withFile] = await brought(admin, [replacement]);
  return admin.api.fees.replaceDraft({ ...draft, draft: withFile! });
}

async function refund(admin: StaffCaller) {
  const row = await anyRow<Versioned & { balance: number }>(
    `select id, version, balance from demand_drafts where state = 'realised' and balance > 0`,
  );
  if (!row) return null;
  const { balance, ...draft } = row;
  const amount = 1 + random(balance + 50);
  return admin.api.demandDrafts.refundDraft({ ...draft, amount, paidTo: 'The college', reference: 'UTR 1' });
}

async function prepareRun(printer: StaffCaller) {
  return printer.api.printRuns.preparePrintRun(choiceOf(office));
}

type Versioned = { id: string; version: number };

async function anyRow<Row>(query: string): Promise<Row | null> {
  return (await someRows<Row>(query, 1))[0] ?? null;
}

async function someRows<Row>(query: string, count: number): Promise<Row[]> {
  const { rows } = await owner.query(
    `select * from (${query}) as one order by md5(id::text || $1) limit $2`,
    [random(2 ** 30), count],
  );
  return rows as Row[];
}

/** Of one's own, short, two of them, with a rest, or one college's bulk draft; some are near the end of their validity. */
function anyDrafts() {
  const drawnOn = oneOf([today, addMonths(today, -1), addMonths(today, -2)]);
  const own = (amount: number) => draftEntry({ drawnOn, amount });
  return oneOf([
    () => [own(700)],
    () => [own(500)],
    () => [own(300), own(400)],
    () => [own(1_000)],
    () => [oneOf(bulkDrafts)],
  ])();
}

/** Drafts with a receipt each, of which a draft that is recorded already takes no notice. */
function brought(person: StaffCaller, drafts: DraftEntry[]): Promise<DraftEntry[]> {
  return Promise.all(
    drafts.map(async (draft) => ({ ...draft, receiptFileId: await addFileRow(portal, person, 'receipt') })),
  );
}
