import type pg from 'pg';

type Database = Pick<pg.ClientBase, 'query'> | pg.Pool;

/**
 * What must hold of the money at any moment between two transactions, in plain SQL over allocations, drafts and refunds:
 * it shares neither code nor summed columns with the product. Each query returns the rows that break the sentence.
 */
const sentences: Record<string, string> = {
  'paid is the sum of the allocations of drafts that were neither returned nor replaced': `
    select p.acknowledgement_number, p.paid_amount, paid.amount
      from applications p,
           lateral (select coalesce(sum(a.amount), 0) as amount from allocations a
                      join demand_drafts d on d.id = a.demand_draft_id
                     where a.application_id = p.id and d.state <> 'returned_by_bank' and d.replaced_by is null) as paid
     where p.paid_amount <> paid.amount or p.pending_amount <> p.total_amount - paid.amount or paid.amount > p.total_amount`,
  'an application has one charge for itself and one for being late at most, which make up its three amounts': `
    select p.acknowledgement_number, p.fee_amount, p.total_amount, p.paid_amount
      from applications p left join charges c on c.application_id = p.id and c.kind <> 'reprint'
     group by p.id
    having count(*) filter (where c.kind = 'application') <> 1 or count(*) filter (where c.kind = 'late') > 1
        or sum(c.scheduled_amount) <> p.fee_amount or sum(c.amount) <> p.total_amount or sum(c.paid_amount) <> p.paid_amount`,
  'what is paid of a charge is the sum of the allocations of drafts that pay, and not more than is owed': `
    select c.id, c.kind, c.amount, c.paid_amount, paid.amount as allocated
      from charges c,
           lateral (select coalesce(sum(a.amount), 0) as amount from allocations a join demand_drafts d on d.id = a.demand_draft_id
                     where a.charge_id = c.id and d.state <> 'returned_by_bank' and d.replaced_by is null) as paid
     where c.paid_amount <> paid.amount or c.pending_amount <> c.amount - paid.amount or paid.amount > c.amount
        or c.amount <> c.scheduled_amount - c.concession_amount or c.amount < 0`,
  'a reprint that waits for print is paid, and one that is rejected costs nothing': `
    select q.id, q.status, c.amount, c.paid_amount from reprint_requests q join certificates k on k.id = q.certificate_id
      join charges c on c.reprint_request_id = q.id
     where q.status = 'rejected' or (q.status = 'approved' and q.reprinted_at is null and k.state = 'to_print' and c.pending_amount > 0)`,
  'the total is the fee less the concession': `
    select p.acknowledgement_number, p.fee_amount, p.total_amount, c.amount
      from applications p left join concessions c on c.application_id = p.id and c.reprint_request_id is null
     where p.total_amount <> p.fee_amount - coalesce(c.amount, 0)`,
  'verified is paid in full, rejected is short': `
    with paid as (
      select p.id, p.status, p.total_amount,
             coalesce(sum(a.amount) filter (where d.state <> 'returned_by_bank' and d.replaced_by is null), 0) as amount
        from applications p left join allocations a on a.application_id = p.id
        left join demand_drafts d on d.id = a.demand_draft_id group by p.id
    )
    select * from paid where (status = 'verified' and amount <> total_amount) or (status = 'rejected' and amount >= total_amount)`,
  'no draft gives more than it is worth': `
    select d.number, d.amount, spent.amount as spent, d.balance
      from demand_drafts d,
           lateral (select d.allocated_before
                         + coalesce((select sum(a.amount) from allocations a where a.demand_draft_id = d.id), 0)
                         + coalesce((select sum(r.amount) from refunds r where r.demand_draft_id = d.id), 0) as amount) as spent
     where spent.amount > d.amount or d.balance <> d.amount - spent.amount`,
  'what a draft says is allocated and refunded are the sums of its allocations and refunds': `
    select d.number, d.allocated_amount, d.refunded_amount from demand_drafts d
     where d.allocated_amount <> d.allocated_before
             + (select coalesce(sum(a.amount), 0) from allocations a where a.demand_draft_id = d.id)
        or d.refunded_amount <> (select coalesce(sum(r.amount), 0) from refunds r where r.demand_draft_id = d.id)`,
  'only the money of drafts that were realised went back': `
    select d.number, d.state from refunds r join demand_drafts d on d.id = r.demand_draft_id where d.realised_on is null`,
  'acknowledgement, slip and convocation numbers have no gaps but those of what a restore lost': `
    with numbered as (
      select 'acknowledgement' as series, acknowledgement_number as number from applications
       union all select 'deposit slip', slip_number from deposit_slips
       union all select 'certificates ' || number_series_id || ' ' || number_scope, convocation_sequence from certificates where earlier_number is null
    )
    select series, count(*), max(number), min(last_number), min(lost) as lost from numbered left join number_counters using (series)
      left join (select series, sum(last_found - last_kept) as lost from recovery_numbers group by series) as gaps using (series)
     group by series having count(*) + coalesce(min(lost), 0) <> max(number) - min(number) + 1 or max(number) is distinct from min(last_number)
         or min(number) <> case when series like 'certificates %' then first_number_of(split_part(series, ' ', 2)::uuid, rtrim(series)) else 1 end`,
  'a certificate is withheld exactly while its application is not verified': `
    select c.convocation_number, p.status, c.withheld_at from certificates c join applications p on p.id = c.application_id
     where (p.status = 'verified') <> (c.withheld_at is null)`,
  'every verified application has its certificate': `
    select acknowledgement_number from applications p
     where status = 'verified' and not exists (select from certificates c where c.application_id = p.id)`,
  'drafts stand as their slips': `
    select d.number, d.state, s.state as slip from demand_drafts d left join deposit_slips s on s.id = d.deposit_slip_id
     where case d.state when 'received' then s.state is not null and s.state <> 'prepared'
                        when 'stale' then s.state is not null
                        when 'returned_by_bank' then s.state is not null and s.state <> 'deposited'
                        else s.state is distinct from 'deposited' end`,
};

/** Throws with the sentence that does not hold and the rows that break it. */
export async function checkLedger(client: Database): Promise<void> {
  for (const [sentence, query] of Object.entries(sentences)) {
    const { rows } = await client.query(query);
    if (rows.length > 0) throw new Error(`Not true: ${sentence}. ${JSON.stringify(rows.slice(0, 5))}`);
  }
}

/** Revenue and pending fee of the whole university, from the ledger alone; reprints are revenue, and no part of what is pending. */
export async function sumLedger(client: Database): Promise<{ revenue: number; pendingFee: number }> {
  const { rows } = await client.query<{ revenue: string; paid: string; total: string }>(`
    with paid as (
      select a.amount, c.kind from allocations a join charges c on c.id = a.charge_id join demand_drafts d on d.id = a.demand_draft_id
       where d.state <> 'returned_by_bank' and d.replaced_by is null
    )
    select (select coalesce(sum(amount), 0) from paid) as revenue,
           (select coalesce(sum(amount), 0) from paid where kind <> 'reprint') as paid,
           (select coalesce(sum(total_amount), 0) from applications) as total`);
  const { revenue, paid, total } = rows[0]!;
  return { revenue: Number(revenue), pendingFee: Number(total) - Number(paid) };
}
