import { sql } from 'kysely';
import { formatRunNumber } from '#features/print-runs/rules.ts';
import { formatSerial, splitSerial } from '#features/stock/serials.ts';
import type { Db } from '#platform/server/db/database.ts';
import { domainError } from '#platform/server/domain-error.ts';
import type { RecordKey, RelatedRecord } from '../contract.ts';
import { isId } from './keys.ts';
import { certificateOf, type FoundPage } from './records.ts';

/**
 * A numbered sheet. Its acts are logged with its paper, run or certificate; the custody ledger links them to the sheet
 * by request. Events of the certificate while this sheet was its copy belong to the sheet, too.
 */
export async function findSheetRecord(db: Db, key: RecordKey): Promise<FoundPage> {
  const parts = splitSerial(key);
  const serial = parts ? formatSerial(parts.prefix, parts.number) : key;
  const blank = await db
    .selectFrom('blanks')
    .$if(isId(key), (query) => query.where('id', '=', key))
    .$if(!isId(key), (query) => query.where('serial', '=', serial))
    .select(['id', 'serial', 'number', 'state', 'paper_id', 'blank_receipt_id'])
    .executeTakeFirstOrThrow(() => domainError('stock.not_found'));
  const acts = await db
    .selectFrom('blank_movements')
    .innerJoin('custody_acts', 'custody_acts.id', 'blank_movements.custody_act_id')
    .where('blank_receipt_id', '=', blank.blank_receipt_id)
    .where('first_number', '<=', blank.number)
    .where('last_number', '>=', blank.number)
    .select(['request_id', sql<string | null>`coalesce(to_run, from_run)`.as('run_id')])
    .execute();
  const sheet = await db
    .selectFrom('certificates')
    .innerJoin('sheets', 'sheets.certificate_id', 'certificates.id')
    .innerJoin('print_runs', 'print_runs.id', 'sheets.print_run_id')
    .where('sheets.blank_id', '=', blank.id)
    .select([
      'certificates.id',
      'certificates.convocation_number',
      'certificates.state',
      'print_runs.prepared_at',
      'sheets.outcome',
      'sheets.outcome_at',
      'sheets.superseded_at',
      'sheets.cancelled_at',
    ])
    .executeTakeFirst();
  const runIds = [...new Set(acts.flatMap(({ run_id }) => run_id ?? []))];
  const runs =
    runIds.length === 0
      ? []
      : await db
          .selectFrom('print_runs')
          .where('print_runs.id', 'in', runIds)
          .orderBy('run_number')
          .select(['print_runs.id', 'run_number', 'state'])
          .execute();
  const destructions = await db
    .selectFrom('destruction_blanks')
    .where('blank_id', '=', blank.id)
    .select('destruction_id')
    .execute();
  const counts = await db
    .selectFrom('stock_counts')
    .where('paper_id', '=', blank.paper_id)
    .select('id')
    .execute();
  const requests = [...new Set(acts.map(({ request_id }) => request_id))];
  const ofItsActs = sql<boolean>`request_id = any(${requests}::text[])`;
  const lost = sheet?.outcome && sheet.outcome !== 'good' ? sheet.outcome_at : null;
  const until = lost ?? sheet?.cancelled_at ?? sheet?.superseded_at ?? null;
  return {
    kind: 'sheet',
    id: blank.id,
    number: blank.serial,
    state: blank.state,
    related: [
      ...(sheet ? [certificateOf(sheet)] : []),
      ...runs.map(
        ({ id, run_number, state }): RelatedRecord => ({
          kind: 'run',
          id,
          number: formatRunNumber(run_number),
          state,
        }),
      ),
    ],
    events: [
      { type: 'blank_receipt', ids: [blank.blank_receipt_id] },
      { type: 'paper', ids: [blank.paper_id], only: ofItsActs },
      { type: 'stock_count', ids: counts.map(({ id }) => id), only: ofItsActs },
      { type: 'destruction', ids: destructions.map(({ destruction_id }) => destruction_id) },
      { type: 'print_run', ids: runs.map(({ id }) => id) },
      {
        type: 'certificate',
        ids: sheet ? [sheet.id] : [],
        only: sql<boolean>`(${ofItsActs} or (at >= ${sheet?.prepared_at ?? null} and (${until}::timestamptz is null or at <= ${until})))`,
      },
    ],
  };
}
