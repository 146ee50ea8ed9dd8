import type pg from 'pg';
import type { Json } from '../harness/people.ts';
import type { Portal } from '../harness/portal.ts';

// An independent judge of the books: own SQL over the tables, as the superuser, sharing no view, function or sum with
// the product. Each question gives what is wrong; an office whose books are right gives nothing.

/** One paper's certificates and blanks, or the whole office where none is named. */
export type Judge = {
  /** What is wrong now, in words. */
  faults(): Promise<string[]>;
  /** What may never be lost: read before and after an act. */
  memory(): Promise<Memory>;
  query<Row extends pg.QueryResultRow = pg.QueryResultRow>(text: string, values?: unknown[]): Promise<Row[]>;
  end(): Promise<void>;
};

/** Rows by key, in the fields that never change, and how far the two ledgers are. */
export type Memory = {
  rows: Record<string, Record<string, Json>>;
  events: { sequence: number; hash: string };
  movements: { id: number; digest: string };
};

const sheets =
  'select s.*, r.state as run_state from sheets s join print_runs r on r.id = s.print_run_id where $1::uuid is null or r.paper_id = $1';
const blanks = 'select * from blanks where $1::uuid is null or paper_id = $1';
const moved = `select b.id, b.serial, b.state, b.held_by, b.print_run_id, m.id as movement, m.from_state, m.to_state, m.to_holder, m.to_run, lag(m.to_state) over way as before, row_number() over (partition by b.id order by m.id desc) as from_last from (${blanks}) b join blank_movements m on m.blank_receipt_id = b.blank_receipt_id and b.number between m.first_number and m.last_number window way as (partition by b.id order by m.id)`;
const applications = 'select * from applications where $1::uuid is null or paper_id = $1';
const certificates = `select c.*, a.status, a.convocation_number as application_number from certificates c join (${applications}) a on a.id = c.application_id`;
/** Good, neither superseded nor cancelled: the copy that is valid. */
const valid = `select * from (${sheets}) s where outcome = 'good' and superseded_at is null and cancelled_at is null`;

/** Each gives a word for every offending row; $1 is the paper or null. */
const questions: Record<string, string> = {
  'custody: accepted is not the sum of the seven states': `select r.serial_prefix || r.first_serial from blank_receipts r where r.approved_at is not null and ($1::uuid is null or r.paper_id = $1) and r.received_quantity - r.rejected_quantity <> (select count(*) from blanks b where b.blank_receipt_id = r.id and b.state in ('in_store', 'issued', 'bound', 'printed', 'spoilt', 'destroyed', 'missing'))`,
  'custody: the ledger ends elsewhere than the blank is': `select serial from (${moved}) m where from_last = 1 and (to_state is distinct from state or to_holder is distinct from held_by or to_run is distinct from print_run_id)`,
  'custody: a movement begins where the blank was not': `select serial || ' at movement ' || movement from (${moved}) m where from_state is distinct from before`,
  'custody: a blank without a movement': `select serial from (${blanks}) b where not exists (select from blank_movements m where m.blank_receipt_id = b.blank_receipt_id and b.number between m.first_number and m.last_number)`,
  'custody: a blank issued to nobody, or bound to no run': `select serial from (${blanks}) b where state = 'issued' and held_by is null or state = 'bound' and print_run_id is null`,
  'custody: a blank was used twice': `select b.serial from (${sheets}) s join blanks b on b.id = s.blank_id group by b.serial having count(*) > 1`,
  'custody: sheet and blank do not agree': `select b.serial || ' is ' || b.state from (${sheets}) s join blanks b on b.id = s.blank_id where not case when s.outcome is null then b.state = 'bound' when s.outcome = 'good' and s.cancelled_at is null then b.state = 'printed' when s.outcome = 'missing' then b.state in ('missing', 'spoilt', 'destroyed') else b.state in ('spoilt', 'destroyed', 'missing') end`,
  'custody: printed or bound without a sheet': `select serial from (${blanks}) b where state in ('printed', 'bound') and not exists (select from sheets s where s.blank_id = b.id)`,
  'copies: two are valid at once': `select certificate_id::text from (${valid}) s group by 1 having count(*) > 1`,
  'copies: two have one number': `select certificate_id::text || ' copy ' || copy_number from (${sheets}) s where outcome = 'good' and cancelled_at is null group by certificate_id, copy_number having count(*) > 1`,
  'copies: superseded, and no newer one was ever good': `select s.verification_code from (${sheets}) s where superseded_at is not null and not exists (select from sheets newer where newer.certificate_id = s.certificate_id and newer.outcome = 'good' and newer.copy_number > s.copy_number)`,
  'copies: superseded, and nobody had approved a reprint of it': `select s.verification_code from (${sheets}) s where superseded_at is not null and not exists (select from reprint_requests r where r.sheet_id = s.id and r.status = 'approved')`,
  'certificate: printed or handed over, and no copy is valid': `select convocation_number from (${certificates}) c where state in ('printed', 'handed_over') and not exists (select from (${valid}) s where s.certificate_id = c.id)`,
  'certificate: handed over, and its valid copy never left': `select convocation_number from (${certificates}) c where (state = 'handed_over') <> exists (select from (${valid}) s join hand_overs h on h.sheet_id = s.id where s.certificate_id = c.id) and state in ('printed', 'handed_over')`,
  'certificate: to be printed again, and nobody approved it': `select convocation_number from (${certificates}) c where state in ('to_print', 'in_run') and exists (select from (${valid}) s where s.certificate_id = c.id) and not exists (select from reprint_requests r where r.certificate_id = c.id and r.status = 'approved' and r.reprinted_at is null)`,
  'certificate: in a run, and not on exactly one open sheet': `select convocation_number from (${certificates}) c where (state = 'in_run') <> (1 = (select count(*) from (${sheets}) s where s.certificate_id = c.id and s.outcome is null and s.run_state in ('prepared', 'printing'))) and state <> 'revoked'`,
  'certificate: withheld exactly while its application is not verified': `select convocation_number || ' ' || status from (${certificates}) c where state <> 'revoked' and (withheld_at is null) <> (status = 'verified')`,
  'certificate: of another college than its application': `select c.convocation_number from (${certificates}) c join applications a on a.id = c.application_id where c.status = 'verified' and c.college_id <> a.college_id`,
  'number: verified without a certificate': `select a.id::text from (${applications}) a where status = 'verified' and not exists (select from certificates c where c.application_id = a.id)`,
  'number: two certificates of one application': `select application_id::text from (${certificates}) c group by 1 having count(*) > 1`,
  'number: application and certificate differ': `select convocation_number from (${certificates}) c where convocation_number is distinct from application_number`,
  'number: given twice': `select convocation_number from certificates where $1::uuid is null or true group by 1 having count(*) > 1`,
  // The counter is the last part of the number; what stands before it is its series.
  'number: a series has gaps': `select series || ': ' || count(*) || ' of ' || max(n) - min(n) + 1 from (select regexp_replace(convocation_number, '\\d+$', '') as series, substring(convocation_number from '\\d+$')::int as n from certificates where $1::uuid is null or true) c group by series having count(*) <> max(n) - min(n) + 1`,
  'money: verified and not paid': `select a.registration_number from (${applications}) a where status = 'verified' and (pending_amount <> 0 or paid_amount <> total_amount)`,
  'money: pending is not total less paid': `select a.registration_number from (${applications}) a where pending_amount <> total_amount - paid_amount`,
  'money: paid is not what usable drafts pay': `select a.registration_number from (${applications}) a where paid_amount <> coalesce((select sum(l.amount) from allocations l join demand_drafts d on d.id = l.demand_draft_id where l.application_id = a.id and d.state <> 'returned_by_bank' and d.replaced_by is null), 0)`,
  'money: a draft pays more than its face': `select d.number from demand_drafts d where ($1::uuid is null or true) and d.amount < (select coalesce(sum(amount), 0) from allocations l where l.demand_draft_id = d.id) + (select coalesce(sum(amount), 0) from refunds f where f.demand_draft_id = d.id)`,
  'four eyes: decided by who received or corrected it': `select a.registration_number from (${applications}) a where verified_by in (select staff_id from contributors where record_id = a.id)`,
  'four eyes: a reprint approved by who asked for it': `select r.candidate_name from reprint_requests r join (${certificates}) c on c.id = r.certificate_id where r.status = 'approved' and r.decided_by = r.requested_by`,
  'history: the chain of events is broken': `select sequence::text from (select sequence, previous_hash, lag(hash) over (order by sequence) as before, lag(sequence) over (order by sequence) as last from audit_events where $1::uuid is null or true) e where last is not null and (previous_hash is distinct from before or sequence <> last + 1)`,
  'history: received or verified without an event': `select a.registration_number from (${applications}) a where not exists (select from audit_events e where e.record_id = a.id::text and e.event ~ 'received') or a.convocation_number is not null and not exists (select from audit_events e where e.record_id = a.id::text and e.event ~ 'verified')`,
};

/** Fields that live; all others of a row stay as they are once they have a value. */
const living: Record<string, RegExp> = {
  sheets: /^(outcome|superseded|cancel|is_valid|version|xid)/,
  reprint_requests: /^(status|decided|remark|state_before|reprinted|version|search|candidate|exam|college)/,
  hand_overs: /^(signed|signature|surrender)/,
  allocations: /^$/,
  demand_drafts:
    /^(allocated|refunded|state|deposit|realised|return|stale|revalidated|replaced|version|valid|balance|pays|search|receipt|college)/,
  numbers: /^$/,
};

export async function openJudge(portal: Portal, paperId: string | null = null): Promise<Judge> {
  const client = await portal.connect();
  const query = async (text: string, values: unknown[] = []) => (await client.query(text, values)).rows;
  return {
    query: query as Judge['query'],
    end: () => client.end(),
    async faults() {
      const found: string[] = [];
      for (const [what, text] of Object.entries(questions)) {
        const result = await client.query({ text, values: [paperId], rowMode: 'array' });
        if (result.rows.length)
          found.push(
            `${what}: ${result.rows
              .slice(0, 5)
              .map(([word]) => word)
              .join(', ')}`,
          );
      }
      return found;
    },
    async memory() {
      const read = async (table: string, text: string) => {
        const rows = await query(text, [paperId]);
        return [table, Object.fromEntries(rows.map(({ key, row }) => [key, lasting(table, row)]))] as const;
      };
      const own = `select id from (${applications}) a`;
      const rows = Object.fromEntries([
        // A sheet of a withdrawn run leaves; one that has an outcome stays for ever.
        await read(
          'sheets',
          `select id as key, to_jsonb(s) - 'run_state' as row from (${sheets}) s where run_state <> 'prepared'`,
        ),
        await read(
          'reprint_requests',
          `select r.id as key, to_jsonb(r) as row from reprint_requests r where certificate_id in (select id from (${certificates}) c)`,
        ),
        await read(
          'hand_overs',
          `select h.sheet_id as key, to_jsonb(h) as row from hand_overs h where sheet_id in (select id from (${sheets}) s)`,
        ),
        await read(
          'allocations',
          `select l.demand_draft_id || ' ' || l.application_id as key, to_jsonb(l) as row from allocations l where application_id in (${own})`,
        ),
        await read(
          'demand_drafts',
          `select d.id as key, to_jsonb(d) as row from demand_drafts d where id in (select demand_draft_id from allocations where application_id in (${own}))`,
        ),
        await read(
          'numbers',
          `select a.id as key, jsonb_build_object('number', a.convocation_number, 'certificate', c.id) as row from (${applications}) a left join certificates c on c.application_id = a.id`,
        ),
      ]);
      const [events] = await query(
        'select sequence::int, hash from audit_events order by audit_events.sequence desc limit 1',
      );
      const [movements] = await query(
        "select coalesce(max(id), 0)::int as id, md5(coalesce(string_agg(m::text, ' ' order by id), '')) as digest from blank_movements m",
      );
      return { rows, events: events as Memory['events'], movements: movements as Memory['movements'] };
    },
  };
}

function lasting(table: string, row: Json): Json {
  return Object.fromEntries(Object.entries(row).filter(([field]) => !living[table]!.test(field)));
}

/** What was there before and is not there any more, or is another now. */
export async function lost(judge: Judge, before: Memory, after: Memory): Promise<string[]> {
  const found: string[] = [];
  for (const [table, rows] of Object.entries(before.rows)) {
    for (const [key, row] of Object.entries(rows)) {
      const now = after.rows[table]![key];
      if (!now) found.push(`${table}: ${key} is gone`);
      else
        for (const [field, value] of Object.entries<Json>(row))
          if (value !== null && JSON.stringify(now[field]) !== JSON.stringify(value))
            found.push(`${table}: ${field} of ${key} was ${JSON.stringify(value)}`);
    }
  }
  const [event] = await judge.query('select hash from audit_events where sequence = $1', [
    before.events.sequence,
  ]);
  if (event?.hash !== before.events.hash) found.push(`audit event ${before.events.sequence} is another`);
  const [movements] = await judge.query(
    "select md5(coalesce(string_agg(m::text, ' ' order by id), '')) as digest from blank_movements m where id <= $1",
    [before.movements.id],
  );
  if (movements!.digest !== before.movements.digest) found.push('the custody ledger was rewritten');
  return found;
}
