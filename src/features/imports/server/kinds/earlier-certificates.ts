import { sql } from 'kysely';
import { type ImportKindSql, repeatedKey } from './import-kind.ts';

const entry = sql`jsonb_to_record(r.entry) as e (number text, name text, degree text, issued_on date, serial text)`;
const rows = sql`import_rows r cross join lateral ${entry}`;
/** Each row with the certificate of its number, in whatever notation. */
const matched = sql`${rows} left join earlier_certificates m on m.number_key = certificate_number_key(e.number)`;
const differs = sql<boolean>`(
  (m.name, m.degree, m.issued_on, m.serial) is distinct from (e.name, e.degree, e.issued_on, e.serial)
)`;
const fields = ['name', 'degree', 'issued_on', 'serial'].map((name) => sql.ref(name));

const taken = (importId: string, { field, wanted, others }: Taken) => sql`
  select r.import_id, r.row_number, ${field}, 'taken', ${sql.ref(`e.${field}`)}, ${wanted}
    from ${matched} ${others}
   where r.import_id = ${importId}`;
type Taken = { field: 'number' | 'serial'; wanted: ReturnType<typeof sql>; others: ReturnType<typeof sql> };

/** Certificates issued before the portal, matched by number. */
export const earlierCertificatesSql: ImportKindSql = {
  sheetName: 'Earlier certificates',

  event: 'earlier_certificates.imported',
  master: 'earlier_certificates',
  matched,
  differs,

  faults: (importId) => [
    ...[
      { field: 'number', key: 'certificate_number_key' },
      { field: 'serial', key: 'sheet_serial_key' },
    ].map(({ field, key }) =>
      repeatedKey(importId, {
        field,
        noun: field,
        shown: sql`entry ->> ${sql.lit(field)}`,
        keys: [sql`${sql.ref(key)}(entry ->> ${sql.lit(field)})`],
      }),
    ),
    taken(importId, {
      field: 'number',
      wanted: sql`'A number of before the portal; this certificate was made here.'`,
      others: sql`
        join certificates c on certificate_number_key(c.convocation_number) = certificate_number_key(e.number) and m.id is null`,
    }),
    taken(importId, {
      field: 'number',
      wanted: sql`'What the register says: a reprint of this certificate was applied for, so it stays as it is.'`,
      others: sql`join applications p on p.earlier_certificate_id = m.id and ${differs}`,
    }),
    taken(importId, {
      field: 'number',
      wanted: sql`'A number that the portal is not still to give: its series has not reached this one.'`,
      others: sql`join lateral (select true) as to_come on certificate_number_to_come(e.number)`,
    }),
    taken(importId, {
      field: 'serial',
      wanted: sql`'A sheet that is not in stock; ' || d.serials || ' are.'`,
      others: sql`
        join lateral (
          select number_text(b.serial_prefix, b.first_serial) || '–' || number_text(b.serial_prefix, b.last_serial) as serials
            from blank_receipts b
           where b.serial_prefix = substring(sheet_serial_key(e.serial) from '^([A-Z]{1,4})[0-9]{6}$')
             and substring(sheet_serial_key(e.serial) from '^[A-Z]{1,4}([0-9]{6})$')::integer between b.first_serial and b.last_serial
        ) as d on true`,
    }),
    taken(importId, {
      field: 'serial',
      wanted: sql`'A serial of its own; certificate ' || o.number || ' has it.'`,
      others: sql`
        join earlier_certificates o on o.serial_key = sheet_serial_key(e.serial) and o.id is distinct from m.id
         -- Two certificates of the file may exchange their serials.
         and not exists (
           select from import_rows x
            where x.import_id = r.import_id and certificate_number_key(x.entry ->> 'number') = o.number_key
         )`,
    }),
  ],

  updates: (changed) => [
    sql`
      update earlier_certificates m
         set ${sql.join(fields.map((name) => sql`${name} = e.${name}`))}, import_id = r.import_id, version = m.version + 1
        from ${changed} as r cross join lateral ${entry}
       where m.id = r.master_id`,
  ],

  insert: (importId, { first, end }) => sql`
    insert into earlier_certificates (id, number, ${sql.join(fields)}, import_id)
    select r.new_id, e.number, ${sql.join(fields.map((name) => sql`e.${name}`))}, r.import_id
      from ${matched}
     where r.import_id = ${importId} and r.row_number >= ${first} and r.row_number < ${end} and m.id is null
     order by r.row_number`,

  // Without the name, which the register keeps: an upload may correct it.
  opened: {
    event: 'certificates.opened',
    type: 'earlier_certificate',
    records: (importId, { first, end }) => sql`
      select c.id, c.number as label, null::uuid as college_id,
             jsonb_build_object('number', c.number, 'serial', c.serial, 'degree', c.degree, 'issuedOn', c.issued_on) as after
        from import_rows r join earlier_certificates c on c.id = r.new_id
       where r.import_id = ${importId} and r.row_number >= ${first} and r.row_number < ${end}
       order by r.row_number`,
  },
};
