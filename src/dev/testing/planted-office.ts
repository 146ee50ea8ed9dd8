import pg from 'pg';
import type { PlantedEvent, PlantedOffice } from '#platform/server/exceptions/rule.ts';
import { dayInIndia } from '#shared/format.ts';
import { idsOf } from '#shared/ids-of.ts';
import { createOffice, verifiedCertificate } from './factories.ts';
import type { Portal, StaffCaller } from './portal.ts';
import { officeWithPaper, printedRun } from './print-room.ts';
import { runWithoutTriggers } from './run-without-triggers.ts';

/**
 * An office in which no rule finds anything: a certificate went all its way and its draft was realised, and so two more of
 * other candidates. Its log is of the last working day from ten o'clock on, two minutes an event, because a test is faster
 * than any honest clerk.
 */
export async function plantedOffice(portal: Portal): Promise<PlantedOffice> {
  const office = await officeWithPaper(portal, await createOffice(portal), 5);
  const [receiver, caseWorker, otherCaseWorker] = await portal.asEach(
    'receiver',
    'case_worker',
    'case_worker',
  );
  const [printer, admin, otherAdmin] = await portal.asEach('printer', 'admin', 'admin');
  const { applicationId, certificateId } = await verifiedCertificate({ receiver, caseWorker }, office);
  for (const _ of [1, 2]) await verifiedCertificate({ receiver, caseWorker }, office);
  const slip = await realisedDrafts(receiver, admin);
  const { id: run } = await printedRun(portal, printer, office, 3);
  await handOverAll(receiver);
  await runWithoutTriggers(portal, inOfficeHours);
  const { draft, sheet, blank } = await portal.services.db
    .selectFrom('allocations')
    .innerJoin('certificates', 'certificates.application_id', 'allocations.application_id')
    .innerJoin('sheets', 'sheets.certificate_id', 'certificates.id')
    .select(['demand_draft_id as draft', 'sheets.id as sheet', 'sheets.blank_id as blank'])
    .where('certificates.id', '=', certificateId)
    .executeTakeFirstOrThrow();
  return {
    ...{ application: applicationId, certificate: certificateId, draft, slip, run, sheet, blank },
    ...{ paper: office.paperId, receiver: receiver.actor.id, printer: printer.actor.id },
    ...{ caseWorker: caseWorker.actor.id, otherCaseWorker: otherCaseWorker.actor.id },
    ...{ admin: admin.actor.id, otherAdmin: otherAdmin.actor.id },
    event: (name, facts) => eventStatement(office.collegeId, name, facts),
  };
}

/** All drafts on one slip. */
async function realisedDrafts(receiver: StaffCaller, admin: StaffCaller): Promise<string> {
  const draftIds = idsOf((await receiver.api.demandDrafts.listDrafts({})).rows);
  const today = dayInIndia(new Date());
  const { id } = await receiver.api.depositSlips.prepareDepositSlip({
    draftIds,
    account: 'Fee account 1234',
    bankBranch: 'State Bank of India, Mysuru',
  });
  await receiver.api.depositSlips.depositSlip({ id, version: 1, depositedOn: today });
  await admin.api.demandDrafts.realiseDrafts({ draftIds, realisedOn: today });
  return id;
}

/** Each to its candidate. */
async function handOverAll({ api }: StaffCaller): Promise<void> {
  for (const { id, version, studentName } of (await api.certificates.listCertificates({})).rows) {
    const collected = { collectedBy: studentName, identitySeen: 'passport' } as const;
    await api.certificates.handOverCertificate({ id, version, ...collected });
  }
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

function eventStatement(college: string, name: string, { of, by, at, after }: PlantedEvent): string {
  const text = (value: string) => pg.escapeLiteral(value);
  const json = (fields?: object) => (fields ? `${text(JSON.stringify(fields))}::jsonb` : 'null');
  return `
    update audit_head set sequence = sequence + 1, hash = ${plantedHash('(sequence + 1)')};
    insert into audit_events (${columns})
    select h.sequence, ${at ?? 'now()'}, s.id, s.name, s.role, ${text(name)}, ${of.map(text)},
           'planted', null, ${json(after)}, ${text(college)}, 'planted', 3,
           ${plantedHash('(h.sequence - 1)')}, h.hash
      from audit_head h, staff s where s.id = ${text(by)};`;
}
