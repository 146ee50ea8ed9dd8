import { sql } from 'kysely';
import { beforeAll, describe, expect, test } from 'vitest';
import { createOffice, type Office, receiveApplication, stockBlanks } from '#dev/testing/factories.ts';
import { type Portal, sharedPortal } from '#dev/testing/portal.ts';
import { inTransaction } from '#platform/server/command.ts';
import { countRows, type Db, rowsFound } from './database.ts';
import { preparedQuery } from './prepared.ts';
import { collegeOf, inCollege, scopedTables, unscoped } from './scope.ts';

let portal: Portal;
let office: Office;
/** An application of each college, and the database narrowed to the first. */
let own: string;
let other: string;
let db: Db;

beforeAll(async () => {
  portal = await sharedPortal();
  office = await createOffice(portal);
  await stockBlanks(portal, office.paperId, 10);
  const receiver = await portal.as('receiver');
  own = await receiveApplication(receiver, office, { collegeId: office.collegeId });
  other = await receiveApplication(receiver, office, { collegeId: office.otherCollegeId });
  db = inCollege(portal.services.db, office.collegeId);
});

const ids = (rows: { id: string | null }[]) => rows.map(({ id }) => id);
const both = () => [own, other];

describe('a database narrowed to a college', () => {
  test('reads its rows, under any alias, counted, and as a list that is found first', async () => {
    expect(ids(await db.selectFrom('applications').select('id').where('id', 'in', both()).execute())).toEqual(
      [own],
    );
    const aliased = db.selectFrom('applications as a').where('a.id', 'in', both());
    expect(ids(await aliased.select('a.id').execute())).toEqual([own]);
    expect(await countRows(aliased as never)).toEqual({ count: 1 });
    const found = db.selectFrom('applications').selectAll().where('id', 'in', both());
    expect(
      ids(
        await rowsFound(db, found as never, 'applications')
          .select('id')
          .execute(),
      ),
    ).toEqual([own]);
  });

  test('keeps the meaning of each join', async () => {
    const colleges = db
      .selectFrom('colleges')
      .where('colleges.id', 'in', [office.collegeId, office.otherCollegeId]);
    const joined = await colleges
      .innerJoin('applications', 'applications.college_id', 'colleges.id')
      .select('applications.id')
      .execute();
    expect(ids(joined)).toEqual([own]);
    const left = await colleges
      .leftJoin('applications', 'applications.college_id', 'colleges.id')
      .select('applications.id')
      .orderBy('applications.id')
      .execute();
    expect(ids(left)).toEqual([own, null]);
  });

  test('narrows subqueries, CTEs and the parts of a union', async () => {
    const named = (eb: Pick<Db, 'selectFrom'>) =>
      eb.selectFrom('applications').select('id').where('id', 'in', both());
    const colleges = await db
      .selectFrom('colleges')
      .select('id')
      .where((eb) =>
        eb.exists(
          eb
            .selectFrom('applications')
            .whereRef('applications.college_id', '=', 'colleges.id')
            .where('id', 'in', both()),
        ),
      )
      .execute();
    expect(ids(colleges)).toEqual([office.collegeId]);
    const byName = db
      .with('found', (eb) => named(eb))
      .selectFrom('found')
      .select('found.id');
    expect(ids(await byName.execute())).toEqual([own]);
    expect(ids(await named(db).union(named(db)).execute())).toEqual([own]);
  });

  test('narrows dependent tables by their parent, and updates and deletes', async () => {
    const charges = db.selectFrom('award_records').select('application_id as id');
    expect(ids(await charges.where('application_id', 'in', both()).execute())).toEqual([own]);
    const updated = db.updateTable('applications').set({ version: (eb) => eb('version', '+', 0) });
    expect(ids(await updated.where('id', 'in', both()).returning('id').execute())).toEqual([own]);
    const deleted = await db
      .deleteFrom('application_leases')
      .where('application_id', '=', other)
      .executeTakeFirst();
    expect(deleted.numDeletedRows).toBe(0n);
  });

  test('follows the id of a row in scope, and of no other', () => {
    const paid = db
      .selectFrom('demand_drafts')
      .innerJoin('allocations', 'allocations.demand_draft_id', 'demand_drafts.id')
      .innerJoin('charges', 'charges.id', 'allocations.charge_id');
    expect(paid.compile().sql.match(/college_id/g)).toHaveLength(1);
    const any = db
      .selectFrom('blanks')
      .leftJoin('print_runs', 'print_runs.id', 'blanks.print_run_id')
      .leftJoin('sheets', 'sheets.print_run_id', 'print_runs.id');
    expect(any.compile().sql).toMatch(
      /on \("print_runs"."id" = "blanks"."print_run_id"\) and "print_runs"."college_id" =/,
    );
    const fanned = db
      .selectFrom('sheets')
      .innerJoin('print_runs', 'print_runs.id', 'sheets.print_run_id')
      .innerJoin('sheets as others', 'others.print_run_id', 'print_runs.id');
    expect(fanned.compile().sql).toContain('"certificates"."id" = "others"."certificate_id"');
    const right = db.selectFrom('colleges').rightJoin('students', 'students.college_id', 'colleges.id');
    expect(() => right.compile()).toThrow('not narrowed');
    // The inner name hides the outer one, which is in scope.
    const hidden = db
      .selectFrom('certificates')
      .where((eb) =>
        eb.exists(
          eb
            .selectFrom('sheets')
            .innerJoin('certificates', 'certificates.id', 'sheets.certificate_id')
            .whereRef('sheets.certificate_id', '=', 'certificates.id'),
        ),
      );
    expect(hidden.compile().sql.match(/"college_id" =/g)).toHaveLength(2);
  });

  test('ORs in raw SQL stay within the college', async () => {
    const query = db
      .selectFrom('applications')
      .where(sql<boolean>`id = ${own} or id = ${other}`)
      .select('id');
    expect(ids(await query.execute())).toEqual([own]);
  });

  test('refuses raw SQL that names a scoped table', async () => {
    await expect(sql`select id from applications`.execute(db)).rejects.toThrow('not narrowed');
    await expect(sql`update sheets set outcome = 'spoilt'`.execute(db)).rejects.toThrow('not narrowed');
    await expect(sql`select id from ${sql.table('students')}`.execute(db)).rejects.toThrow('not narrowed');
    const counted = sql<number>`(select count(*) from applications a)`.as('count');
    expect(() => db.selectFrom('colleges').select(counted).compile()).toThrow('not narrowed');
    await sql`select 1 from colleges`.execute(db);
  });

  test('stays narrowed in a transaction, which unscoped leaves as it is', async () => {
    await inTransaction(db, async (transaction) => {
      expect(collegeOf(transaction)).toBe(office.collegeId);
      const query = transaction.selectFrom('applications').select('id').where('id', 'in', both());
      expect(ids(await query.execute())).toEqual([own]);
      const moment = sql<{ id: string }>`select pg_current_xact_id()::text as id`;
      const whole = unscoped(transaction, 'a test');
      expect((await moment.execute(whole)).rows).toEqual((await moment.execute(transaction)).rows);
      const all = whole.selectFrom('applications').select('id').where('id', 'in', both());
      expect(ids(await all.execute()).sort()).toEqual(both().sort());
      const within = transaction.selectFrom(all.as('every')).select('every.id');
      expect(ids(await within.execute()).sort()).toEqual(both().sort());
    });
  });

  test('shares a prepared statement between colleges, and no college', async () => {
    const find = preparedQuery((of, { id }: { id: string }) =>
      of.selectFrom('applications').select('id').where('id', '=', id),
    );
    const second = inCollege(portal.services.db, office.otherCollegeId);
    for (const [asked, found] of [
      [db, [own]],
      [second, [other]],
      [portal.services.db, [own, other]],
      [db, [own]],
    ] as const) {
      const rows = [...(await find(asked, { id: own })), ...(await find(asked, { id: other }))];
      expect(ids(rows)).toEqual(found);
    }
  });
});

test('the whole university asks as it is written', () => {
  const { db: whole } = portal.services;
  expect(inCollege(whole, null)).toBe(whole);
  expect(unscoped(whole, 'a test')).toBe(whole);
});

/** Tables with a college, or that refer to a scoped table, which everybody may read; and why. */
const open: Record<string, string> = {
  audit_event_colleges: 'It is read only with the events, which are scoped.',
  files: 'A file is read through the row that refers to it, or by who uploaded it.',
  staff: 'People work with colleagues of the university; the search finds those of the college.',
  proof_records: 'A proof that shows a record of another college is refused whole.',
  blanks: 'Printers of a college see all of the stock.',
  blank_movements: 'Printers of a college see all of the stock.',
  ink_uses: 'Printers of a college see all of the stock.',
};

test('every table with a college, or of a scoped one, is declared', async () => {
  const { rows } = await sql<{ table: string }>`
    select distinct c.relname as table
      from pg_class c
      left join pg_attribute a on a.attrelid = c.oid and a.attname = 'college_id' and not a.attisdropped
      left join pg_constraint k on k.conrelid = c.oid and k.contype = 'f'
     where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'v')
       and (a.attname is not null or k.confrelid::regclass::text = any (${Object.keys(scopedTables)}::text[]))`.execute(
    portal.services.db,
  );
  const declared = [...Object.keys(scopedTables), ...Object.keys(open)];
  expect(rows.map(({ table }) => table).filter((table) => !declared.includes(table))).toEqual([]);
});
