import type pg from 'pg';
import { withClient } from '#platform/server/db/connections.ts';
import {
  generateApplications,
  insertApplications,
  insertCertificates,
  insertCharges,
  insertContributors,
  insertDrafts,
  insertFiles,
  insertOffice,
  insertStudents,
  moveCounters,
} from './large-rows.ts';

/** Row by row these would take an hour; the generated rows already satisfy what they ensure. */
const silencedTriggers = {
  courses: ['courses__four_eyes'],
  certificate_types: ['certificate_types__four_eyes', 'certificate_types__check_letters'],
  number_series: ['number_series__four_eyes', 'number_series__check_letters'],
  allocations: [
    'allocations__carry_sums',
    'allocations__remember_allocator',
    'allocations__take_application',
  ],
  applications: [
    'applications__remember_receiver',
    'applications__decided_by_another',
    'applications__charged_by_schedule',
    'applications__numbers_agree',
    'applications__total_is_fee_less_concession',
  ],
  charges: ['charges__agree', 'charges__follow_schedule', 'charges__of_open_application'],
  certificates: ['certificates__carry_inserted', 'certificates__take_search_text'],
};

const filledTables = [
  'files',
  'applications',
  'students',
  'demand_drafts',
  'charges',
  'allocations',
  'certificates',
  'contributors',
];

/**
 * Adds `count` generated applications of the last ten years to a migrated database, once, by set-based SQL: with
 * students, drafts that pay for them, file rows without bytes, and certificates of the verified ones, but without audit
 * events and print runs. Needs the owner's URL and locks the tables until it commits.
 */
export async function seedLarge(ownerUrl: string, count: number): Promise<void> {
  // An interrupted transaction is rolled back when the connection closes.
  await withClient(ownerUrl, 'migration', async (client) => {
    await client.query('begin');
    await client.query(`set local maintenance_work_mem = '512MB'; set local work_mem = '256MB'`);
    await switchTriggers(client, 'disable');
    const restore = await dropIndexesAndReferences(client);
    await insertOffice(client);
    // Check the masters' constraints while there is no application: afterwards each change needs a second person.
    await client.query('set constraints all immediate; set constraints all deferred');
    await generateApplications(client, count);
    await insertFiles(client);
    await insertApplications(client);
    await insertCharges(client);
    await insertContributors(client);
    await insertStudents(client);
    await insertDrafts(client);
    await insertCertificates(client);
    await moveCounters(client);
    await restore();
    await switchTriggers(client, 'enable');
    await client.query('commit');
    await client.query(
      `vacuum (analyze) ${filledTables.join(', ')}, colleges, courses, papers, staff, deposit_slips`,
    );
  });
}

async function switchTriggers(client: pg.Client, how: 'enable' | 'disable'): Promise<void> {
  for (const [table, triggers] of Object.entries(silencedTriggers))
    for (const trigger of triggers) await client.query(`alter table ${table} ${how} trigger ${trigger}`);
}

/** Drops all but the primary keys. Recreating them checks the whole load at once and packs indexes tightly. */
async function dropIndexesAndReferences(client: pg.ClientBase): Promise<() => Promise<void>> {
  const constraints = await client.query<{ table: string; name: string; definition: string }>(
    `select conrelid::regclass::text as table, quote_ident(conname) as name, pg_get_constraintdef(oid) as definition
       from pg_constraint
      where conrelid = any ($1::regclass[]) and contype in ('u', 'f')
      order by contype desc`,
    [filledTables],
  );
  const indexes = await client.query<{ name: string; definition: string }>(
    `select indexrelid::regclass::text as name, pg_get_indexdef(indexrelid) as definition
       from pg_index
      where indrelid = any ($1::regclass[])
        and not exists (select from pg_constraint where conindid = indexrelid and contype in ('p', 'u', 'x'))`,
    [filledTables],
  );
  for (const { table, name } of constraints.rows)
    await client.query(`alter table ${table} drop constraint ${name}`);
  for (const { name } of indexes.rows) await client.query(`drop index ${name}`);
  return async () => {
    for (const { definition } of indexes.rows) await client.query(definition);
    for (const { table, name, definition } of constraints.rows)
      await client.query(`alter table ${table} add constraint ${name} ${definition}`);
  };
}
