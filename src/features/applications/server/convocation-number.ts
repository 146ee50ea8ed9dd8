import { sql } from 'kysely';
import type { CommandTransaction } from '#platform/server/command.ts';
import type { Db } from '#platform/server/db/database.ts';
import { domainError } from '#platform/server/domain-error.ts';
import { formatNumber, parsePattern } from '#shared/number-pattern.ts';
import { convocationYearOf } from '../rules.ts';
import type { LockedApplication } from './queries.ts';

/** The number columns of a certificate: its number from before the portal, or the next of its type's series. */
export async function allocateConvocationNumber({ db }: CommandTransaction, row: LockedApplication) {
  const { certificate_type: certificateType } = row;
  const year = convocationYearOf(row.academic_year);
  const earlier = await earlierNumberOf(db, row);
  if (earlier !== null)
    return { convocation_year: year, earlier_number: earlier, convocation_number: earlier };
  // Tried twice: a new series of that name may start while this waits for the old one's lock.
  const series = (await lockSeriesOf(db, certificateType)) ?? (await lockSeriesOf(db, certificateType));
  if (!series) throw domainError('applications.no_series', { certificateType });
  const letters = series.number_letters ?? '';
  const { rows } = await sql<{ scope: string; n: number }>`
    select * from next_certificate_number(${series.id}, ${year}, ${letters})`.execute(db);
  const { scope, n } = rows[0]!;
  return {
    number_series_id: series.id,
    number_scope: scope,
    convocation_year: year,
    convocation_sequence: n,
    convocation_number: formatNumber(parsePattern(series.pattern), { year, letters, n }),
  };
}

/** Locks the series until the transaction ends, against other allocations and against changes of the series. */
async function lockSeriesOf(db: Db, certificateType: string) {
  return db
    .selectFrom('certificate_types')
    .innerJoin('number_series', 'number_series.name', 'certificate_types.number_series')
    .where('certificate_types.name', '=', certificateType)
    .select(['number_series.id', 'pattern', 'number_letters'])
    .forNoKeyUpdate('number_series')
    .executeTakeFirst();
}

async function earlierNumberOf(
  db: Db,
  { earlier_certificate_id }: LockedApplication,
): Promise<string | null> {
  if (earlier_certificate_id === null) return null;
  const { number } = await db
    .selectFrom('earlier_certificates')
    .select('number')
    .where('id', '=', earlier_certificate_id)
    .executeTakeFirstOrThrow();
  return number;
}
