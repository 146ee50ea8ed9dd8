import { sql } from 'kysely';
import { identityKey } from '#platform/server/db/identity.ts';
import { mayUse } from '#shared/permissions.ts';
import { roles } from '#shared/roles.ts';
import { type ImportKindSql, unknownName } from './import-kind.ts';
import { unknownEntry } from './masters.ts';

/** Blanks can be issued to anybody who may prepare print runs. */
const holderRoles = () => roles.filter((role) => mayUse(role, 'print_runs:prepare'));

const serialOf = (field: string) => sql`upper(r.entry ->> ${sql.lit(field)})`;
const prefix = sql`substring(${serialOf('first_serial')} from '^[A-Z]+')`;
const numberOf = (field: string) => sql<number>`substring(${serialOf(field)} from '[0-9]+$')::integer`;
const [first, last] = [numberOf('first_serial'), numberOf('last_serial')];
/** Null means the store. */
const holder = sql`nullif(identity_key(r.entry ->> 'holder'), 'store')`;
const shown = sql`concat_ws('–', r.entry ->> 'first_serial', r.entry ->> 'last_serial')`;

/** Each row with the opening range already recorded for the same serials, paper and holder. */
const matched = sql`
  import_rows r
  left join papers p on p.code_key = identity_key(r.entry ->> 'paper')
  left join staff h on h.email_key = ${holder}
  left join blank_receipts m
    on m.opening_import_id is not null and m.paper_id = p.id
   and (m.serial_prefix, m.first_serial, m.last_serial) = (${prefix}, ${first}, ${last})
   and h.id is not distinct from (
         select v.to_holder from blank_movements v join custody_acts a on a.id = v.custody_act_id
          where v.blank_receipt_id = m.id and v.act = 'issued' and a.acted_at = m.approved_at
       )`;

/** The custody act of an upload for a paper, and when issued for a person: one for all of its ranges. */
function actId(importId: string, act: 'received' | 'issued') {
  const whose = act === 'issued' ? sql`h.id::text` : sql`''`;
  return sql`md5(${importId}::text || ${act}::text || p.id || ${whose})::uuid`;
}

/** The ranges of an upload that became deliveries, with paper; `u` is the upload. */
function taken(importId: string, more = sql``) {
  return sql`
      from import_rows r
      join imports u on u.id = r.import_id
      join blank_receipts d on d.id = r.new_id
      join papers p on p.id = d.paper_id
      ${more}
     where r.import_id = ${importId}`;
}
const held = sql`join staff h on h.email_key = ${holder}`;
const serial = (column: string) => sql`number_text(d.serial_prefix, ${sql.ref(`d.${column}`)})`;

/** Blanks in the store or with a person: entered in the custody ledger as a delivery, then issued. */
export const openingBlanksSql: ImportKindSql = {
  sheetName: 'Opening blanks',

  event: 'stock.opening_imported',
  master: 'blank_receipts',
  lock: sql`select opening_balances__lock('opening_blanks')`,
  matched,
  // Blanks that are in the ledger change only there.
  differs: sql<boolean>`false`,
  counts: sql<number>`(${last} - ${first} + 1)`,

  faults: (importId) => [
    unknownEntry(importId, { field: 'paper', column: 'paper', of: 'papers', by: identityKey }),
    unknownName(importId, {
      field: 'holder',
      found: holder,
      names: sql`
        select email_key as name from staff
         where disabled_at is null and role in (${sql.join(holderRoles())})`,
    }),
    sql`
      select import_id, row_number, 'firstSerial', 'repeated', shown, 'Serials that no other row of the file has.'
        from (select r.import_id, r.row_number, ${shown} as shown, ${first} <= max(${last}) over before
                     or ${last} >= min(${first}) over after as is_repeated
                from import_rows r
               where r.import_id = ${importId} and ${first} <= ${last}
              window before as (partition by ${prefix} order by ${first}, r.row_number
                                rows between unbounded preceding and 1 preceding),
                     after as (partition by ${prefix} order by ${first}, r.row_number
                               rows between 1 following and unbounded following)) as ranges
       where is_repeated`,
    sql`
      select r.import_id, r.row_number, 'firstSerial', 'taken', ${shown},
             'Serials that are not in stock yet; ' || there.serials || ' are.'
        from ${matched}
       cross join lateral (
               select string_agg(number_text(b.serial_prefix, b.first_serial) || '–' || number_text(b.serial_prefix, b.last_serial), ', ') as serials
                 from blank_receipts b
                where b.serial_prefix = ${prefix} and int4range(b.first_serial, b.last_serial, '[]') && int4range(${first}, ${last}, '[]')
             ) as there
       where r.import_id = ${importId} and ${first} <= ${last} and m.id is null and there.serials is not null`,
    sql`
      select r.import_id, r.row_number, 'firstSerial', 'taken', e.serial,
             'Sheets that are not used; certificate ' || e.number || ' is on one of them.'
        from import_rows r
       cross join lateral (
               select number, serial from earlier_certificates
                where is_serial_of(serial_key, ${prefix}, ${first}, ${last})
                order by serial_key
                limit 1
             ) as e
       where r.import_id = ${importId} and ${first} <= ${last}`,
  ],

  updates: () => [],

  insert: (importId, slice) => sql`
    insert into blank_receipts
           (id, paper_id, serial_prefix, first_serial, last_serial, total_quantity, received_quantity, received_on,
            received_by, received_at, approved_by, approved_at, opening_import_id)
    select r.new_id, p.id, ${prefix}, ${first}, ${last}, ${last} - ${first} + 1, ${last} - ${first} + 1,
           (${slice.at}::timestamptz at time zone 'Asia/Kolkata')::date,
           u.uploaded_by, ${slice.at}, u.committed_by, ${slice.at}, u.id
      from ${matched}
      join imports u on u.id = r.import_id
     where r.import_id = ${importId} and r.row_number >= ${slice.first} and r.row_number < ${slice.end} and m.id is null
     order by r.row_number`,

  follow: (importId, at) => [
    sql`
      insert into custody_acts (id, act, paper_id, acted_by, acted_at, request_id)
      select distinct ${actId(importId, 'received')}, 'received', p.id, u.committed_by, ${at}::timestamptz, u.commit_request_id
        ${taken(importId)}`,
    sql`
      insert into blanks (id, blank_receipt_id, paper_id, serial, number, custody_act_id)
      select gen_random_uuid(), d.id, p.id, number_text(d.serial_prefix, number), number, ${actId(importId, 'received')}
        ${taken(importId, sql`cross join lateral generate_series(d.first_serial, d.last_serial) as number`)}
       order by d.serial_prefix, number`,
    sql`
      insert into custody_acts (id, act, paper_id, acted_by, acted_at, request_id)
      select distinct ${actId(importId, 'issued')}, 'issued', p.id, u.committed_by, ${at}::timestamptz, u.commit_request_id
        ${taken(importId, held)}`,
    sql`
      update blanks b
         set state = 'issued', held_by = given.holder_id, custody_act_id = given.act_id, version = b.version + 1
        from (select d.id as receipt_id, h.id as holder_id, ${actId(importId, 'issued')} as act_id ${taken(importId, held)}) as given
       where b.blank_receipt_id = given.receipt_id`,
  ],

  opened: {
    event: 'stock.opened',
    type: 'blank_receipt',
    records: (importId, { first: start, end }) => sql`
      select d.id, concat(p.name, ', ', p.colour, ', ', ${serial('first_serial')}, '–', ${serial('last_serial')}) as label,
             null::uuid as college_id,
             jsonb_build_object('serials', jsonb_build_array(jsonb_build_object('from', ${serial('first_serial')},
               'to', ${serial('last_serial')})), 'quantity', d.total_quantity, 'paperId', d.paper_id, 'holderId', h.id) as after
        ${taken(importId, sql`left ${held}`)} and r.row_number >= ${start} and r.row_number < ${end}
       order by r.row_number`,
  },
};
