import { sql } from 'kysely';
import { findNumbered } from '#features/masters/server/printed-numbers.ts';
import { type Db, fromRow, hasTerm, isAmong, type ListQuery } from '#platform/server/db/database.ts';
import { listQueries } from '#platform/server/db/list-page.ts';
import { domainError } from '#platform/server/domain-error.ts';
import { RegisterEntry, type RegisterFilters, RegisterTotals } from '../contract.ts';
import { draftOfStruck } from './entries.ts';
import { assertWholeUniversity } from './queries.ts';

type RegisterRow = {
  id: string;
  certificate_id: string;
  section: number | null;
  resolution: string | null;
  position: number;
  convocation_number: string;
  candidate_name: string;
  candidate_name_native: string | null;
  father_name: string | null;
  mother_name: string | null;
  degree: string;
  college: string;
  college_code: string;
  certificate_type: string;
  division: string | null;
  rank: string | null;
  serial: string;
  copy_number: number;
  given_on: string;
  printed_at: Date;
  struck_at: Date | null;
  struck_reason: RegisterEntry['struckReason'];
  struck_remark: string | null;
  fallen_draft: RegisterEntry['fallenDraft'];
};

/** By section, and within it in the order of the roll. */
export const register = listQueries({
  order: { column: 'register.place', type: 'bigint', id: 'register.id', idType: 'uuid', direction: 'asc' },
  rows: filtered,
  record: toEntry,
});

/** All entries, for the document. */
export async function readRegister(db: Db, convocationId: string): Promise<RegisterEntry[]> {
  const rows = await (await registerRows(db, { convocationId })).orderBy(sql`register.place`).execute();
  return rows.map(toEntry);
}

export async function getRegisterTotals(db: Db, convocationId: string): Promise<RegisterTotals> {
  const entries = await registerRows(db, { convocationId });
  const found = await entries
    .clearSelect()
    .select([
      sql<number>`count(*)`.as('entries'),
      sql<number>`count(*) filter (where struck_at is null)`.as('standing'),
      sql<number>`count(struck_at)`.as('struck'),
      sql<number>`count(*) filter (where struck_at is null and state in ('to_print', 'in_run'))`.as(
        'reprinting',
      ),
      sql<number>`count(*) filter (where struck_at is not null and is_valid and state in ('printed', 'handed_over'))`.as(
        'withheld',
      ),
    ])
    .executeTakeFirstOrThrow();
  return fromRow(RegisterTotals, found, { printed: found.standing - found.reprinting + found.withheld });
}

/** The convocation, for the document's heading. */
export async function getConvocation(db: Db, id: string) {
  assertWholeUniversity(db);
  return db
    .selectFrom('convocations')
    .selectAll()
    .where('id', '=', id)
    .executeTakeFirstOrThrow(() => domainError('rolls.no_convocation'));
}

/**
 * A copy belongs to the first roll entry that was not struck when the copy was recorded as good; each entry shows its
 * newest copy. Certificates on no roll form a section of their own, by the academic year on their sheet.
 */
async function registerRows(
  db: Db,
  { convocationId }: { convocationId: string },
): Promise<ListQuery<RegisterRow>> {
  const { academic_years } = await getConvocation(db, convocationId);
  const years = academic_years.split(', ');
  const rows = sql<RegisterRow>`(
    with on_roll as (
      select distinct on (r.id, e.position) r.number as section, e.position, s.id, s.certificate_id, s.blank_id, s.copy_number, s.outcome_at, s.is_valid, e.facts as approved,
             e.struck_at, e.struck_reason, e.struck_remark,
             case when r.state = 'resolved' then
               r.resolution_body || ', ' || r.resolution_number || ', ' || to_char(r.resolution_date, 'DD/MM/YYYY') end as resolution
        from rolls r
        join roll_entries e on e.roll_id = r.id
        join sheets s on s.certificate_id = e.certificate_id
       where r.convocation_id = ${convocationId} and s.outcome = 'good' and s.cancelled_at is null
         and (e.struck_at is null or e.struck_at > s.outcome_at)
         and not exists (
           select from roll_entries f join rolls q on q.id = f.roll_id
            where f.certificate_id = e.certificate_id and q.closed_at < r.closed_at and f.struck_at > s.outcome_at)
       order by r.id, e.position, s.copy_number desc
    ), on_none as (
      select distinct on (s.certificate_id) null::integer as section, null::integer as position,
             s.id, s.certificate_id, s.blank_id, s.copy_number, s.outcome_at, s.is_valid, null::jsonb as approved,
             coalesce(c.revoked_at, c.withheld_at) as struck_at,
             case when c.state = 'revoked' then 'revoked' when c.withheld_at is not null then 'withheld' end as struck_reason,
             c.revocation_reason as struck_remark, null as resolution
        from sheet_facts f
        join sheets s on s.id = f.sheet_id
        join certificates c on c.id = s.certificate_id
       where f.facts ->> 'academicYear' = any (${years}::text[]) and s.outcome = 'good' and s.cancelled_at is null
         and not exists (
           select from roll_entries e
            where e.certificate_id = s.certificate_id and (e.struck_at is null or e.struck_at > s.outcome_at))
       order by s.certificate_id, s.copy_number desc
    ), issued as (
      select * from on_roll union all select * from on_none
    )
    select i.id, i.certificate_id, i.section, i.resolution, i.struck_at, i.struck_reason, i.struck_remark, i.copy_number, i.is_valid,
           ${draftOfStruck(sql.ref('i.certificate_id'))} as fallen_draft,
           i.outcome_at as printed_at, c.state, b.serial, f.facts ->> 'convocationNumber' as convocation_number,
           f.facts ->> 'candidateName' as candidate_name, f.facts ->> 'candidateNameNative' as candidate_name_native,
           coalesce(f.facts ->> 'fatherName', i.approved ->> 'fatherName', a.father_name) as father_name,
           coalesce(f.facts ->> 'motherName', i.approved ->> 'motherName', a.mother_name) as mother_name,
           coalesce(f.facts ->> 'division', i.approved ->> 'division', a.division) as division,
           coalesce(f.facts ->> 'rank', i.approved ->> 'rank', a.rank) as rank,
           f.facts ->> 'course' as degree, f.facts ->> 'college' as college, f.facts ->> 'collegeCode' as college_code,
           f.facts ->> 'certificateType' as certificate_type, (f.facts ->> 'issuedOn')::date as given_on,
           (row_number() over inner_order)::integer as position,
           coalesce(i.section, 999999) * 100000000::bigint + row_number() over inner_order as place
      from issued i
      join sheet_facts f on f.sheet_id = i.id
      join certificates c on c.id = i.certificate_id
      join blanks b on b.id = i.blank_id
      left join award_records a on a.application_id = c.application_id
    window inner_order as (
      partition by i.section
      order by i.position, f.facts ->> 'collegeCode', f.facts ->> 'course', f.facts ->> 'candidateName', f.facts ->> 'convocationNumber', i.id)
  )`;
  const query = db.selectFrom(rows.as('register')).selectAll();
  // The query is raw SQL, so Kysely does not know its columns.
  return query as unknown as ListQuery<RegisterRow>;
}

async function filtered(db: Db, filters: RegisterFilters): Promise<ListQuery<RegisterRow>> {
  const { search, show } = filters;
  let result = await registerRows(db, filters);
  if (show !== 'all') {
    result = result.where(sql<boolean>`(register.struck_at is not null) = ${show === 'struck'}`);
  }
  if (search) {
    const texts = sql`convocation_number, candidate_name, candidate_name_native, serial, college, college_code, degree`;
    const { certificates } = await findNumbered(db, search);
    const isNumbered = isAmong('register.certificate_id', certificates);
    result = result.where(sql<boolean>`(${hasTerm(texts, search)} or ${isNumbered})`);
  }
  return result;
}

function toEntry(row: RegisterRow): RegisterEntry {
  return fromRow(RegisterEntry, row, { struckRemark: row.fallen_draft ? null : row.struck_remark });
}
