import { type ExpressionBuilder, type SelectQueryBuilder, sql } from 'kysely';
import { jsonArrayFrom } from 'kysely/helpers/postgres';
import { chargesOf } from '#features/charges/server/charges-of.ts';
import { fallenDraftOf } from '#features/demand-drafts/server/fallen-draft.ts';
import { contributorsTo } from '#platform/server/db/contributors.ts';
import { type Db, fromRow } from '#platform/server/db/database.ts';
import { entryOf } from '#platform/server/db/declared-columns.ts';
import type { RowOf } from '#platform/server/db/list-page.ts';
import { preparedQuery } from '#platform/server/db/prepared.ts';
import type { DB } from '#platform/server/db/tables.ts';
import { fileOf, fileReference } from '#platform/server/files/file-of.ts';
import { portalName } from '#platform/server/record-as-portal.ts';
import { standingAct, takeBackUntil } from '#platform/server/taking-back.ts';
import { awardRecord } from '#shared/award-record.ts';
import type { FileReference } from '#shared/fields.ts';
import type { Concession } from '../concession.ts';
import { ApplicationDetail, type ContactConsent, type EarlierCertificate } from '../contract.ts';
import type { Reopening } from '../decision-contract.ts';
import { conversationOf, toConversation } from './conversation.ts';

// biome-ignore lint/complexity/noBannedTypes: Kysely's own notation of "nothing selected yet"
export type Applications = SelectQueryBuilder<DB, 'applications', {}>;

/** The columns that are shown; the long search text is left out. */
const columns = (
  [
    'id',
    'version',
    'acknowledgement_number',
    'registration_number',
    'exam_roll_number',
    'candidate_name',
    'candidate_name_native',
    'college_id',
    'course_id',
    'paper_id',
    'academic_year',
    'guide_name',
    'mode_of_study',
    'certificate_type',
    'fee_amount',
    'total_amount',
    'paid_amount',
    'pending_amount',
    'status',
    'received_by',
    'received_at',
    'verified_by',
    'verified_at',
    'rejected_at',
    'rejection_cause',
    'rejection_reason',
    'rejection_remark',
    'returned_at',
    'return_reasons',
    'return_remark',
    'convocation_number',
  ] as const
).map((column) => `applications.${column}` as const);

/** Since when it waits, whether it does, and the day of its result. */
export const waits = [
  'applications.waiting_since',
  sql<boolean>`(applications.status <> 'verified' or applications.certificate_stage is not distinct from 'waiting_for_print')`.as(
    'is_waiting',
  ),
  'applications.result_date',
] as const;

/**
 * Applications joined to everything shown of one. Files and people's names are subqueries: each further join would
 * double PostgreSQL's planning time, which with seven joins was three times the execution time.
 */
function applicationRows(applications: Applications) {
  return applications
    .innerJoin('colleges', 'colleges.id', 'applications.college_id')
    .innerJoin('courses', 'courses.id', 'applications.course_id')
    .innerJoin('papers', 'papers.id', 'applications.paper_id')
    .leftJoin('certificates', 'certificates.application_id', 'applications.id')
    .select(columns)
    .select(waits)
    .select([
      'colleges.code as college_code',
      'colleges.name as college_name',
      'courses.name as course_degree',
      'papers.name as selected_paper',
      'papers.colour as chosen_colour',
      'certificates.id as certificate_id',
      'certificates.state as certificate_state',
      'certificates.withheld_at as certificate_withheld_at',
      'certificates.revoked_at',
      'certificates.revocation_reason',
      'certificates.revocation_authority',
    ])
    .select((eb) => [
      contributorsTo(eb.ref('applications.id')).as('contributor_ids'),
      concessionOf(eb).as('concession'),
      fileOf('applications.photo_file_id').$notNull().as('photo'),
      paidByOf(eb).as('paid_by'),
      nameOf(eb, 'applications.received_by').$asScalar().$notNull().as('receiver_name'),
      nameOf(eb, 'applications.verified_by').as('verifier_name'),
      nameOf(eb, 'applications.rejected_by').as('rejecter_name'),
      nameOf(eb, 'applications.returned_by').as('returner_name'),
      reopeningOf(eb).as('reopening'),
      fallenDraftOf(sql.ref('applications.id'), sql.ref('applications.rejected_at')).as('fallen_draft'),
      earlierOf(eb).as('earlier_certificate'),
    ]);
}

type Builder = ExpressionBuilder<DB, 'applications'>;

/** The drafts that pay for an application, in one subquery: three would look each draft up three times. */
export function paidByOf(eb: Builder) {
  type PaidBy = {
    numbers: string | null;
    ids: string[] | null;
    date: string | null;
    receipts: FileReference[];
  };
  const paidBy = sql<PaidBy>`json_build_object(
    'numbers', string_agg(demand_drafts.number, ', ' order by demand_drafts.number),
    'ids', json_agg(demand_drafts.id order by demand_drafts.number),
    'date', max(demand_drafts.drawn_on),
    'receipts', coalesce(
      json_agg(${fileReference} order by payments.allocated_at, demand_drafts.id) filter (where files.id is not null),
      '[]'))`;
  return eb
    .selectFrom('payments')
    .innerJoin('demand_drafts', 'demand_drafts.id', 'payments.demand_draft_id')
    .leftJoin('files', 'files.id', 'demand_drafts.receipt_file_id')
    .whereRef('payments.application_id', '=', 'applications.id')
    .select(paidBy.as('paid_by'))
    .$asScalar()
    .$notNull();
}

export function concessionOf(eb: Builder) {
  const concession = sql<Concession>`json_build_object('amount', amount, 'reason', reason, 'authority', authority)`;
  return eb
    .selectFrom('concessions')
    .whereRef('concessions.application_id', '=', 'applications.id')
    .where('concessions.reprint_request_id', 'is', null)
    .select(concession.as('concession'))
    .$asScalar();
}

/** The open reopening, else the newest: by time alone it could be missed if the server's clock was set back. */
function reopeningOf(eb: Builder) {
  const reopening = sql<Reopening>`json_build_object(
    'reason', reason, 'remark', remark, 'reopenedBy', coalesce(reopener.name, ${portalName}), 'reopenedAt', reopened_at,
    'verifiedBy', verifier.name, 'verifiedAgainAt', verified_again_at)`;
  return eb
    .selectFrom('reopenings')
    .leftJoin('staff as reopener', 'reopener.id', 'reopenings.reopened_by')
    .leftJoin('staff as verifier', 'verifier.id', 'reopenings.verified_by')
    .whereRef('reopenings.application_id', '=', 'applications.id')
    .orderBy('verified_again_at', (order) => order.desc().nullsFirst())
    .limit(1)
    .select(reopening.as('reopening'))
    .$asScalar();
}

function earlierOf(eb: Builder) {
  const earlier = sql<EarlierCertificate>`json_build_object(
    'number', number, 'name', name, 'degree', degree, 'issuedOn', issued_on, 'serial', serial)`;
  return eb
    .selectFrom('earlier_certificates')
    .whereRef('earlier_certificates.id', '=', 'applications.earlier_certificate_id')
    .select(earlier.as('earlier'))
    .$asScalar();
}

export function nameOf(
  eb: Builder,
  column: `applications.${'received' | 'verified' | 'rejected' | 'returned'}_by`,
) {
  return eb.selectFrom('staff as person').whereRef('person.id', '=', column).select('person.name');
}

/** One application with its drafts, in one statement. */
const detailRows = preparedQuery((db, { id }: { id: string }) =>
  applicationRows(db.selectFrom('applications'))
    .where('applications.id', '=', id)
    .select((eb) => [
      chargesOf(sql.ref('applications.id')).as('charges'),
      jsonArrayFrom(allocationsOf(eb)).as('allocations'),
      awardOf(eb).as('award'),
      consentOf(eb).as('consent'),
      conversationOf(eb).as('conversation'),
    ]),
);

function allocationsOf(eb: Builder) {
  return eb
    .selectFrom('payments')
    .innerJoin('demand_drafts', 'demand_drafts.id', 'payments.demand_draft_id')
    .whereRef('payments.application_id', '=', 'applications.id')
    .orderBy('payments.allocated_at')
    .orderBy('demand_drafts.id')
    .select(fileOf('demand_drafts.receipt_file_id').as('receipt'))
    .select([
      'demand_drafts.id as demandDraftId',
      'demand_drafts.number',
      'demand_drafts.drawn_on as drawnOn',
      'demand_drafts.bank',
      'demand_drafts.branch',
      'demand_drafts.amount',
      'demand_drafts.state',
      'demand_drafts.pays',
    ])
    .select((draft) => draft.ref('payments.amount').$notNull().as('allocatedAmount'));
}

function awardOf(eb: Builder) {
  return eb
    .selectFrom('award_records')
    .whereRef('award_records.application_id', '=', 'applications.id')
    .select(sql<object>`to_jsonb(award_records)`.as('award'))
    .$asScalar();
}

/** The standing consent, else the one withdrawn last. */
function consentOf(eb: Builder) {
  const consent = sql<ContactConsent>`json_build_object(
    'noticeVersion', notice_version, 'purposes', purposes, 'givenAt', given_at, 'givenTo', giver.name,
    'withdrawnAt', withdrawn_at, 'withdrawnTo', withdrawer.name)`;
  return eb
    .selectFrom('contact_consents')
    .innerJoin('staff as giver', 'giver.id', 'contact_consents.given_to')
    .leftJoin('staff as withdrawer', 'withdrawer.id', 'contact_consents.withdrawn_to')
    .whereRef('contact_consents.application_id', '=', 'applications.id')
    .orderBy('withdrawn_at', (order) => order.desc().nullsFirst())
    .limit(1)
    .select(consent.as('consent'))
    .$asScalar();
}

export async function findApplication(db: Db, id: string): Promise<ApplicationDetail | undefined> {
  const [row] = await detailRows(db, { id });
  if (!row) return undefined;
  const award = entryOf(awardRecord, row.award ?? {});
  const { charges, allocations, consent: contactConsent } = row;
  const shown = { ...shownOf(row), charges, allocations };
  const conversation = toConversation(row.conversation);
  const last = conversation.at(-1);
  const act = standingAct.decision(row, last && { act: last.act, staff_id: last.byId });
  const decision = { conversation, takeBackUntil: takeBackUntil(db, act) };
  return fromRow(ApplicationDetail, row, { ...shown, ...award, contactConsent, ...decision });
}

/** Converts moments: JSON from the database spells them differently from the contract. */
function toReopening({ reopenedAt, verifiedAgainAt, ...reopening }: Reopening): Reopening {
  return {
    ...reopening,
    reopenedAt: new Date(reopenedAt).toISOString(),
    verifiedAgainAt: verifiedAgainAt && new Date(verifiedAgainAt).toISOString(),
  };
}

/** Fields that do not come from the column of their name: `receivedBy`, for example, is a person's name. */
function shownOf(row: RowOf<typeof applicationRows>) {
  return {
    draftNumbers: row.paid_by.numbers ?? '',
    draftIds: row.paid_by.ids ?? [],
    draftDate: row.paid_by.date,
    receipts: row.paid_by.receipts,
    receivedBy: row.receiver_name,
    receivedById: row.received_by,
    verifiedBy: row.verifier_name,
    verifiedById: row.verified_by,
    reopening: row.reopening && toReopening(row.reopening),
    rejectedBy: row.rejecter_name,
    // Rows of earlier versions have an English sentence about the draft there.
    rejectionRemark: row.fallen_draft ? null : row.rejection_remark,
    returnedBy: returnedBy(row),
  };
}

/** The portal returns what cannot be drawn. */
export function returnedBy(row: { returner_name: string | null; returned_at: Date | null }): string | null {
  return row.returner_name ?? (row.returned_at && portalName);
}
