import { sql } from 'kysely';
import type { ImportKindSql, Tally } from './import-kind.ts';

/** Each row with the college whose code it has. */
const matched = sql`import_rows r left join colleges c on c.code = r.code`;

const differs = sql`(
  (c.name, c.contact_number, c.address, c.convocation_fee, c.email)
  is distinct from (r.name, r.contact_number, r.address, r.convocation_fee, coalesce(r.email, c.email))
)`;

const isGood = sql`not exists (
  select from import_faults f where f.import_id = r.import_id and f.row_number = r.row_number
)`;

export const collegesSql: ImportKindSql = {
  sheetName: 'Colleges',

  async lockMaster(db) {
    await sql`lock table colleges in share row exclusive mode`.execute(db);
  },

  async check(db, importId) {
    for (const column of ['code', 'name'] as const) {
      const value = sql.ref(column);
      await sql`
        insert into import_faults (import_id, row_number, field, code, found, wanted)
        select import_id, row_number, ${column}, 'repeated', ${value},
               ${`A ${column} of its own; row `}::text || coalesce(before, after) || ' has the same.'
          from (select import_id, row_number, ${value},
                       lag(row_number) over same as before, lead(row_number) over same as after
                  from import_rows
                 where import_id = ${importId} and ${value} is not null
                window same as (partition by lower(${value}) order by row_number)) as numbered
         where coalesce(before, after) is not null
         order by row_number`.execute(db);
    }
    await sql`
      insert into import_faults (import_id, row_number, field, code, found, wanted)
      select r.import_id, r.row_number, 'name', 'taken', r.name,
             'A name of its own; ' || c.code || ' has it.'
        from import_rows r
        join colleges c on lower(c.name) = lower(r.name)
       where r.import_id = ${importId} and r.code is not null and c.code <> r.code
         -- Two colleges of the file may exchange their names.
         and not exists (
           select from import_rows o where o.import_id = r.import_id and o.code = c.code and o.name is not null
         )
       order by r.row_number`.execute(db);
  },

  async tally(db, importId) {
    const { rows } = await sql<Tally>`
      select count(*) filter (where c.id is null) as "newCount",
             count(*) filter (where c.id is not null and ${differs}) as "changedCount",
             count(*) filter (where c.id is not null and not ${differs}) as "unchangedCount",
             coalesce(sum(hashtextextended(c.id::text || c.version, 0)), 0)::text as "masterState"
        from ${matched}
       where r.import_id = ${importId} and ${isGood}`.execute(db);
    return rows[0]!;
  },

  async update(db, importId) {
    const changed = sql`(
      select r.*, c.id as college_id from ${matched}
       where r.import_id = ${importId} and c.id is not null and ${differs}
    )`;
    // First every name that moves is given up: two colleges may exchange theirs.
    await sql`
      update colleges c set name = c.id::text from ${changed} as r
       where c.id = r.college_id and lower(c.name) <> lower(r.name)`.execute(db);
    await sql`
      update colleges c
         set name = r.name, contact_number = r.contact_number, address = r.address,
             convocation_fee = r.convocation_fee, email = coalesce(r.email, c.email), version = c.version + 1
        from ${changed} as r
       where c.id = r.college_id`.execute(db);
  },

  async insert(db, importId, { first, end, at }) {
    const { numAffectedRows } = await sql`
      insert into colleges (id, code, name, contact_number, address, convocation_fee, email, created_at)
      select r.new_id, r.code, r.name, r.contact_number, r.address, r.convocation_fee, r.email, ${at}
        from import_rows r
       where r.import_id = ${importId} and r.row_number >= ${first} and r.row_number < ${end}
       order by r.row_number
          on conflict (code) do nothing`.execute(db);
    return Number(numAffectedRows ?? 0);
  },
};
