import { sql } from 'kysely';
import { formatSlipNumber } from '#features/demand-drafts/rules.ts';
import { formatRunNumber } from '#features/print-runs/rules.ts';
import { getStaff } from '#features/staff/server/queries.ts';
import type { Actor } from '#platform/server/context.ts';
import type { Db } from '#platform/server/db/database.ts';
import { domainError } from '#platform/server/domain-error.ts';
import type { Settings } from '#platform/server/settings.ts';
import { formatAcknowledgement, numberPrefixes } from '#shared/number-text.ts';
import { mayUse } from '#shared/permissions.ts';
import { mayReadRecord } from '#shared/record-kinds.ts';
import type { PersonPage, RecordKey, RecordPage, RelatedRecord } from '../contract.ts';
import { copiesOf } from './copies-of.ts';
import { isId, numberIn } from './keys.ts';
import { type EventsOf, mayReadLog, readTimeline } from './timeline.ts';

export type Reader = Pick<Actor, 'role' | 'scope'>;

export type FoundPage = Omit<RecordPage, 'timeline'> & { events: readonly EventsOf[] };

/** Filters out what the reader may not see; not every role may read applications and drafts. */
export async function pageOf(db: Db, reader: Reader, { events, ...found }: FoundPage): Promise<RecordPage> {
  const isShown = ({ kind }: RelatedRecord) =>
    (kind !== 'application' && kind !== 'draft') || mayReadRecord(reader.role, kind);
  const once = new Map(found.related.filter(isShown).map((one) => [`${one.kind} ${one.id}`, one]));
  const told = events.filter(
    ({ type }) =>
      (type !== 'application' || mayReadRecord(reader.role, 'application')) &&
      // Names of files are often those of people.
      (type !== 'file' || mayUse(reader.role, 'audit:read')),
  );
  return { ...found, related: [...once.values()], timeline: await readTimeline(db, reader, told) };
}

export async function findApplicationRecord(db: Db, key: RecordKey): Promise<FoundPage> {
  const row = await db
    .selectFrom('applications')
    .$if(isId(key), (query) => query.where('applications.id', '=', key))
    .$if(!isId(key), (query) => query.where('acknowledgement_number', '=', numberIn(key) ?? 0))
    .select(['applications.id', 'acknowledgement_number', 'status', 'photo_file_id'])
    .executeTakeFirstOrThrow(() => domainError('applications.not_found'));
  const certificate = await db
    .selectFrom('certificates')
    .where('application_id', '=', row.id)
    .select(['id', 'convocation_number', 'state'])
    .executeTakeFirst();
  const copies = certificate && (await copiesOf(db, certificate.id));
  const drafts = await db
    .selectFrom('demand_drafts')
    .where((eb) =>
      eb.exists(
        eb
          .selectFrom('allocations')
          .innerJoin('charges', 'charges.id', 'allocations.charge_id')
          .whereRef('allocations.demand_draft_id', '=', 'demand_drafts.id')
          .where('charges.application_id', '=', row.id),
      ),
    )
    .orderBy('received_at')
    .select(['demand_drafts.id', 'number', 'state', 'receipt_file_id'])
    .execute();
  const files = [row.photo_file_id, ...drafts.map(({ receipt_file_id }) => receipt_file_id)];
  const ofApplication = sql<boolean>`coalesce(after ->> 'applicationId', ${row.id}) = ${row.id}`;
  return {
    kind: 'application',
    id: row.id,
    number: formatAcknowledgement(row.acknowledgement_number),
    state: row.status,
    related: [
      ...(certificate ? [certificateOf(certificate)] : []),
      ...drafts.map(({ id, number, state }): RelatedRecord => ({ kind: 'draft', id, number, state })),
      ...(copies?.related ?? []),
    ],
    events: [
      { type: 'application', ids: [row.id] },
      // Only this application's events: a draft may pay for hundreds of others.
      { type: 'demand_draft', ids: drafts.map(({ id }) => id), only: ofApplication },
      { type: 'file', ids: files.filter((id) => id !== null) },
      ...(copies?.events ?? []),
    ],
  };
}

export async function findCertificateRecord(db: Db, key: RecordKey): Promise<FoundPage> {
  const row = await db
    .selectFrom('certificates')
    .innerJoin('applications', 'applications.id', 'certificates.application_id')
    .$if(isId(key), (query) => query.where('certificates.id', '=', key))
    .$if(!isId(key), (query) => query.where('certificates.convocation_number', '=', key))
    .select([
      'certificates.id',
      'certificates.convocation_number',
      'certificates.state',
      'certificates.application_id',
      'applications.acknowledgement_number',
      'applications.status',
    ])
    .executeTakeFirstOrThrow(() => domainError('certificates.not_found'));
  const copies = await copiesOf(db, row.id);
  return {
    kind: 'certificate',
    id: row.id,
    number: row.convocation_number,
    state: row.state,
    related: [applicationOf({ ...row, id: row.application_id }), ...copies.related],
    // A certificate's timeline begins with its application.
    events: [{ type: 'application', ids: [row.application_id] }, ...copies.events],
  };
}

export async function findDraftRecord(db: Db, key: RecordKey): Promise<FoundPage> {
  if (!isId(key)) throw domainError('demand_drafts.not_found');
  const row = await db
    .selectFrom('demand_drafts')
    .leftJoin('deposit_slips', 'deposit_slips.id', 'demand_drafts.deposit_slip_id')
    .where('demand_drafts.id', '=', key)
    .select([
      'demand_drafts.id',
      'demand_drafts.number',
      'demand_drafts.state',
      'demand_drafts.replaced_by',
      'demand_drafts.opening_import_id',
      'deposit_slips.id as slip_id',
      'deposit_slips.slip_number',
      'deposit_slips.state as slip_state',
    ])
    .executeTakeFirstOrThrow(() => domainError('demand_drafts.not_found'));
  const applications = await db
    .selectFrom('applications')
    .where((eb) =>
      eb.exists(
        eb
          .selectFrom('allocations')
          .innerJoin('charges', 'charges.id', 'allocations.charge_id')
          .whereRef('charges.application_id', '=', 'applications.id')
          .where('allocations.demand_draft_id', '=', row.id),
      ),
    )
    .orderBy('acknowledgement_number')
    .select(['applications.id', 'acknowledgement_number', 'status'])
    .execute();
  const others = await db
    .selectFrom('demand_drafts')
    .where((eb) =>
      eb.or([eb('demand_drafts.replaced_by', '=', row.id), eb('demand_drafts.id', '=', row.replaced_by)]),
    )
    .select(['demand_drafts.id', 'number', 'state'])
    .execute();
  const lines = await db
    .selectFrom('bank_statement_settlements')
    .where('demand_draft_id', '=', row.id)
    .select('line_id')
    .execute();
  const slip: RelatedRecord[] =
    row.slip_id === null || row.slip_number === null
      ? []
      : [{ kind: 'slip', id: row.slip_id, number: formatSlipNumber(row.slip_number), state: row.slip_state }];
  return {
    kind: 'draft',
    id: row.id,
    number: row.number,
    state: row.state,
    related: [
      ...applications.map(applicationOf),
      ...others.map(({ id, number, state }): RelatedRecord => ({ kind: 'draft', id, number, state })),
      ...slip,
    ],
    events: [
      // An opening balance is told by its upload, of older drafts too.
      { type: 'demand_draft', ids: [row.id], only: sql<boolean>`event <> 'demand_drafts.opened'` },
      { type: 'deposit_slip', ids: slip.map(({ id }) => id) },
      { type: 'bank_statement_line', ids: lines.map(({ line_id }) => line_id) },
      {
        type: 'import',
        ids: row.opening_import_id === null ? [] : [row.opening_import_id],
        only: sql<boolean>`event = 'demand_drafts.opening_imported'`,
      },
    ],
  };
}

/** The outcomes of sheets are on the run's page; the timeline has only the run's own events. */
export async function findRunRecord(db: Db, key: RecordKey): Promise<FoundPage> {
  const row = await db
    .selectFrom('print_runs')
    .$if(isId(key), (query) => query.where('print_runs.id', '=', key))
    .$if(!isId(key), (query) => query.where('run_number', '=', numberIn(key, numberPrefixes.run) ?? 0))
    .select(['print_runs.id', 'run_number', 'state'])
    .executeTakeFirstOrThrow(() => domainError('print_runs.not_found'));
  return {
    kind: 'run',
    id: row.id,
    number: formatRunNumber(row.run_number),
    state: row.state,
    related: [],
    events: [{ type: 'print_run', ids: [row.id] }],
  };
}

export async function getPersonRecord(
  db: Db,
  reader: Reader,
  { id, settings }: { id: string; settings: Settings },
): Promise<PersonPage> {
  if (!mayReadLog(reader)) throw domainError('audit.university_only');
  const { name, role, code, collegeName, status } = await getStaff(db, id, settings);
  return { id, name, role, code, collegeName, state: status };
}

export function certificateOf(row: { id: string; convocation_number: string; state: string }): RelatedRecord {
  return { kind: 'certificate', id: row.id, number: row.convocation_number, state: row.state };
}

function applicationOf(row: { id: string; acknowledgement_number: number; status: string }): RelatedRecord {
  return {
    kind: 'application',
    id: row.id,
    number: formatAcknowledgement(row.acknowledgement_number),
    state: row.status,
  };
}

export type FindRecord = (db: Db, key: RecordKey) => Promise<FoundPage>;
