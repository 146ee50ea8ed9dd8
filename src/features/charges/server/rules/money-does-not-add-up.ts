import { sql } from 'kysely';
import { rule } from '#platform/server/exceptions/rule.ts';
import { formatRupees } from '#shared/format.ts';
import { translateLabel } from '#shared/translate-label.ts';
import { t } from '#shared/words.ts';

const figures = {
  allocated: t`Allocated amount of the draft`,
  refunded: t`Refunded amount of the draft`,
  fee: t`Fee of the application`,
  total: t`Total amount of the application`,
  paid: t`Paid amount of the application`,
  charges: t`Paid amount of its charges`,
  concessions: t`Concessions of its charges`,
};

const sums = sql`
  allocated as (select demand_draft_id as id, sum(amount) as amount from allocations group by 1),
  refunded as (select demand_draft_id as id, sum(amount) as amount from refunds group by 1),
  payments as (
    select c.application_id as id, sum(a.amount) as amount, sum(a.amount) filter (where c.kind <> 'reprint') as own
      from allocations a join demand_drafts d on d.id = a.demand_draft_id join charges c on c.id = a.charge_id
     where d.pays group by 1),
  charged as (
    select application_id as id, sum(paid_amount) as paid, sum(concession_amount) as conceded,
           sum(scheduled_amount) filter (where kind <> 'reprint') as fee, sum(amount) filter (where kind <> 'reprint') as total
      from charges group by 1),
  conceded as (select application_id as id, sum(amount) as amount from concessions group by 1)`;

export const moneyDoesNotAddUpRule = rule({
  name: 'money_does_not_add_up',
  family: 'money',
  severity: 'control',
  title: t`Money that does not add up`,
  meaning: t`An amount of a draft or application is not the sum of its charges, allocations, refunds or concessions.`,
  authority: t`Receipts and Payments Rules 1983, rule 13: each receipt is entered and checked`,
  find: () => sql`
    with ${sums}
    select 'demand_draft' as record_type, d.id::text as record_id, what, d.number as label, d.received_by as person,
           d.received_at as at, d.college_id, jsonb_build_object('what', what, 'recorded', recorded, 'sum', sum) as parts
      from demand_drafts d left join allocated a using (id) left join refunded r using (id),
           lateral (values ('allocated', d.allocated_amount, d.allocated_before + coalesce(a.amount, 0)),
             ('refunded', d.refunded_amount, coalesce(r.amount, 0))) as compared (what, recorded, sum)
     where recorded <> sum
     union all
    select 'application', p.id::text, what, p.registration_number, p.received_by, p.received_at, p.college_id,
           jsonb_build_object('what', what, 'recorded', recorded, 'sum', sum)
      from applications p left join payments m using (id) left join charged c using (id) left join conceded k using (id),
           lateral (values ('fee', p.fee_amount, coalesce(c.fee, 0)), ('total', p.total_amount, coalesce(c.total, 0)),
             ('paid', p.paid_amount, coalesce(m.own, 0)), ('charges', coalesce(c.paid, 0), coalesce(m.amount, 0)),
             ('concessions', coalesce(c.conceded, 0), coalesce(k.amount, 0))) as compared (what, recorded, sum)
     where recorded <> sum`,
  sentence: ({ what, recorded, sum }) =>
    t`${translateLabel(figures[what as keyof typeof figures])}: ${formatRupees(recorded)} is recorded, but its entries add up to ${formatRupees(sum)}.`,
  plant: ({ draft, admin }) =>
    `insert into refunds values (gen_random_uuid(), '${draft}', 100, 'S. Lokesh', 'Cheque 005511', '${admin}', now())`,
  nearMiss: ({ draft }) => `update demand_drafts set amount = amount + 100 where id = '${draft}'`,
});
