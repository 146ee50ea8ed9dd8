import { formatBundleNumber, formatSigningBatchNumber } from '#features/certificates/rules.ts';
import { formatRunNumber } from '#features/print-runs/rules.ts';
import type { Db } from '#platform/server/db/database.ts';
import type { RelatedRecord } from '../contract.ts';
import type { EventsOf } from './timeline.ts';

/** A visible certificate's related records: its sheets, their runs, and where copies of it went. */
export async function copiesOf(
  db: Db,
  certificateId: string,
): Promise<{ related: RelatedRecord[]; events: EventsOf[] }> {
  const sheets = await db
    .selectFrom('sheets')
    .innerJoin('blanks', 'blanks.id', 'sheets.blank_id')
    .innerJoin('print_runs', 'print_runs.id', 'sheets.print_run_id')
    .leftJoin('hand_overs', 'hand_overs.sheet_id', 'sheets.id')
    .leftJoin('bundles', 'bundles.id', 'hand_overs.bundle_id')
    .where('sheets.certificate_id', '=', certificateId)
    .orderBy('print_runs.run_number')
    .select([
      'blanks.serial',
      'blanks.state',
      'print_runs.id as run_id',
      'print_runs.run_number',
      'print_runs.state as run_state',
      'bundles.id as bundle_id',
      'bundles.bundle_number',
    ])
    .execute();
  const batches = await db
    .selectFrom('signing_batch_sheets')
    .innerJoin('sheets', 'sheets.id', 'signing_batch_sheets.sheet_id')
    .innerJoin('signing_batches', 'signing_batches.id', 'signing_batch_sheets.signing_batch_id')
    .where('sheets.certificate_id', '=', certificateId)
    .orderBy('signing_batches.batch_number')
    .select(['signing_batches.id', 'signing_batches.batch_number'])
    .distinct()
    .execute();
  const requests = await db
    .selectFrom('reprint_requests')
    .where('certificate_id', '=', certificateId)
    .select('id')
    .execute();
  const related = [
    ...sheets.flatMap((sheet): RelatedRecord[] => [
      { kind: 'sheet', id: sheet.serial, number: sheet.serial, state: sheet.state },
      { kind: 'run', id: sheet.run_id, number: formatRunNumber(sheet.run_number), state: sheet.run_state },
      ...(sheet.bundle_id === null || sheet.bundle_number === null
        ? []
        : [
            {
              kind: 'bundle' as const,
              id: sheet.bundle_id,
              number: formatBundleNumber(sheet.bundle_number),
              state: null,
            },
          ]),
    ]),
    ...batches.map(
      ({ id, batch_number }): RelatedRecord => ({
        kind: 'signing_batch',
        id,
        number: formatSigningBatchNumber(batch_number),
        state: null,
      }),
    ),
  ];
  const idsOfKind = (wanted: RelatedRecord['kind']) =>
    related.filter(({ kind }) => kind === wanted).map(({ id }) => id);
  return {
    related,
    events: [
      { type: 'certificate', ids: [certificateId] },
      { type: 'reprint_request', ids: requests.map(({ id }) => id) },
      { type: 'print_run', ids: idsOfKind('run') },
      { type: 'bundle', ids: idsOfKind('bundle') },
      { type: 'signing_batch', ids: idsOfKind('signing_batch') },
    ],
  };
}
