import { expect, test } from 'vitest';
import { fileOffice } from '#dev/testing/office.ts';
import { pageTexts } from '#dev/testing/print-file.ts';
import { createPrintRoom } from '#dev/testing/print-room.ts';
import { printedCertificate } from '#dev/testing/reprinting.ts';
import { revoke } from '#dev/testing/revoking.ts';
import { addConvocations, closedRoll, resolution } from '#dev/testing/rolls.ts';
import { withClient } from '#platform/server/db/connections.ts';

const count = process.env.LONG_FORMS ? 10_000 : 100;
/** So many of them are verified late, and stand on a supplement. */
const late = count / 10;

const { portal, office } = await fileOffice();
const convocationId = (await addConvocations(portal, ['2024-25']))[0]!.id;
const admin = await portal.as('admin');

type Query = (text: string, values?: unknown[]) => Promise<{ rows: Record<string, string>[] }>;

/** Rows like one that is there, each other in what `as` says (SQL over `i`); written by the owner without triggers. */
async function clone(
  query: Query,
  table: string,
  { like, from, to, as }: { like: string; from: number; to: number; as: string },
) {
  const { rows } = await query(
    `select string_agg(quote_ident(column_name), ', ') as columns from information_schema.columns
      where table_schema = 'public' and table_name = $1 and is_generated = 'NEVER'`,
    [table],
  );
  const { columns } = rows[0]!;
  await query(`insert into ${table} (${columns}) select ${columns} from (
    select (jsonb_populate_record(null::${table}, to_jsonb(t) || ${as})).* from ${table} t, generate_series(${from}, ${to}) i where ${like}) made`);
}

/** So many printed certificates like this one, with other names and numbers. */
async function multiply(certificateId: string, from: number, to: number): Promise<void> {
  const id = (kind: number) => `('0000000${kind}-0000-4000-8000-' || lpad(i::text, 12, '0'))`;
  await withClient(portal.ownerUrl, 'backup', async (owner) => {
    const query: Query = (text, values) => owner.query(text, values) as never;
    await query('set session_replication_role = replica');
    const number = `(convocation_year || '/' || lpad((500000 + i)::text, 6, '0'))`;
    const part = { from, to };
    const application = `id = (select application_id from certificates where id = '${certificateId}')`;
    await clone(query, 'applications', {
      ...part,
      like: application,
      as: `jsonb_build_object('id', ${id(1)}, 'acknowledgement_number', 500000 + i, 'registration_number', 'REG' || 500000 + i,
        'exam_roll_number', 'E' || 500000 + i, 'candidate_name', 'Candidate ' || lpad(i::text, 6, '0'), 'photo_file_id', gen_random_uuid())`,
    });
    await clone(query, 'award_records', {
      ...part,
      like: `application_id = (select application_id from certificates where id = '${certificateId}')`,
      as: `jsonb_build_object('application_id', ${id(1)}, 'father_name', 'Father ' || i, 'division', case when i % 3 = 0 then 'First class' end,
        'percentage', i % 100)`,
    });
    await clone(query, 'certificates', {
      ...part,
      like: `id = '${certificateId}'`,
      as: `jsonb_build_object('id', ${id(2)}, 'application_id', ${id(1)}, 'convocation_sequence', 500000 + i, 'convocation_number', ${number})`,
    });
    const sheet = `certificate_id = '${certificateId}'`;
    await clone(query, 'blanks', {
      ...part,
      like: `id = (select blank_id from sheets where ${sheet})`,
      as: `jsonb_build_object('id', ${id(3)}, 'serial', 'ZZ' || lpad(i::text, 6, '0'), 'number', 500000 + i)`,
    });
    await clone(query, 'sheet_facts', {
      ...part,
      like: `sheet_id = (select id from sheets where ${sheet})`,
      as: `jsonb_build_object('sheet_id', ${id(4)}, 'facts', facts || jsonb_build_object(
        'convocationNumber', split_part(facts ->> 'convocationNumber', '/', 1) || '/' || lpad((500000 + i)::text, 6, '0'),
        'candidateName', 'Candidate ' || lpad(i::text, 6, '0')))`,
    });
    await clone(query, 'sheets', {
      ...part,
      like: sheet,
      as: `jsonb_build_object('id', ${id(4)}, 'certificate_id', ${id(2)}, 'blank_id', ${id(3)}, 'position', 500000 + i,
        'verification_code', 'Z' || lpad(i::text, 9, '0'))`,
    });
    await query('analyze');
  });
}

async function resolvedRoll(): Promise<void> {
  const second = await portal.as('admin');
  const id = await closedRoll(admin, convocationId);
  await second.api.rolls.resolveRoll({
    id,
    version: 2,
    ...resolution,
  });
}

test(`a register of ${count} has what an independent query has, as PDF and as CSV`, {
  timeout: 900_000,
}, async () => {
  const room = await createPrintRoom(portal);
  const { certificateId } = await printedCertificate(portal, room, office, {
    candidateName: 'Candidate 000000',
  });
  await multiply(certificateId, 1, count - late - 1);
  await resolvedRoll();
  await multiply(certificateId, count - late, count - 1);
  await resolvedRoll();
  await revoke(portal, certificateId);

  const { rows } = await withClient(portal.ownerUrl, 'backup', (owner) =>
    owner.query<{ number: string; serial: string; father: string | null; is_revoked: boolean }>(`
      select c.convocation_number as number, b.serial, r.father_name as father, c.state = 'revoked' as is_revoked
        from certificates c join applications a on a.id = c.application_id left join award_records r on r.application_id = a.id
        join sheets s on s.certificate_id = c.id and s.outcome = 'good' join blanks b on b.id = s.blank_id
       where a.academic_year = '2024-25' order by c.convocation_number`),
  );
  expect(rows).toHaveLength(count);
  const printed = await admin.api.certificates.countCertificates({ stage: 'printed' });
  expect(await admin.api.rolls.getRegisterTotals({ id: convocationId })).toEqual({
    entries: rows.length,
    standing: rows.filter((row) => !row.is_revoked).length,
    struck: 1,
    reprinting: 0,
    withheld: 0,
    printed: printed.count,
  });
  expect(printed.count).toBe(count - 1);

  const csv = await (
    await admin.fetch(
      `/api/exports/degree-register?format=csv&convocationId=${convocationId}&columns=convocationNumber,serial,section`,
    )
  ).text();
  const [, ...lines] = csv.trim().split('\r\n');
  expect(lines.map((line) => line.split(',').slice(0, 2).join(' ')).sort()).toEqual(
    rows.map(({ number, serial }) => `${number} ${serial}`),
  );
  expect(lines.filter((line) => line.endsWith('Supplement 1'))).toHaveLength(late);

  const response = await admin.fetch(`/api/degree-registers/${convocationId}/document`);
  expect(response.status).toBe(200);
  const pdf = Buffer.from(await response.arrayBuffer());
  const pages = (await pageTexts(pdf)).map((text) => text.replace(/\s+/g, ' '));
  const all = pages.join(' ');
  expect(rows.filter(({ number, serial }) => !all.includes(number) || !all.includes(serial))).toEqual([]);
  // What the pages add up to is what all of them have.
  const sums = pages.flatMap(
    (page) => /This page: (\d+) entries, (\d+) standing, (\d+) struck/.exec(page)?.slice(1).map(Number) ?? [],
  );
  const sumOf = (place: number) =>
    sums.filter((_sum, index) => index % 3 === place).reduce((sum, one) => sum + one, 0);
  expect([sumOf(0), sumOf(1), sumOf(2)]).toEqual([count, count - 1, 1]);
  expect(pages.at(-1)).toContain(`Up to here: ${count} entries, ${count - 1} standing, 1 struck`);
});
