import { assertSchemaIsCurrent, SchemaMismatchError } from '#platform/server/db/migrate.ts';
import { type Check, inWords, ok, problem, reasonOf, rowsOf } from './check.ts';

/** Whether the database answers; if not, checks that need it are skipped. */
export const databaseCheck: Check = {
  name: 'database',
  isOutside: true,
  async *run({ databaseUrl, settings }) {
    // Requests may go through a pooler that other connections bypass.
    const used = new Set([databaseUrl, settings.databaseUrl ?? databaseUrl]);
    try {
      for (const url of used) await rowsOf({ databaseUrl: url }, 'select 1');
      yield ok('The database answers.');
    } catch (error) {
      yield problem(`The database does not answer: ${reasonOf(error)}.`);
    }
  },
};

/** Whether the schema is that of this release. */
export const migrationsCheck: Check = {
  name: 'migrations',
  async *run({ databaseUrl }) {
    try {
      await assertSchemaIsCurrent(databaseUrl);
      yield ok('All migrations of this release are applied.');
    } catch (error) {
      if (!(error instanceof SchemaMismatchError)) throw error;
      yield problem(error.message);
    }
  },
};

/** Whether indexes were built with the libraries that order names and all other texts now. */
export const collationCheck: Check = {
  name: 'collation',
  every: 60,
  async *run(installation) {
    const rows = await rowsOf<Record<'name' | 'built' | 'actual' | 'cure', string>>(
      installation,
      `select 'collation name_order' as name, collversion as built, pg_collation_actual_version(c.oid) as actual,
              (select string_agg(format('REINDEX INDEX %s; ', indexrelid::regclass), '' order by indexrelid::regclass::text)
                 from pg_index where c.oid = any (indcollation)) || 'ALTER COLLATION name_order REFRESH VERSION;' as cure
         from pg_collation c
        where collname = 'name_order' and collversion is distinct from pg_collation_actual_version(c.oid)
        union all
       -- Of all other texts, the unique keys among them.
       select format('database %I', datname), datcollversion, pg_database_collation_actual_version(oid),
              format('REINDEX DATABASE %1$I; ALTER DATABASE %1$I REFRESH COLLATION VERSION;', datname)
         from pg_database
        where datname = current_database() and datcollversion is distinct from pg_database_collation_actual_version(oid)`,
    );
    for (const { name, built, actual, cure } of rows)
      yield problem(
        `Indexes are ordered by version ${built} of the ${name}, and the server has ${actual}: lists may skip or repeat records, and numbers may be stored twice. As the owner of the database run: ${cure}`,
      );
    if (rows.length === 0) yield ok('The indexes fit the order of the server.');
  },
};

/** Whether jobs can be queued and fetched. */
export const queueCheck: Check = {
  name: 'queue',
  async *run(installation) {
    await rowsOf(
      installation,
      'select exists (select from pgboss.job), exists (select from pgboss.queue), exists (select from pgboss.version)',
    );
    yield ok('The job queue answers.');
  },
};

/** Whether the accounts are those of the demo, whose password is public. */
export const demoCheck: Check = {
  name: 'demo',
  every: 60,
  async *run(installation) {
    const rows = await rowsOf(
      installation,
      "select from audit_events where record_type = 'demo' and event = 'demo.started' limit 1",
    );
    yield rows.length > 0
      ? problem(
          'This is the database of a demo: its accounts have a published password. Never enter real data.',
        )
      : ok('The database is not one of the demo.');
  },
};

/** Whether WAL segments reach the archive. */
export const archiveCheck: Check = {
  name: 'archive',
  async *run(installation) {
    const [row] = await rowsOf<ArchiverRow>(
      installation,
      `select archived_count::float8 as archived, failed_count::float8 as failed, last_failed_wal as segment,
              last_failed_time > coalesce(last_archived_time, '-infinity') as "isFailing",
              extract(epoch from now() - last_archived_time)::float8 as age, current_setting('archive_mode') as mode
         from pg_stat_archiver`,
    );
    const { archived, failed, segment, isFailing, age, mode } = row!;
    const isOwn = installation.settings.databaseUrl === null;
    installation.measure('dikshant_archived_segments', archived);
    installation.measure('dikshant_archive_failures', failed);
    if (age !== null) installation.measure('dikshant_archive_age_seconds', age);
    if (mode === 'off')
      yield isOwn
        ? problem('The embedded database archives nothing: what is lost with the disk is lost.')
        : ok('The external database does not archive by itself (archive_mode is off).');
    else if (isFailing)
      yield problem(
        `The database cannot archive its log: ${segment} failed after ${archived} segments. Look into the log of PostgreSQL; the disk fills meanwhile.`,
      );
    else
      yield ok(
        `The database archives its log: ${archived} segments${age === null ? '' : `, the last one ${inWords(age)} ago`}.`,
      );
  },
};
type ArchiverRow = {
  archived: number;
  failed: number;
  segment: string | null;
  isFailing: boolean | null;
  age: number | null;
  mode: string;
};
