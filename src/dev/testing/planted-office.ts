import pg from 'pg';
import type { PlantedEvent, PlantedOffice } from '#platform/server/exceptions/rule.ts';
import { dayInIndia } from '#shared/format.ts';
import { createOffice, type Office, verifiedCertificate } from './factories.ts';
import type { Portal, StaffCaller } from './portal.ts';
import { officeWithPaper, printedRun } from './print-room.ts';
import { runWithoutTriggers } from './run-without-triggers.ts';

/**
 * An office in which no rule finds anything: one certificate went all its way, its draft was realised. Its log is of the
 * last working day from ten o'clock on, two minutes an event, because a test is faster than any honest clerk.
 */
export async function plantedOffice(portal: Portal): Promise<PlantedOffice> {
  const office = await officeWithPaper(portal, await createOffice(portal), 5);
  const [receiver, caseWorker, otherCaseWorker] = await portal.asEach(
    'receiver',
    'case_worker',
    'case_worker',
  );
  const [printer, admin, otherAdmin, auditor] = await portal.asEach('printer', 'admin', 'admin', 'auditor');
  const { applicationId, certificateId } = await verifiedCertificate({ receiver, caseWorker }, office);
  const money = await realisedDraft(receiver, admin);
  const paper = await printedSheet(portal, printer, office);
  await handOver(receiver, certificateId);
  await runWithoutTriggers(portal, inOfficeHours);
  return {
    ...{ application: applicationId, certificate: certificateId, ...money, ...paper },
    ...{ paper: office.paperId, college: office.collegeId },
    ...{ receiver: receiver.actor.id, printer: printer.actor.id, auditor: auditor.actor.id },
    ...{ caseWorker: caseWorker.actor.id, otherCaseWorker: otherCaseWorker.actor.id },
    ...{ admin: admin.actor.id, otherAdmin: otherAdmin.actor.id },
    event: (name, facts) => eventStatement(office.collegeId, name, facts),
  };
}

/** The only draft, which paid the fee. */
async function realisedDraft(receiver: StaffCaller, admin: StaffCaller) {
  const [draft] = (await receiver.api.demandDrafts.listDrafts({ limit: 1 })).rows;
  const today = dayInIndia(new Date());
  const { id: slip } = await receiver.api.depositSlips.prepareDepositSlip({
    draftIds: [draft!.id],
    account: 'Fee account 1234',
    bankBranch: 'State Bank of India, Mysuru',
  });
  await receiver.api.depositSlips.depositSlip({ id: slip, version: 1, depositedOn: today });
  await admin.api.demandDrafts.realiseDrafts({ draftIds: [draft!.id], realisedOn: today });
  return { draft: draft!.id, slip };
}

async function printedSheet(portal: Portal, printer: StaffCaller, office: Office) {
  const run = await printedRun(portal, printer, office);
  const { id, blank_id } = await portal.services.db
    .selectFrom('sheets')
    .select(['id', 'blank_id'])
    .where('print_run_id', '=', run.id)
    .executeTakeFirstOrThrow();
  return { run: run.id, sheet: id, blank: blank_id };
}

async function handOver(receiver: StaffCaller, id: string): Promise<void> {
  const { version } = await receiver.api.certificates.getCertificate({ id });
  const collected = { collectedBy: 'Asha Rao', identitySeen: 'passport' } as const;
  await receiver.api.certificates.handOverCertificate({ id, version, ...collected });
}

const plantedHash = (sequence: string) =>
  `encode(sha256(convert_to('planted ' || ${sequence}, 'UTF8')), 'hex')`;

const columns = `sequence, at, actor_id, actor_name, desk, event, record_type, record_id, record_label, before, after,
  college_id, request_id, hash_version, previous_hash, hash`;

/** The factories add people by a plain insert: before the first event comes that of each person. */
const inOfficeHours = `
  with day as (
    select day from generate_series(1, 4) ago, lateral (values ((now() at time zone 'Asia/Kolkata')::date - ago)) days (day)
     where extract(isodow from day) < 7 and to_char(day, 'MM-DD') not in ('01-26', '08-15', '10-02')
     order by ago limit 1)
  update audit_events set sequence = sequence + 1000,
    at = (day + time '10:00') at time zone 'Asia/Kolkata' + sequence * interval '2 minutes' from day;
  insert into audit_events (${columns})
  select n, now() - interval '1 year', null, 'Portal', 'portal', 'staff.added', 'staff', id, name, null,
         jsonb_build_object('role', role), null, 'planted', 3, ${plantedHash('(n - 1)')}, ${plantedHash('n')}
    from (select row_number() over (order by id) as n, * from staff) people;
  update audit_head set sequence = sequence + 1000;`;

function eventStatement(
  college: string,
  name: string,
  { of, by, desk, at, before, after }: PlantedEvent,
): string {
  const text = (value: string) => pg.escapeLiteral(value);
  const json = (fields?: object) => (fields ? `${text(JSON.stringify(fields))}::jsonb` : 'null');
  return `
    update audit_head set sequence = sequence + 1, hash = ${plantedHash('(sequence + 1)')};
    insert into audit_events (${columns})
    select h.sequence, ${at ?? 'now()'}, s.id, s.name, ${desk ? text(desk) : 's.role'}, ${text(name)}, ${of.map(text)},
           'planted', ${json(before)}, ${json(after)}, ${text(college)}, 'planted', 3,
           ${plantedHash('(h.sequence - 1)')}, h.hash
      from audit_head h, staff s where s.id = ${text(by)};`;
}
