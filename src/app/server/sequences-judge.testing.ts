import pg from 'pg';
import { faultsInStockBooks } from '#dev/testing/stock-books.ts';
import { checkLedger } from '#features/fees/server/ledger-check.testing.ts';

// What a judge asks, in plain SQL that shares nothing with the product.

/** What never shrinks, by what identifies a row; and what never changes of it. */
const history: Record<string, string> = {
  'an audit event': `select sequence::text as id, hash as kept from audit_events`,
  'a number': `select application_id::text as id, id::text || convocation_number as kept from certificates`,
  'a sheet of a run that began, with its code': `
    select s.id::text, concat(certificate_id, blank_id, verification_code, md5(facts::text), photo_file_id) as kept
      from sheets s join sheet_facts on sheet_id = s.id join print_runs r on r.id = print_run_id where started_at is not null`,
  'the outcome of a sheet of a closed run': `
    select sheets.id::text as id, outcome || outcome_by || outcome_at as kept
      from sheets join print_runs on print_runs.id = print_run_id where closed_at is not null`,
  'a reopening': `select id::text, reason || reopened_by || reopened_at || coalesce(verified_by::text, '') as kept from reopenings`,
  'a reopening that ended': `
    select id::text, verified_again_by || verified_again_at::text as kept from reopenings where verified_again_at is not null`,
  'a proposal to revoke': `select id::text, reason || authority || proposed_by || proposed_at as kept from revocations`,
  'what became of a proposal': `select id::text, outcome || decided_by || decided_at as kept from revocations where outcome is not null`,
  'a revoked certificate': `
    select id::text, revoked_at || revocation_reason || revocation_authority as kept from certificates where state = 'revoked'`,
  'a request for a reprint': `select id::text, kind || sheet_id || reason || requested_by || requested_at as kept from reprint_requests`,
  'a request that ended': `select id::text, ended_with || decided_by || decided_at as kept from reprint_requests where ended_with is not null`,
  'a word of a conversation': `
    select id::text, concat_ws(' ', application_id, act, staff_id, at, reasons, remark, answers, changes) as kept from conversation_entries`,
  'a word that was taken back': `
    select id::text, taken_back_by || taken_back_at::text as kept from conversation_entries where taken_back_at is not null`,
  'an allocation': `select demand_draft_id || ' ' || application_id as id, amount::text as kept from allocations`,
};

/** Copies as a reader of the rules counts them, without the column that the product asks. */
const valid = `select * from sheets where outcome = 'good' and superseded_at is null and cancelled_at is null`;
const open = `reprinted_at is null and status is distinct from 'rejected'`;

/** What must never be found. */
const never: Record<string, string> = {
  'a broken chain of events': `
    select sequence from (
      select sequence, previous_hash, lag(hash) over way as hash_before, lag(sequence) over way as before from audit_events
      window way as (order by sequence)) e
     where before is not null and (previous_hash <> hash_before or sequence <> before + 1)`,
  'two valid copies of one certificate': `select certificate_id from (${valid}) v group by 1 having count(*) > 1`,
  'a hand-over that no event names, or that left the books without being taken back': `
    select id from certificates c
     where (select count(*) from hand_overs h join sheets s on s.id = h.sheet_id where s.certificate_id = c.id)
        <> (select count(*) filter (where event = 'certificates.handed_over')
                 - count(*) filter (where event = 'certificates.hand_over_taken_back')
              from audit_events where record_id = c.id::text)`,
  'a return or rejection whose reason stands in no conversation': `
    select id from applications p
     where status = 'returned' and not exists (
       select from conversation_entries e where e.application_id = p.id and act in ('returned', 'reopened')
          and taken_back_at is null and e.reasons @> p.return_reasons)
     union all
    select id from applications p
     where status = 'rejected' and rejection_reason is not null and not exists (
       select from conversation_entries e where e.application_id = p.id and act = 'rejected' and taken_back_at is null)`,
  'an act that somebody else took back, or later than ten minutes': `
    select id from conversation_entries where taken_back_by <> staff_id or taken_back_at > at + interval '10 minutes'`,
  'two sheets of one code': `select verification_code from sheets group by 1 having count(*) > 1`,
  'two certificates of one number or of one application': `
    select convocation_number from certificates group by 1 having count(*) > 1
     union all select application_id::text from certificates group by 1 having count(*) > 1`,
  'a printed certificate without a valid copy': `
    select id from certificates where state in ('printed', 'handed_over') and id not in (select certificate_id from (${valid}) v)`,
  // A sheet that is handed over or can be says what the application says; only one that is to be replaced may not.
  'an issued copy that says something else than its verified application': `
    select c.convocation_number, f.facts ->> 'candidateName' as printed, p.candidate_name
      from certificates c join applications p on p.id = c.application_id join (${valid}) v on v.certificate_id = c.id
      join sheet_facts f on f.sheet_id = v.id
     where c.state in ('printed', 'handed_over') and p.status = 'verified'
       and (f.facts ->> 'candidateName', f.facts ->> 'academicYear', f.photo_file_id)
           is distinct from (p.candidate_name, p.academic_year, p.photo_file_id)`,
  'a sheet in a run that says something else than its application': `
    select s.id from sheets s join sheet_facts f on f.sheet_id = s.id join certificates c on c.id = s.certificate_id
      join applications p on p.id = c.application_id
     where s.outcome is null and (f.facts ->> 'candidateName', f.facts ->> 'academicYear', f.photo_file_id)
           is distinct from (p.candidate_name, p.academic_year, p.photo_file_id)`,
  'a sheet without facts': `select id from sheets where id not in (select sheet_id from sheet_facts)`,
  'a reopened application that is verified, or whose certificate is in a run or not withheld': `
    select p.acknowledgement_number, p.status, c.state from reopenings r join applications p on p.id = r.application_id
      join certificates c on c.application_id = p.id
     where r.verified_again_at is null and (p.status = 'verified' or c.state = 'in_run' or c.withheld_at is null)`,
  'a certificate that is printed again without a request, or not although one is approved': `
    select c.convocation_number, c.state from certificates c
     where c.state <> 'revoked'
       and exists (select from (${valid}) v where v.certificate_id = c.id) and (c.state in ('to_print', 'in_run')) <> exists (
         select from reprint_requests q where q.certificate_id = c.id and q.status = 'approved' and q.reprinted_at is null)`,
  'two open requests of one certificate': `
    select certificate_id from reprint_requests where ${open} group by 1 having count(*) > 1`,
  'an open request of what is reopened or revoked': `
    select q.id from (select * from reprint_requests where ${open}) q join certificates c on c.id = q.certificate_id
     where c.state = 'revoked' or exists (
       select from reopenings r where r.application_id = c.application_id and r.verified_again_at is null)`,
  'a request with a photo that shows no wrong copy, or the other way round': `
    select id from reprint_requests where (error_photo_file_id is not null) <> (kind = 'wrong_copy')`,
  'four eyes that were two': `
    select id from reopenings where reopened_by = verified_by
     union all select r.id from reopenings r join contributors x on x.record_id = r.application_id and x.staff_id = r.verified_again_by
                where x.first_at < r.verified_again_at
     union all select id from revocations where outcome in ('confirmed', 'declined') and decided_by = proposed_by
     union all select id from reprint_requests where decided_by = requested_by and ended_with is null`,
  'a revoked certificate that nobody else confirmed, or a confirmed one that is not revoked': `
    select c.convocation_number from certificates c
     where (c.state = 'revoked') <> exists (select from revocations r where r.certificate_id = c.id and r.outcome = 'confirmed')`,
};

/** How every record is; whoever changes one writes an event of it. */
const states = `
  select id::text, concat_ws(' ', status, verified_by, candidate_name, academic_year, photo_file_id,
         (select count(*) || '/' || count(verified_again_at) from reopenings where application_id = applications.id)) as state from applications
   union all
  select id::text, concat_ws(' ', state, withheld_at, (
         select string_agg(concat_ws(' ', s.id, outcome, superseded_at, cancelled_at, handed_over_at), ',' order by s.id)
           from sheets s left join hand_overs h on h.sheet_id = s.id where s.certificate_id = certificates.id), (
         select string_agg(concat_ws(' ', id, outcome), ',' order by id) from revocations where certificate_id = certificates.id)) from certificates
   union all select id::text, concat_ws(' ', status, ended_with) from reprint_requests
   union all select id::text, state from print_runs
   union all select id::text, state from demand_drafts`;

const everything = [
  ...[
    'applications',
    'certificates',
    'sheets',
    'sheet_facts',
    'reprint_requests',
    'revocations',
    'reopenings',
    'conversation_entries',
  ],
  ...['hand_overs', 'demand_drafts', 'allocations', 'blanks', 'blank_movements', 'print_runs', 'print_files'],
];

type Client = Pick<pg.ClientBase, 'query'> | pg.Pool;

/** Looks at everything between two steps, and remembers what it saw. */
export async function openJudge(ownerUrl: string) {
  const pool = new pg.Pool({ connectionString: ownerUrl, max: 2 });
  const seen = new Map<string, Map<string, string>>();

  async function rowsOf(client: Client, query: string): Promise<Map<string, string>> {
    const { rows } = await client.query<{ id: string; kept: string }>(query);
    return new Map(rows.map(({ id, kept }) => [id, kept]));
  }

  async function judgeHistory(client: Client): Promise<void> {
    for (const [what, query] of Object.entries(history)) {
      const now = await rowsOf(client, query);
      for (const [id, kept] of seen.get(what) ?? [])
        if (now.get(id) !== kept) throw new Error(`${what} was lost or changed: ${id}`);
      seen.set(what, now);
    }
  }

  async function judgeEvents(client: Client): Promise<void> {
    const before = seen.get('states');
    const last = Math.max(0, ...[...(seen.get('last event') ?? [])].map(([id]) => Number(id)));
    const now = await rowsOf(client, `select id, state as kept from (${states}) s`);
    seen.set('states', now);
    seen.set(
      'last event',
      await rowsOf(client, 'select max(sequence)::text as id, null as kept from audit_events'),
    );
    if (!before) return;
    const told = await rowsOf(
      client,
      `select record_id as id, null as kept from audit_events where sequence > ${last}`,
    );
    for (const [id, state] of now)
      if (before.get(id) !== state && !told.has(id))
        throw new Error(`${id} changed without an event: ${before.get(id)} → ${state}`);
  }

  return {
    pool,
    /** In the transaction of `client`, if one is given. */
    async judge(client: Client = pool): Promise<void> {
      await judgeHistory(client);
      for (const [sentence, query] of Object.entries(never)) {
        const { rows } = await client.query(query);
        if (rows.length > 0) throw new Error(`Found ${sentence}: ${JSON.stringify(rows.slice(0, 3))}`);
      }
      await checkLedger(client);
      const faults = await faultsInStockBooks(ownerUrl);
      if (faults.length > 0) throw new Error(faults.join('\n'));
      await judgeEvents(client);
    },
    /** What differs as soon as anything was changed; a photo is uploaded before the act that names it. */
    async digest(): Promise<string> {
      const digests = everything.map(
        (table) => `select md5(coalesce(string_agg(t::text, '' order by t::text), '')) as d from ${table} t`,
      );
      const { rows } = await pool.query<{ digest: string }>(
        `select md5(string_agg(d, '')) || (select count(*) from audit_events where event <> 'files.received') as digest from (${digests.join(' union all ')}) one`,
      );
      return rows[0]!.digest;
    },
  };
}
