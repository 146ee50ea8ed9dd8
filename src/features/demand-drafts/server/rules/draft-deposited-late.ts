import { sql } from 'kysely';
import { dayOf, rule } from '#platform/server/exceptions/rule.ts';
import { formatDay, formatRupees } from '#shared/format.ts';
import { t } from '#shared/words.ts';

export const draftDepositedLateRule = rule({
  name: 'draft_deposited_late',
  family: 'money',
  severity: 'risk',
  title: t`Drafts deposited late`,
  meaning: t`A demand draft stayed in the office for longer than is allowed, or its validity ended there.`,
  authority: t`Receipts and Payments Rules 1983, rule 6: into the bank without undue delay`,
  limits: { days: { label: t`Days in the office`, value: 15 } },
  find: ({ limits: { days } }) => sql`
    select 'demand_draft' as record_type, d.id::text as record_id, '' as what, d.number as label,
           coalesce(s.deposited_by, d.received_by) as person,
           coalesce(s.deposited_at, d.stale_at, d.received_at + make_interval(days => ${days})) as at, d.college_id,
           jsonb_build_object('number', d.number, 'amount', d.amount, 'since', since, 'depositedOn', s.deposited_on,
             'staleOn', ${dayOf('d.stale_at')}) as parts
      from demand_drafts d
      left join deposit_slips s on s.id = d.deposit_slip_id and s.state = 'deposited',
           lateral (values (${dayOf('d.received_at')},
             coalesce(s.deposited_on, case d.state when 'received' then (now() at time zone 'Asia/Kolkata')::date end)))
             as stay (since, until)
     where d.opening_import_id is null and d.replaced_by is null
       and (d.stale_at is not null or stay.until - stay.since > ${days})`,
  sentence: ({ number, amount, since, depositedOn, staleOn }) => {
    const [rupees, day] = [formatRupees(amount), formatDay(since)];
    if (depositedOn)
      return t`Draft ${number} of ${rupees} was received on ${day} and deposited on ${formatDay(depositedOn)}.`;
    if (staleOn)
      return t`Draft ${number} of ${rupees} was received on ${day} and became stale on ${formatDay(staleOn)}.`;
    return t`Draft ${number} of ${rupees} has been in the office since ${day}.`;
  },
  plant: ({ draft }, days) => `
    update demand_drafts set received_at = received_at - interval '${days} days', drawn_on = drawn_on - ${days} where id = '${draft}'`,
  values: [16, 15],
});
