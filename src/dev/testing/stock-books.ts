import { withClient } from '#platform/server/db/connections.ts';

/**
 * An auditor who trusts none of our code: plain SQL over the tables as the owner reads them. Each statement finds what must
 * not be; the sentences of those that find something come back.
 */
export async function faultsInStockBooks(ownerUrl: string): Promise<string[]> {
  return withClient(ownerUrl, 'backup', async (client) => {
    const faults: string[] = [];
    for (const [sentence, statement] of Object.entries(checks)) {
      const { rows } = await client.query(statement);
      if (rows.length > 0) faults.push(`${sentence}: ${JSON.stringify(rows.slice(0, 3))}`);
    }
    return faults;
  });
}

/** A sheet's whole life, one row for each movement that it was part of. */
const lives = `
  select r.serial_prefix || lpad(n::text, 6, '0') as serial, m.*
    from blank_movements m
    join blank_receipts r on r.id = m.blank_receipt_id, generate_series(m.first_number, m.last_number) n`;

const checks: Record<string, string> = {
  'accepted = in store + issued + bound + printed + spoilt + destroyed + missing, for every approved delivery': `
    select r.serial_prefix, r.first_serial, count(b.id) as counted
      from blank_receipts r left join blanks b on b.blank_receipt_id = r.id
     where r.approved_by is not null
     group by r.id
    having r.received_quantity - r.rejected_quantity is distinct from
           count(*) filter (where b.state = 'in_store') + count(*) filter (where b.state = 'issued')
         + count(*) filter (where b.state = 'bound') + count(*) filter (where b.state = 'printed')
         + count(*) filter (where b.state = 'spoilt') + count(*) filter (where b.state = 'destroyed')
         + count(*) filter (where b.state = 'missing')`,
  'the same by sums of movements': `
    select r.serial_prefix, r.first_serial, s.state, s.quantity, b.counted
      from (select blank_receipt_id, state, sum(quantity) as quantity
              from (select blank_receipt_id, to_state as state, quantity from blank_movements
                     union all select blank_receipt_id, from_state, -quantity from blank_movements where from_state is not null) changes
             group by blank_receipt_id, state) s
      full join (select blank_receipt_id, state, count(*) as counted from blanks group by blank_receipt_id, state) b
        using (blank_receipt_id, state)
      join blank_receipts r on r.id = blank_receipt_id
     where coalesce(s.quantity, 0) <> coalesce(b.counted, 0)`,
  'a serial exists twice': 'select serial from blanks group by serial having count(*) > 1',
  'a delivery that nobody approved has sheets': `
    select b.serial from blanks b join blank_receipts r on r.id = b.blank_receipt_id where r.approved_by is null`,
  'a serial is on two sheets of runs': 'select blank_id from sheets group by blank_id having count(*) > 1',
  'a sheet of a run does not have the blank that its outcome says': `
    select b.serial, b.state, s.outcome
      from sheets s join blanks b on b.id = s.blank_id
     where (s.outcome is null and b.state <> 'bound')
        or (s.outcome = 'good' and s.cancelled_at is null and b.state <> 'printed')
        or ((s.outcome <> 'good' or s.cancelled_at is not null) and b.state not in ('spoilt', 'destroyed', 'missing'))`,
  'a blank was printed on again after a run had it': `
    select serial from (
      select serial, to_state,
             bool_or(act in ('printed', 'spoilt', 'missing') and from_state = 'bound') over (sheet rows unbounded preceding) as was_used
        from (${lives}) life window sheet as (partition by serial order by id)
    ) steps where was_used and to_state in ('in_store', 'issued')`,
  'a certificate is not what its sheets say': `
    select c.convocation_number, c.state from certificates c
     where exists (select from sheets s where s.certificate_id = c.id)
       and (c.state in ('printed', 'handed_over')) and not exists (select from sheets s where s.certificate_id = c.id and s.is_valid)
     union all
    select c.convocation_number, c.state from certificates c join sheets s on s.certificate_id = c.id and s.is_valid
     where c.state in ('to_print', 'in_run') and not exists (
       select from reprint_requests q where q.certificate_id = c.id and q.status = 'approved' and q.reprinted_at is null)`,
  'a copy is superseded by none, or by a sheet that is no newer copy of its certificate': `
    select old.id from sheets old join sheets newer on newer.id = old.superseded_by
     where newer.certificate_id <> old.certificate_id or newer.outcome is distinct from 'good'`,
  'an outcome without an opened print file': `
    select s.id from sheets s
     where s.outcome is not null
       and not exists (select from print_files f where f.print_run_id = s.print_run_id and f.from_position <= s.position and f.opened_at is not null)`,
  'a copy left the office and was cancelled, or has no outcome': `
    select s.id from sheets s join hand_overs h on h.sheet_id = s.id where s.outcome is distinct from 'good' or s.cancelled_at is not null`,
  'a reprint left while the copy before it was out': `
    select h.sheet_id from hand_overs h join sheets s on s.id = h.sheet_id
     where s.superseded_at is not null and h.surrender is null
       and exists (select from sheets newer join hand_overs left_too on left_too.sheet_id = newer.id
                    where newer.certificate_id = s.certificate_id and newer.copy_number = s.copy_number + 1)`,
  'a cancelled copy without a second person': `
    select s.id from sheets s join print_runs r on r.id = s.print_run_id
     where s.cancelled_by in (s.outcome_by, r.operator_id) or (s.cancelled_at is not null and r.state <> 'closed')`,
  'a blank is bound or printed without a sheet': `
    select b.serial from blanks b left join sheets s on s.blank_id = b.id
     where b.state in ('bound', 'printed') and s.print_run_id is distinct from b.print_run_id`,
  'a withdrawn run has sheets or blanks, or its certificates do not wait': `
    select r.run_number from print_runs r
     where r.state = 'withdrawn'
       and (exists (select from sheets s where s.print_run_id = r.id) or exists (select from blanks b where b.print_run_id = r.id))
     union all
    select null from certificates c
     where (c.state = 'in_run') <> exists (select from sheets s where s.certificate_id = c.id and s.outcome is null)`,
  'a blank that was withdrawn did not go back to where it was bound from': `
    select serial from (
      select serial, act, to_state, to_holder,
             lag(from_state) over sheet as bound_from, lag(from_holder) over sheet as bound_by
        from (${lives}) life window sheet as (partition by serial order by id)
    ) steps
     where act = 'withdrawn' and (to_state, to_holder) is distinct from (bound_from, bound_by)`,
  'a closed run counted other sheets than it has': `
    select r.run_number from print_runs r join sheets s on s.print_run_id = r.id
     where r.state = 'closed' and r.counted_good is not null
     group by r.id
    having r.counted_good <> count(*) filter (where s.outcome = 'good')
        or r.counted_spoilt <> count(*) filter (where s.outcome = 'spoilt')
        or r.counted_missing <> count(*) filter (where s.outcome = 'missing')`,
  'a sheet has not exactly one beginning': `
    select serial from (${lives}) life group by serial having count(*) filter (where from_state is null) <> 1`,
  'movements that do not follow one another': `
    select serial, id, came_from, from_state
      from (select serial, id, from_state, from_holder, from_run,
                   lag(to_state) over sheet as came_from, lag(to_holder) over sheet as holder, lag(to_run) over sheet as run
              from (${lives}) life window sheet as (partition by serial order by id)) steps
     where (from_state, from_holder, from_run) is distinct from (came_from, holder, run)`,
  'movements replayed do not end where the sheet is': `
    select b.serial, b.state, l.to_state
      from blanks b
      left join (select distinct on (serial) serial, to_state, to_holder, to_run from (${lives}) life order by serial, id desc) l
        on l.serial = b.serial
     where (b.state, b.held_by, b.print_run_id) is distinct from (l.to_state, l.to_holder, l.to_run)`,
  'a destroyed sheet without two different witnesses': `
    select b.serial from blanks b
      join destruction_blanks db on db.blank_id = b.id join destructions d on d.id = db.destruction_id
     where b.state = 'destroyed' and (d.second_witness is null or d.second_witness = d.first_witness)
     union all
    select serial from blanks where state = 'destroyed' and id not in (select blank_id from destruction_blanks)`,
  'convocation numbers have a gap that no restore lost': `
    select number_series_id, number_scope, max(convocation_sequence), count(*) from certificates
     where earlier_number is null
     group by 1, 2
    having max(convocation_sequence) - min(convocation_sequence) + 1 <> count(*)
         + (select coalesce(sum(last_found - last_kept), 0) from recovery_numbers
             where series = rtrim('certificates ' || number_series_id || ' ' || number_scope))
        or min(convocation_sequence) <> first_number_of(number_series_id, rtrim('certificates ' || number_series_id || ' ' || number_scope))`,
};
