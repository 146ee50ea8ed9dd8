import { sql } from 'kysely';
import { rule } from '#platform/server/exceptions/rule.ts';
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
  on: 'state',
  find: ({ limits: { days } }) => sql`
    select 'demand_draft' as record_type, d.id::text as record_id, '' as what, d.number as label,
           coalesce(s.deposited_by, d.received_by) as person,
           coalesce(s.deposited_at, d.stale_at, d.received_at + make_interval(days => ${days})) as at, d.college_id,
           jsonb_build_object('number', d.number, 'amount', d.amount, 'since', since, 'depositedOn', s.deposited_on,
             'staleOn', (d.stale_at at time zone 'Asia/Kolkata')::date) as parts
      from demand_drafts d
      left join deposit_slips s on s.id = d.deposit_slip_id and s.state = 'deposited',
           lateral (values ((d.received_at at time zone 'Asia/Kolkata')::date,
             coalesce(s.deposited_on, case d.state when 'received' then (now() at time zone 'Asia/Kolkata')::date end)))
             as stay (since, until)
     where d.opening_import_id is null and d.replaced_by is null
       and (d.stale_at is not null or stay.until - stay.since > ${days})`,
  sentence({ number, amount, since, depositedOn, staleOn }) {
    const draft = [number, formatRupees(amount), formatDay(since)] as const;
    if (depositedOn)
      return t`Draft ${draft[0]} of ${draft[1]} was received on ${draft[2]} and deposited on ${formatDay(depositedOn)}.`;
    if (staleOn)
      return t`Draft ${draft[0]} of ${draft[1]} was received on ${draft[2]} and became stale on ${formatDay(staleOn)}.`;
    return t`Draft ${draft[0]} of ${draft[1]} has been in the office since ${draft[2]}.`;
  },
  plant: ({ draft }) => receivedAgo(draft, 16),
  nearMiss: ({ draft }) => receivedAgo(draft, 15),
});

function receivedAgo(draft: string, days: number): string {
  return `update demand_drafts set received_at = received_at - interval '${days} days', drawn_on = drawn_on - ${days}
           where id = '${draft}'`;
}
