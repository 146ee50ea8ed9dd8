import { borrowOrStart, type Desks } from '../harness/desks.ts';
import { type Answer, ask, hire, type Json, type Person } from '../harness/people.ts';
import type { Portal } from '../harness/portal.ts';
import { between, letters, personName, pick } from '../harness/random.ts';
import {
  composed,
  dayBefore,
  drawPhoto,
  openPrintFile,
  receive,
  upload,
  versionOf,
} from '../harness/records.ts';

/** The demo's people, and a second one at the counter and at the verify desk: four eyes need them. */
export type Office = {
  portal: Portal;
  desks: Desks;
  caseWorkers: [Person, Person];
  receivers: [Person, Person];
  admins: [Person, Person];
};

export async function openOffice(): Promise<Office> {
  const { portal, desks } = await borrowOrStart();
  const [caseWorker, receiver] = [
    await hire(portal, desks.admin, 'case_worker'),
    await hire(portal, desks.admin, 'receiver'),
  ];
  return {
    portal,
    desks,
    caseWorkers: [desks.caseWorker, caseWorker],
    receivers: [desks.receiver, receiver],
    admins: [desks.admin, desks.otherAdmin],
  };
}

/** A paper of its own with so many approved blanks, issued to the printer. */
export async function newPaper({ desks }: Office, blanks: number): Promise<string> {
  const { admin, otherAdmin, printer } = desks;
  const { id: paperId } = await admin.act('POST', '/api/papers', {
    code: letters(6).toUpperCase(),
    name: `Paper ${letters(6)}`,
    // The demo signed off the proofs of these.
    colour: pick(['Maroon', 'Navy', 'Green']),
    warnBelow: 1,
  });
  const first = between(1, 400_000);
  const { id } = await admin.act('POST', '/api/blank-receipts', {
    paperId,
    serialPrefix: letters(4).toUpperCase(),
    firstSerial: first,
    lastSerial: first + blanks - 1,
    totalQuantity: blanks,
    receivedOn: dayBefore(1),
  });
  await otherAdmin.act('POST', `/api/blank-receipts/${id}/approve`, {
    version: await versionOf(otherAdmin, `/api/blank-receipts/${id}`),
  });
  await admin.act('POST', `/api/papers/${paperId}/issue`, {
    holderId: printer.staffId,
    sheets: { count: blanks },
  });
  return paperId;
}

/** What the first receiver entered and the first case worker verified. */
export async function newVerified(office: Office, paperId: string, changes: Json = {}): Promise<Json> {
  const application = await receive(office.receivers[0], { paperId, ...changes });
  await verifyBy(office.caseWorkers[0], application.id);
  return application;
}

export async function tryVerify(person: Person, office: Office, id: string): Promise<Answer> {
  const { version } = await factsOf(office, id);
  return person.ask('POST', `/api/applications/${id}/verify`, { body: { version } });
}

export async function verifyBy(person: Person, id: string): Promise<string> {
  const version = await versionOf(person, `/api/applications/${id}`);
  return (await person.act('POST', `/api/applications/${id}/verify`, { version })).convocationNumber;
}

/** Sends an application as it was entered, with what is different now. */
export async function tryCorrect(
  person: Person,
  office: Office,
  application: Json,
  changes: Json,
): Promise<Answer> {
  const { id, receiptFileId: _, ...entered } = application;
  const { version } = await factsOf(office, id);
  const answer = await person.ask('POST', `/api/applications/${id}/correct`, {
    body: { ...entered, drafts: [], ...changes, version },
  });
  if (answer.status === 200) Object.assign(application, changes);
  return answer;
}

export async function correct(
  person: Person,
  office: Office,
  application: Json,
  changes: Json = { candidateName: personName() },
): Promise<void> {
  const answer = await tryCorrect(person, office, application, changes);
  if (answer.status !== 200) throw new Error(`correcting: ${answer.status} ${answer.text}`);
}

export type Facts = {
  id: string;
  status: string;
  version: number;
  paid: number;
  total: number;
  number: string | null;
  verifiedBy: string | null;
  contributors: string[];
  certificateId: string | null;
  state: string | null;
  withheld: boolean;
  copies: number;
};

/** One application and its certificate, by own SQL. */
export async function factsOf({ portal }: Office, id: string): Promise<Facts> {
  const [row] = await portal.sql(
    `select a.id, a.status, a.version, a.paid_amount as paid, a.total_amount as total, a.convocation_number as number, a.verified_by as "verifiedBy",
       array(select staff_id::text from contributors where record_id = a.id) as contributors,
       c.id as "certificateId", c.state, c.withheld_at is not null as withheld,
       (select count(*)::int from sheets s where s.certificate_id = c.id and outcome = 'good' and superseded_at is null and cancelled_at is null) as copies
     from applications a left join certificates c on c.application_id = a.id where a.id = $1`,
    [id],
  );
  return row as Facts;
}

export type Sheet = {
  id: string;
  applicationId: string;
  number: string;
  code: string;
  serial: string;
  copy: number;
  outcome: string | null;
  isValid: boolean;
  isSuperseded: boolean;
};

/** Every sheet of a certificate of this paper, or of one application, oldest first. */
export async function sheetsOf({ portal }: Office, id: string): Promise<Sheet[]> {
  return portal.sql<Sheet>(
    `select s.id, c.application_id as "applicationId", c.convocation_number as number, s.verification_code as code, b.serial, s.copy_number as copy, s.outcome,
       s.outcome = 'good' and s.superseded_at is null and s.cancelled_at is null as "isValid", s.superseded_at is not null as "isSuperseded"
     from sheets s join certificates c on c.id = s.certificate_id join blanks b on b.id = s.blank_id
     where $1 in (c.application_id, b.paper_id) order by s.copy_number, s.outcome_at`,
    [id],
  );
}

export async function prepareRun(
  office: Office,
  paperId: string,
  sheets = 1,
  person = office.desks.printer,
): Promise<Answer> {
  const [row] = await office.portal.sql(
    'select certificate_type from applications where paper_id = $1 limit 1',
    [paperId],
  );
  return person.ask('POST', '/api/print-runs', {
    body: { paperId, certificateType: row?.certificate_type, sheets },
  });
}

type Outcome = 'good' | 'spoilt' | 'missing';

/** Begins to print a prepared run, and opens its file; gives its sheets. */
export async function startRun({ desks: { printer } }: Office, runId: string): Promise<Json[]> {
  const { version, sheets } = await composed(printer, runId);
  await printer.act('POST', `/api/print-runs/${runId}/start`, { version, topSerial: sheets[0].blankSerial });
  await openPrintFile(printer, runId);
  return sheets;
}

export function tryRecord(
  { desks: { printer } }: Office,
  runId: string,
  sheetId: string,
  outcome: Outcome,
): Promise<Answer> {
  const reason = { good: {}, spoilt: { reason: 'Jam' }, missing: { reason: 'Not on the table' } }[outcome];
  const body = { outcomes: [{ sheetId, outcome, ...reason }] };
  return printer.ask('POST', `/api/print-runs/${runId}/sheets`, { body });
}

export async function closeRun({ desks: { printer } }: Office, runId: string): Promise<void> {
  const { version, sheets } = (await printer.get(`/api/print-runs/${runId}`)).body;
  const counted = (wanted: Outcome) => sheets.filter(({ outcome }: Json) => outcome === wanted).length;
  await printer.act('POST', `/api/print-runs/${runId}/close`, {
    version,
    goodSheets: counted('good'),
    spoiltSheets: counted('spoilt'),
    missingSheets: counted('missing'),
  });
}

export async function withdrawRun({ desks: { printer } }: Office, runId: string): Promise<void> {
  const { version } = await composed(printer, runId);
  await printer.act('POST', `/api/print-runs/${runId}/withdraw`, { version });
}

/** Prints a prepared run: its file is opened, each sheet gets its outcome, and it is closed. */
export async function finishRun(
  office: Office,
  runId: string,
  outcomeOf: (position: number) => Outcome = () => 'good',
): Promise<void> {
  const sheets = await startRun(office, runId);
  for (const [index, { id }] of sheets.entries()) {
    const answer = await tryRecord(office, runId, id, outcomeOf(index + 1));
    if (answer.status !== 200) throw new Error(`an outcome: ${answer.status} ${answer.text}`);
  }
  await closeRun(office, runId);
}

/** Everything of this paper that waits is printed in one run. */
export async function print(
  office: Office,
  paperId: string,
  { sheets = 1, outcome = 'good' }: { sheets?: number; outcome?: Outcome } = {},
): Promise<void> {
  const answer = await prepareRun(office, paperId, sheets);
  if (answer.status !== 200) throw new Error(`preparing a run: ${answer.status} ${answer.text}`);
  await finishRun(office, answer.body.id, () => outcome);
}

export async function tryHandOver(person: Person, office: Office, id: string): Promise<Answer> {
  const { certificateId } = await factsOf(office, id);
  const [certificate] = await office.portal.sql('select version from certificates where id = $1', [
    certificateId,
  ]);
  const { body } = await person.get(`/api/certificates/${certificateId}`);
  const out = body?.copyOut ? { became: 'lost', remark: `Lost on the way ${letters(6)}` } : null;
  return person.ask('POST', `/api/certificates/${certificateId}/hand-over`, {
    body: {
      version: certificate!.version,
      collectedBy: personName(),
      identitySeen: 'Passport',
      earlierCopy: out,
    },
  });
}

export async function errorPhoto(person: Person): Promise<string> {
  return upload(person, 'error_photo', await drawPhoto(), `error ${letters(5)}.jpg`);
}

/** What a stranger is told about a number and a code. */
export async function askAsStranger({ portal }: Office, number: string, code: string): Promise<Json> {
  const path = `/api/verify?number=${encodeURIComponent(number)}&code=${encodeURIComponent(code)}`;
  const answer = await ask(portal, 'GET', path);
  if (answer.status !== 429) return answer.body;
  // So many questions are no stranger's; they are counted anew.
  await portal.sql('delete from throttles');
  return (await ask(portal, 'GET', path)).body;
}

/** Events about an application and its certificate after a sequence, oldest first, with everything that they say. */
export async function eventsOf({ portal }: Office, id: string, after = 0): Promise<Json[]> {
  return portal.sql(
    `select e.sequence::int, e.event, e.actor_id as "actorId", e.record_type as "recordType",
       concat_ws(' ', e.before::text, e.after::text, (select string_agg(value, ' ') from audit_personal_values v where v.sequence = e.sequence)) as said
     from audit_events e where e.sequence > $2 and e.record_id in (select $1::text union select id::text from certificates where application_id::text = $1)
     order by e.sequence`,
    [id, after],
  );
}

export async function lastEvent({ portal }: Office): Promise<number> {
  return (await portal.sql('select max(sequence)::int as last from audit_events'))[0]!.last;
}
