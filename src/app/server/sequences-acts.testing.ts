import type pg from 'pg';
import {
  draftEntry,
  type Office,
  receiveApplication,
  reprintEntry,
  uploadFile,
  withReceipt,
} from '#dev/testing/factories.ts';
import type { Portal, StaffCaller } from '#dev/testing/portal.ts';
import { choiceOf, openPrintFile } from '#dev/testing/print-room.ts';
import { pick, type Random } from '#dev/testing/random.ts';
import { correct } from '#dev/testing/reopening.ts';
import { composePrintRunJob } from '#features/print-runs/server/jobs/compose-print-run.ts';
import type { Role } from '#shared/roles.ts';

/** Where acts happen, and how many applications are received at most. */
type Scene = { portal: Portal; office: Office; pool: pg.Pool; applications: number };

/** What one person does; null where there is nothing of that kind to do. */
type Act = (scene: Scene, person: StaffCaller, random: Random) => Promise<object | null>;
type Versioned = { id: string; version: number };

const counter: Role[] = ['receiver', 'admin'];
const desk: Role[] = ['case_worker', 'admin'];
const room: Role[] = ['printer', 'admin'];
const administration: Role[] = ['admin'];
const anybody: Role[] = ['receiver', 'case_worker', 'printer', 'admin'];

/** Whose act it is; others are refused. What happens often in an office stands more often. */
export const acts: [Role[], Act][] = [
  [counter, receive],
  [desk, verify],
  [desk, verify],
  [desk, verify],
  [desk, rejectOrReturn],
  [desk, reopenOne],
  [counter, correctIt],
  [counter, correctIt],
  [room, prepare],
  [room, prepare],
  [room, begin],
  [room, begin],
  [room, record],
  [room, record],
  [room, record],
  [room, takeBack],
  [room, close],
  [room, withdraw],
  [room, cancelCopy],
  [counter, handOver],
  [counter, handOver],
  [desk, takeBackDecision],
  [counter, takeBackHandOver],
  [anybody, askForReprint],
  [administration, decideReprint],
  [administration, decideReprint],
  [administration, proposeRevocation],
  [administration, confirmRevocation],
  [administration, dropRevocation],
  [administration, returnDraft],
];

async function receive({ office, ...scene }: Scene, receiver: StaffCaller, random: Random) {
  const { rows } = await scene.pool.query('select id from applications');
  if (rows.length >= scene.applications) return null;
  return { id: await receiveApplication(receiver, office, { candidateName: nameOf(random) }) };
}

async function verify(scene: Scene, person: StaffCaller, random: Random) {
  const query = `select id, version from applications where status = 'received'`;
  const row = await anyRow<Versioned>(scene, random, query);
  return row && person.api.applications.verifyApplication(row);
}

async function rejectOrReturn(scene: Scene, person: StaffCaller, random: Random) {
  const query = `select id, version, pending_amount from applications where status = 'received'`;
  const row = await anyRow<Versioned & { pending_amount: number }>(scene, random, query);
  if (!row) return null;
  const { id, version } = row;
  if (row.pending_amount > 0)
    return person.api.applications.rejectApplication({ id, version, remark: 'The fee is short.' });
  return person.api.applications.returnApplication({ id, version, reasons: ['name'] });
}

async function reopenOne(scene: Scene, person: StaffCaller, random: Random) {
  const row = await anyRow<Versioned>(scene, random, 'select id, version from applications');
  const reason = pick(random, ['name', 'photo', 'course'] as const);
  return row && person.api.applications.reopenApplication({ ...row, reason });
}

/** The name, the year or the photo, or nothing but a further draft. */
async function correctIt(scene: Scene, receiver: StaffCaller, random: Random) {
  const query = `select id, pending_amount from applications where status in ('returned', 'rejected')`;
  const row = await anyRow<{ id: string; pending_amount: number }>(scene, random, query);
  if (!row) return null;
  const change = pick(random, [
    async () => ({ candidateName: nameOf(random) }),
    async () => ({ academicYear: pick(random, ['2022-23', '2023-24', '2024-25']) }),
    async () => ({ photoFileId: ((await (await uploadFile(receiver, 'photo')).json()) as Versioned).id }),
    async () => ({}),
  ]);
  const drafts = row.pending_amount > 0 ? [await withReceipt(receiver, draftEntry())] : [];
  return correct(receiver, row.id, { ...(await change()), drafts });
}

/** Of one’s own, as the screen offers it; a colleague tries it now and then. */
async function takeBackDecision(scene: Scene, person: StaffCaller, random: Random) {
  const own = random(4) > 0 ? `and coalesce(returned_by, rejected_by) = '${person.actor.id}'` : '';
  const query = `select id, version from applications where status in ('returned', 'rejected') ${own}`;
  const row = await anyRow<Versioned>(scene, random, query);
  return row && person.api.applications.takeBackDecision(row);
}

async function takeBackHandOver(scene: Scene, person: StaffCaller, random: Random) {
  const own = random(4) > 0 ? `and handed_over_by = '${person.actor.id}'` : '';
  const query = `select id, version from certificates where state = 'handed_over' ${own}`;
  const row = await anyRow<Versioned>(scene, random, query);
  return row && person.api.certificates.takeBackHandOver(row);
}

async function prepare({ portal, office, pool }: Scene, printer: StaffCaller, random: Random) {
  const waiting = `select id from certificates where state = 'to_print' and withheld_at is null`;
  const { rows } = await pool.query(waiting);
  if (rows.length === 0) return null;
  const run = await printer.api.printRuns.preparePrintRun(choiceOf(office, 1 + random(2)));
  await composePrintRunJob.handle(portal.services, { printRunId: run.id }, { isLast: true });
  return run;
}

/** Starts a prepared run and opens its file. */
async function begin(scene: Scene, printer: StaffCaller, random: Random) {
  const row = await anyRow<{ id: string }>(
    scene,
    random,
    `select id from print_runs where state = 'prepared'`,
  );
  if (!row) return null;
  const { version, sheets } = await printer.api.printRuns.getPrintRun(row);
  const topSerial = sheets[0]?.blankSerial ?? 'A000000';
  const started = await printer.api.printRuns.startPrintRun({ ...row, version, topSerial });
  await openPrintFile(printer, row.id);
  return started;
}

const sheetsInPrint = `
  select s.id, s.print_run_id as run from sheets s join print_runs r on r.id = s.print_run_id where r.state = 'printing'`;

async function record(scene: Scene, printer: StaffCaller, random: Random) {
  const row = await anyRow<{ id: string; run: string }>(
    scene,
    random,
    `${sheetsInPrint} and outcome is null`,
  );
  if (!row) return null;
  const sheetId = row.id;
  const good = { sheetId, outcome: 'good' as const };
  const outcome = pick(random, [
    ...[good, good, good, good],
    { sheetId, outcome: 'spoilt' as const, reason: 'Jam' as const },
    { sheetId, outcome: 'missing' as const, reason: 'Not in the tray.' },
  ]);
  return printer.api.printRuns.recordSheets({ id: row.run, outcomes: [outcome] });
}

async function takeBack(scene: Scene, printer: StaffCaller, random: Random) {
  const query = `${sheetsInPrint} and outcome is not null`;
  const row = await anyRow<{ id: string; run: string }>(scene, random, query);
  return row && printer.api.printRuns.takeBackOutcome({ id: row.run, sheetId: row.id });
}

async function close(scene: Scene, printer: StaffCaller, random: Random) {
  const row = await anyRow<{ id: string }>(
    scene,
    random,
    `select id from print_runs where state = 'printing'`,
  );
  if (!row) return null;
  const run = await printer.api.printRuns.getPrintRun(row);
  return printer.api.printRuns.closePrintRun({
    id: row.id,
    version: run.version,
    goodSheets: run.goodCount,
    spoiltSheets: run.spoiltCount,
    missingSheets: run.missingCount,
  });
}

async function withdraw(scene: Scene, printer: StaffCaller, random: Random) {
  const query = `select id, version from print_runs where state = 'prepared'`;
  const row = await anyRow<Versioned>(scene, random, query);
  return row && printer.api.printRuns.withdrawPrintRun(row);
}

async function cancelCopy(scene: Scene, person: StaffCaller, random: Random) {
  const query = `
    select s.id, certificate_id as certificate from sheets s join print_runs r on r.id = s.print_run_id
     where is_valid and r.state = 'closed' and certificate_id in (select id from certificates where state = 'printed')`;
  const row = await anyRow<{ id: string; certificate: string }>(scene, random, query);
  if (!row) return null;
  const reason = 'The crest is missing.';
  return person.api.copies.cancelCopy({ id: row.certificate, copyId: row.id, reason });
}

/** In any of two ways; with the serial of an earlier copy that is out. */
async function handOver(scene: Scene, receiver: StaffCaller, random: Random) {
  const query = `select id, version from certificates where state = 'printed'`;
  const row = await anyRow<Versioned>(scene, random, query);
  if (!row) return null;
  const out = `
    select s.id, serial from hand_overs h join sheets s on s.id = h.sheet_id join blanks b on b.id = s.blank_id
     where s.certificate_id = '${row.id}' and surrender is null order by copy_number desc limit 1`;
  const copy = await anyRow<{ id: string; serial: string }>(scene, random, out);
  const earlierCopy = copy && { became: 'surrendered' as const, serial: copy.serial };
  const inPerson = { collectedBy: 'The candidate', identitySeen: 'passport' as const };
  const { handOverCertificate, postCertificate } = receiver.api.certificates;
  const posted = { carrier: 'India Post', trackingNumber: 'EK123456789IN', postedOn: '2025-01-01' };
  return pick(random, [
    () => handOverCertificate({ ...row, ...inPerson, earlierCopy }),
    () => postCertificate({ ...row, ...posted, earlierCopy }),
  ])();
}

async function askForReprint(scene: Scene, person: StaffCaller, random: Random) {
  const query = `select id from certificates where state in ('printed', 'handed_over')`;
  const row = await anyRow<{ id: string }>(scene, random, query);
  return row && person.api.reprints.requestReprint(await reprintEntry(person, row.id));
}

async function decideReprint(scene: Scene, admin: StaffCaller, random: Random) {
  const query = 'select id, version from reprint_requests where reprinted_at is null and ended_with is null';
  const row = await anyRow<Versioned>(scene, random, query);
  if (!row) return null;
  const { approveReprint, rejectReprint, reopenReprint } = admin.api.reprints;
  return pick(random, [
    () => approveReprint(row),
    () => approveReprint(row),
    () => rejectReprint({ ...row, remark: 'It looks fine.' }),
    () => reopenReprint(row),
  ])();
}

async function proposeRevocation(scene: Scene, admin: StaffCaller, random: Random) {
  const row = await anyRow<Versioned>(scene, random, 'select id, version from certificates');
  const why = { reason: 'Obtained by fraud.', authority: 'Syndicate resolution 12' };
  return row && admin.api.revocations.proposeRevocation({ ...row, ...why });
}

const proposals = 'select id from revocations where outcome is null';

/** Of a quarter of them at most, so that the others live on. */
async function confirmRevocation(scene: Scene, admin: StaffCaller, random: Random) {
  const few = `(select count(*) from certificates where state = 'revoked') < ${scene.applications / 4}`;
  const row = await anyRow<{ id: string }>(scene, random, `${proposals} and ${few}`);
  return row && admin.api.revocations.confirmRevocation(row);
}

async function dropRevocation(scene: Scene, admin: StaffCaller, random: Random) {
  const row = await anyRow<{ id: string }>(scene, random, proposals);
  if (!row) return null;
  const { declineRevocation, withdrawRevocation } = admin.api.revocations;
  const remark = 'Another candidate.';
  return pick(random, [() => declineRevocation({ ...row, remark }), () => withdrawRevocation(row)])();
}

async function returnDraft(scene: Scene, admin: StaffCaller, random: Random) {
  const query = `select id, version from demand_drafts where state = 'received' and allocated_amount > 0`;
  const row = await anyRow<Versioned>(scene, random, query);
  return row && admin.api.fees.returnDraft({ ...row, reason: 'signature' });
}

function nameOf(random: Random): string {
  return `Candidate ${random(1_000)}`;
}

/** In the order in which they came, so that a seed finds the same ones again. */
async function anyRow<Row>({ pool }: Scene, random: Random, query: string): Promise<Row | null> {
  const { rows } = await pool.query(`select * from (${query}) one order by id`);
  return rows.length === 0 ? null : (pick(random, rows) as Row);
}
