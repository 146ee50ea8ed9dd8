import type { Desks } from '../harness/desks.ts';
import type { Json } from '../harness/people.ts';
import type { Portal } from '../harness/portal.ts';
import { letters } from '../harness/random.ts';
import { composed, receive, verify, versionOf } from '../harness/records.ts';
import { signProofs, stockOf } from '../set-up/a-walk.ts';

export type Office = { portal: Portal; desks: Desks };

/** What a sheet has to say, by own SQL from what was received and verified, not from what the sheet stored. */
export type Sheet = {
  page: number;
  id: string;
  applicationId: string;
  certificateId: string;
  number: string;
  code: string;
  serial: string;
  name: string;
  native: string;
  college: string;
  degree: string;
  subject: string;
  title: string;
  /** YYYY-MM-DD and place of the convocation. */
  heldOn: string;
  place: string;
  ordinance: string;
};

export type Printed = {
  pdf: Buffer;
  sheets: Sheet[];
  runId: string;
  paperId: string;
  certificateType: string;
};

/** Tasks a few at a time, as several counters work; the results are in the tasks' order. */
export async function together<T>(tasks: (() => Promise<T>)[], atOnce = 4): Promise<T[]> {
  const results: T[] = [];
  let next = 0;
  const work = async () => {
    for (let index = next++; index < tasks.length; index = next++) results[index] = await tasks[index]!();
  };
  await Promise.all(Array.from({ length: atOnce }, work));
  return results;
}

/** A paper of its own, so that a run takes these certificates and no others. */
export async function ownPaper({ desks: { admin } }: Office, colour = 'Maroon'): Promise<string> {
  const paper = { code: letters(6).toUpperCase(), name: `Paper ${letters(6)}`, colour, warnBelow: 1 };
  return (await admin.act('POST', '/api/papers', paper)).id;
}

/** Received at the counter and verified, one certificate for each candidate. */
export async function verified(
  office: Office,
  paperId: string,
  certificateType: string,
  candidates: Json[],
): Promise<string[]> {
  const { receiver, caseWorker } = office.desks;
  const applications = await together(
    candidates.map((candidate) => async () => {
      const { id } = await receive(receiver, { paperId, certificateType, ...candidate });
      return id as string;
    }),
  );
  for (const id of applications) await verify(caseWorker, id);
  return applications;
}

/** A run that is prepared, with its blanks; the type's proofs are signed off. */
export async function prepared(
  office: Office,
  paperId: string,
  certificateType: string,
  sheets: number,
): Promise<{ id: string; topSerial: string }> {
  const topSerial = await stockOf(office.desks, paperId, sheets);
  await signProofs(office.desks, certificateType);
  const run = await office.desks.printer.act('POST', '/api/print-runs', { paperId, certificateType, sheets });
  return { id: run.id, topSerial };
}

/** An ordinary run as the printer makes it, up to its file; it stays open unless it is finished. */
export async function printSheets(
  office: Office,
  certificateType: string,
  candidates: Json[],
  { colour = 'Maroon' } = {},
): Promise<Printed> {
  const { printer } = office.desks;
  const paperId = await ownPaper(office, colour);
  await verified(office, paperId, certificateType, candidates);
  const { id, topSerial } = await prepared(office, paperId, certificateType, candidates.length);
  const { version } = await composed(printer, id);
  await printer.act('POST', `/api/print-runs/${id}/start`, { version, topSerial });
  return {
    pdf: await bytesOf(office, `/api/print-runs/${id}/document`),
    sheets: await sheetsOf(office, id),
    runId: id,
    paperId,
    certificateType,
  };
}

/** Every sheet good, and the run closed: the certificates are issued. */
export async function finish({ desks: { printer } }: Office, { runId, sheets }: Printed): Promise<void> {
  const outcomes = sheets.map(({ id }) => ({ sheetId: id, outcome: 'good' }));
  await printer.act('POST', `/api/print-runs/${runId}/sheets`, { outcomes });
  await printer.act('POST', `/api/print-runs/${runId}/close`, {
    version: await versionOf(printer, `/api/print-runs/${runId}`),
    goodSheets: sheets.length,
    spoiltSheets: 0,
    missingSheets: 0,
  });
}

export async function bytesOf(
  { portal, desks }: Office,
  path: string,
  person = desks.printer,
): Promise<Buffer> {
  const response = await fetch(portal.url + path, { headers: { cookie: person.cookie } });
  if (response.status !== 200) throw new Error(`${path}: ${response.status} ${await response.text()}`);
  return Buffer.from(await response.arrayBuffer());
}

/** The run's sheets in the order of its pages. Tables as the portal of the seventh stage has them: adapt, if they moved. */
export async function sheetsOf({ portal }: Office, runId: string): Promise<Sheet[]> {
  return portal.sql<Sheet>(
    `select row_number() over (order by s.position)::int as page, s.id, a.id as "applicationId", c.id as "certificateId",
       c.convocation_number as number, s.verification_code as code, b.serial, a.candidate_name as name,
       coalesce(a.candidate_name_native, '') as native, k.name as college, u.degree_title as degree,
       coalesce(u.subject, '') as subject, t.title, v.held_on::text as "heldOn", v.place, v.ordinance
     from sheets s join certificates c on c.id = s.certificate_id join applications a on a.id = c.application_id
       join blanks b on b.id = s.blank_id join colleges k on k.id = a.college_id join courses u on u.id = a.course_id
       join certificate_types t on t.name = a.certificate_type
       left join convocations v on a.academic_year = any (regexp_split_to_array(v.academic_years, ',\\s*'))
     where s.print_run_id = $1 order by s.position`,
    [runId],
  );
}

const months = 'January February March April May June July August September October November December'.split(
  ' ',
);

/** A day as a sheet may write it: 14 March 2026, 14/03/2026, 14.03.2026, 14th day of March 2026. */
export function daysAs(iso: string): RegExp {
  const [year, month, day] = iso.split('-').map(Number) as [number, number, number];
  const two = (number: number) => String(number).padStart(2, '0');
  return new RegExp(
    `\\b0?${day}(st|nd|rd|th)?( day of)? ${months[month - 1]},? ${year}\\b|\\b${two(day)}[/.-]${two(month)}[/.-]${year}\\b`,
  );
}
