import { getDocument } from 'pdfjs-dist/legacy/build/pdf.mjs';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { borrowOrStart, type Desks } from '../harness/desks.ts';
import { ask, type Json } from '../harness/people.ts';
import type { Portal } from '../harness/portal.ts';
import { letters, personName } from '../harness/random.ts';
import { composed, drawPhoto, printCertificates, start, upload, versionOf } from '../harness/records.ts';
import { payCharge } from './b-charges.ts';
import { isRefusal, type Row, refusedAsApplication, rowsOf } from './b-database.ts';

// UNIVERSITY.md section 2: "A sheet keeps what it printed. Each sheet stores, never changed, the facts that it prints:
// record, photo's hash, template version, office holders, number, title. /verify, register, facsimile and a reprint of
// unchanged data read that, not the application (today they read the live row)."
// Open: the table. It is whatever holds the candidate's name in a row that carries the sheet's id.

let portal: Portal;
let desks: Desks;

beforeAll(async () => {
  ({ portal, desks } = await borrowOrStart());
});
afterAll(() => portal?.remove());

type Printed = {
  certificateId: string;
  applicationId: string;
  sheetId: string;
  number: string;
  code: string;
  name: string;
  collegeId: string;
  collegeName: string;
  course: string;
  type: string;
  photoId: string;
  paperId: string;
};

describe('7 what a sheet printed', { timeout: 180_000 }, () => {
  test('7 Build: each sheet stores record, number, title, photo’s hash, template version and office holders', async () => {
    const printed = await print();
    const rows = await factsOf(printed);
    const text = rows.map(({ row }) => JSON.stringify(row)).join('\n');
    for (const [what, value] of [
      ['name', printed.name],
      ['convocation number', printed.number],
      ['college', printed.collegeName],
    ] as const)
      expect(text, what).toContain(value);
    const keys = text.toLowerCase();
    expect(keys, 'title').toMatch(/title/);
    expect(keys, 'template version or the layout’s fingerprint').toMatch(/template|layout|fingerprint/);
    expect(keys, 'office holders').toMatch(/office|holder|signator/);
    const hashes = await portal.sql<{ sha256: string }>(
      `select sha256 from files where id = $1 union select s.sha256 from stored_files s
       join files f on s.key in (f.storage_key, f.original_key, f.thumbnail_key) where f.id = $1`,
      [printed.photoId],
    );
    expect(
      hashes.some(({ sha256 }) => text.includes(sha256)),
      'the photo’s hash',
    ).toBe(true);
  });

  test('7 Build: what it stores is never changed, also by direct SQL as the application’s database role', async () => {
    const printed = await print();
    const facts = (await factsOf(printed)).filter(({ row }) => JSON.stringify(row).includes(printed.name));
    expect(facts, 'rows of the sheet with the name that it printed').not.toEqual([]);
    for (const { table, key, row } of facts) {
      const id = row[key];
      for (const [column, value] of Object.entries<Json>(row)) {
        const said = JSON.stringify(value ?? null);
        const isFact =
          said.includes(printed.name) || said.includes(printed.number) || said.includes(printed.collegeName);
        if (!isFact || column === 'search_text') continue;
        const next = typeof value === 'object' ? `'{}'` : `'Somebody else'`;
        const refusal = await refusedAsApplication(
          portal,
          `update "${table}" set "${column}" = ${next} where "${key}" = $1`,
          [id],
        );
        expect(isRefusal(refusal), `update of ${table}.${column}: ${refusal}`).toBe(true);
      }
      const refusal = await refusedAsApplication(portal, `delete from "${table}" where "${key}" = $1`, [id]);
      expect(isRefusal(refusal), `delete from ${table}: ${refusal}`).toBe(true);
    }
  });

  test('7 Build: /verify reads the sheet: a college that is renamed afterwards, a course, a corrected row', async () => {
    const printed = await print();
    const first = await verifySheet(printed);
    expect(first.verdict).toBe('genuine');
    expect(first.collegeName).toContain(printed.collegeName);
    const renamed = await renameCollege(printed.collegeId);
    // What no screen allows: the live row changed past every rule, as a migration or a mistake could.
    const name = personName();
    await pastRules('update applications set candidate_name = $2 where id = $1', [
      printed.applicationId,
      name,
    ]);
    const second = await verifySheet(printed);
    expect(second.verdict).toBe('genuine');
    expect(second.candidateName, 'the name on the sheet').toBe(printed.name);
    expect(second.collegeName, 'the college on the sheet').not.toContain(renamed);
    expect(second).toEqual(first);
  });

  test('7 Build: a reprint of unchanged data prints what the first sheet did, and stores the same facts', async () => {
    const printed = await print();
    const before = factsText(await factsOf(printed));
    const renamed = await renameCollege(printed.collegeId);
    const { run, text } = await reprint(printed);
    const [sheet] = await portal.sql(
      'select id, verification_code as code from sheets where print_run_id = $1',
      [run.id],
    );
    expect(text, 'the college as the first sheet has it').toContain(printed.collegeName.replaceAll(' ', ''));
    expect(text).not.toContain(renamed.replaceAll(' ', ''));
    const after = factsText(await factsOf({ ...printed, sheetId: sheet!.id }));
    for (const value of [printed.name, printed.number, printed.collegeName]) {
      expect(before).toContain(value);
      expect(after, 'the reprint’s own facts').toContain(value);
    }
    expect(after).not.toContain(renamed);
    const answer = await verifySheet({ ...printed, code: sheet!.code });
    expect(answer.collegeName).toBe(printed.collegeName);
  });
});

/** A certificate that was printed good. */
async function print(): Promise<Printed> {
  const [made] = await printCertificates(portal, desks, 1);
  const [row] = await portal.sql(
    `select c.id as "certificateId", a.id as "applicationId", s.id as "sheetId", c.convocation_number as number,
       s.verification_code as code, a.candidate_name as name, a.college_id as "collegeId", k.name as "collegeName",
       u.name as course, a.certificate_type as type, a.photo_file_id as "photoId", a.paper_id as "paperId"
     from certificates c join applications a on a.id = c.application_id join sheets s on s.certificate_id = c.id
       join colleges k on k.id = a.college_id join courses u on u.id = a.course_id where c.id = $1`,
    [made!.id],
  );
  return row as Printed;
}

/** Rows that carry the sheet's id: its own, and what hangs on it. */
async function factsOf({ sheetId }: Printed): Promise<Row[]> {
  const rows = await rowsOf(portal, sheetId);
  return rows.filter(({ table }) => !/^(blank_movements|hand_overs|reprint_requests)$/.test(table));
}

function factsText(rows: Row[]): string {
  return rows.map(({ row }) => JSON.stringify(row)).join('\n');
}

async function verifySheet({ number, code }: Printed): Promise<Json> {
  const { status, body, text } = await ask(
    portal,
    'GET',
    `/api/verify?number=${encodeURIComponent(number)}&code=${encodeURIComponent(code)}`,
  );
  expect(status, text).toBe(200);
  return body;
}

/** An ordinary change of a master, by a screen that every admin has. */
async function renameCollege(id: string): Promise<string> {
  const { body } = await desks.admin.get(`/api/colleges/${id}`);
  const name = `Renamed ${letters(9)} College`;
  const { code, contactNumber, address, convocationFee, email } = body;
  await desks.admin.act('PUT', `/api/colleges/${id}`, {
    name,
    code,
    contactNumber,
    address,
    convocationFee,
    email: email ?? '',
    version: body.version,
  });
  return name;
}

async function pastRules(statement: string, values: unknown[]): Promise<void> {
  const client = await portal.connect();
  try {
    await client.query('set session_replication_role = replica');
    await client.query(statement, values);
  } finally {
    await client.end();
  }
}

/** Asked for, paid, approved by another and printed good once more. */
async function reprint({ certificateId, paperId, type }: Printed): Promise<{ run: Json; text: string }> {
  const errorPhotoFileId = await upload(desks.receiver, 'error_photo', await drawPhoto(), 'smear.jpg');
  const reason = 'A smear over the seal';
  const { id } = await desks.receiver.act('POST', '/api/reprint-requests', {
    certificateId,
    reason,
    errorPhotoFileId,
  });
  await payCharge(portal, desks, id);
  const version = await versionOf(desks.admin, `/api/reprint-requests/${id}`);
  await desks.admin.act('POST', `/api/reprint-requests/${id}/approve`, { version });
  const run = await desks.printer.act('POST', '/api/print-runs', {
    paperId,
    certificateType: type,
    sheets: 1,
  });
  await composed(desks.printer, run.id);
  const [top] = await portal.sql(
    'select b.serial from sheets s join blanks b on b.id = s.blank_id where s.print_run_id = $1 order by s.position limit 1',
    [run.id],
  );
  const { sheets } = await start(desks.printer, { ...run, serial: () => top!.serial });
  const text = await printedText(run.id);
  await desks.printer.act('POST', `/api/print-runs/${run.id}/sheets`, {
    outcomes: sheets.map((sheet: Json) => ({ sheetId: sheet.id, outcome: 'good' })),
  });
  return { run, text };
}

/** What a person can copy out of a print file, without the spaces that its lines have. */
async function printedText(runId: string): Promise<string> {
  const response = await fetch(`${portal.url}/api/print-runs/${runId}/document`, {
    headers: { cookie: desks.printer.cookie },
  });
  expect(response.status, 'the print file').toBe(200);
  const document = await getDocument({ data: new Uint8Array(await response.arrayBuffer()) }).promise;
  let text = '';
  for (let number = 1; number <= document.numPages; number += 1) {
    const content = await (await document.getPage(number)).getTextContent();
    text += content.items.map((item) => ('str' in item ? item.str : '')).join('');
  }
  return text.replaceAll(/\s/g, '');
}
