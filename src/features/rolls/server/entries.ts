import { type RawBuilder, sql } from 'kysely';
import { fallenDraftOf } from '#features/demand-drafts/server/fallen-draft.ts';
import { findNumbered } from '#features/masters/server/printed-numbers.ts';
import { type Db, hasTerm, isAmong, type ListQuery } from '#platform/server/db/database.ts';
import { listQueries } from '#platform/server/db/list-page.ts';
import { type RollEntry, type RollEntryFilters, RollFacts } from '../contract.ts';
import { getRoll } from './queries.ts';

type EntryRow = {
  certificate_id: string;
  position: number;
  facts: unknown;
  struck_at: Date | null;
  struck_reason: RollEntry['struckReason'];
  struck_remark: string | null;
  fallen_draft: RollEntry['fallenDraft'];
  struck_by: string | null;
};

export const rollEntries = listQueries({
  order: {
    column: 'entries.position',
    type: 'integer',
    id: 'entries.certificate_id',
    idType: 'uuid',
    direction: 'asc',
  },
  rows: filtered,
  record: toEntry,
});

/** All entries, for the document. */
export async function readEntries(db: Db, rollId: string): Promise<RollEntry[]> {
  const rows = await (await entryRows(db, { rollId })).orderBy(sql`entries.position`).execute();
  return rows.map(toEntry);
}

async function entryRows(db: Db, { rollId }: { rollId: string }): Promise<ListQuery<EntryRow>> {
  const { state, convocationId } = await getRoll(db, rollId);
  const entries: RawBuilder<EntryRow> =
    state === 'open'
      ? sql`(select certificate_id, position, facts, null::timestamptz as struck_at, null as struck_reason, null as struck_remark, null as struck_by, null as fallen_draft
               from roll_members where convocation_id = ${convocationId})`
      : sql`(select certificate_id, position, facts, struck_at, struck_reason, struck_remark, staff.name as struck_by,
                    ${draftOfStruck(sql.ref('roll_entries.certificate_id'))} as fallen_draft
               from roll_entries left join staff on staff.id = roll_entries.struck_by where roll_id = ${rollId})`;
  const query = db.selectFrom(entries.as('entries')).selectAll();
  // The query is raw SQL, so Kysely does not know its columns.
  return query as unknown as ListQuery<EntryRow>;
}

/** The draft for which an entry was struck. */
export function draftOfStruck(certificateId: RawBuilder<unknown>) {
  const applicationId = sql<string>`(select application_id from certificates where id = ${certificateId})`;
  return sql`case when struck_reason in ('draft_returned', 'draft_replaced') then ${fallenDraftOf(applicationId, sql.ref('struck_at'))} end`;
}

async function filtered(db: Db, filters: RollEntryFilters): Promise<ListQuery<EntryRow>> {
  const { search, show } = filters;
  let result = await entryRows(db, filters);
  if (show !== 'all') {
    result = result.where(sql<boolean>`(entries.struck_at is not null) = ${show === 'struck'}`);
  }
  if (search) {
    const texts = sql`facts ->> 'convocationNumber', facts ->> 'candidateName', facts ->> 'candidateNameNative',
      facts ->> 'registrationNumber', facts ->> 'examRollNumber', facts ->> 'collegeCode', facts ->> 'college', facts ->> 'course',
      facts ->> 'degree'`;
    const { certificates } = await findNumbered(db, search);
    const isNumbered = isAmong('entries.certificate_id', certificates);
    result = result.where(sql<boolean>`(${hasTerm(texts, search)} or ${isNumbered})`);
  }
  return result;
}

function toEntry(row: EntryRow): RollEntry {
  return {
    ...RollFacts.parse(row.facts),
    certificateId: row.certificate_id,
    position: row.position,
    struckAt: row.struck_at?.toISOString() ?? null,
    struckReason: row.struck_reason,
    struckRemark: row.fallen_draft ? null : row.struck_remark,
    fallenDraft: row.fallen_draft,
    struckBy: row.struck_by,
  };
}
