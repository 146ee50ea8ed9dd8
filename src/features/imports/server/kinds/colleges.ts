import { sql } from 'kysely';
import { entityOf } from '#features/masters/server/entities.ts';
import { type ImportKindSql, repeated } from './import-kind.ts';

/** Each row with the college of its code. */
const matched = sql`import_rows r left join colleges m on m.code_key = identity_key(r.code)`;

const differs = sql<boolean>`(
  (m.name, m.contact_number, m.address, m.convocation_fee, m.email)
  is distinct from (r.name, r.contact_number, r.address, r.convocation_fee, coalesce(r.email, m.email))
)`;

const entity = 'colleges';
type Known = { id: string; version: number };

export const collegesSql: ImportKindSql = {
  sheetName: 'Colleges',

  event: 'colleges.imported',
  master: 'colleges',
  matched,
  differs,

  faults: (importId) => [
    ...['code', 'name'].map((column) => repeated(importId, { column, field: column, noun: column })),
    sql`
      select r.import_id, r.row_number, 'name', 'taken', r.name,
             'A name of its own; ' || m.code || ' has it.'
        from import_rows r
        join colleges m on m.name_key = identity_key(r.name)
       where r.import_id = ${importId} and r.code is not null and m.code_key <> identity_key(r.code)
         -- Two colleges of the file may exchange their names.
         and not exists (
           select from import_rows o where o.import_id = r.import_id and identity_key(o.code) = m.code_key and o.name is not null
         )`,
  ],

  updates: (changed) => [
    // Clear every name that changes first: two colleges may swap names.
    sql`
      update colleges m set name = m.id::text from ${changed} as r
       where m.id = r.master_id and m.name_key <> identity_key(r.name)`,
    sql`
      update colleges m
         set name = r.name, contact_number = r.contact_number, address = r.address,
             convocation_fee = r.convocation_fee, email = coalesce(r.email, m.email), version = m.version + 1
        from ${changed} as r
       where m.id = r.master_id`,
  ],

  changes: async (db, importId) => {
    const { rows } = await sql<{ new_id: string; code: string; known: Known | null }>`
      select r.new_id, r.code, r.name, r.contact_number, r.address, r.convocation_fee, coalesce(r.email, m.email) as email,
             to_jsonb(m) as known
        from ${matched}
       where r.import_id = ${importId} and (m.id is null or ${differs})
       order by r.row_number`.execute(db);
    const { ofColumns } = entityOf(entity);
    return rows.map(({ new_id, known, ...row }) => {
      const [label, after] = [row.code, ofColumns(row)];
      if (!known) return { entity, action: 'add', id: new_id, label, after };
      const { id, version } = known;
      return { entity, action: 'edit', id, version, label, before: ofColumns(known), after };
    });
  },

  insert: (importId, { first, end, at }) => sql`
    insert into colleges (id, code, name, contact_number, address, convocation_fee, email, created_at)
    select r.new_id, r.code, r.name, r.contact_number, r.address, r.convocation_fee, r.email, ${at}
      from import_rows r
     where r.import_id = ${importId} and r.row_number >= ${first} and r.row_number < ${end}
     order by r.row_number
        on conflict (code_key) do nothing`,
};
