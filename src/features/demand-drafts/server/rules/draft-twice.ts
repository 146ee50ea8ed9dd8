import { sql } from 'kysely';
import { rule } from '#platform/server/exceptions/rule.ts';
import { formatDay, formatRupees } from '#shared/format.ts';
import { t } from '#shared/words.ts';

export const draftTwiceRule = rule({
  name: 'draft_twice',
  family: 'money',
  severity: 'control',
  title: t`Drafts recorded twice`,
  meaning: t`Two drafts have the same number, amount and date under different banks or branches, and both pay.`,
  authority: t`SA 240: duplicate instruments`,
  // No two drafts have the same number, bank and branch in any writing, so these differ in bank or branch.
  find: () => sql`
    select 'demand_draft' as record_type, id::text as record_id, '' as what, number as label, received_by as person,
           received_at as at, college_id,
           jsonb_build_object('number', number, 'amount', amount, 'drawnOn', drawn_on, 'bank', bank || ', ' || branch,
             'firstBank', first_bank, 'hasReason', alike_reason is not null) as parts
      from (select *, first_value(id) over same as first_id, first_value(bank || ', ' || branch) over same as first_bank
              from demand_drafts where pays
            window same as (partition by number, amount, drawn_on order by received_at, id)) as drafts
     where id <> first_id`,
  sentence: ({ number, amount, drawnOn, bank, firstBank, hasReason }) =>
    [
      t`Draft ${number} of ${formatRupees(amount)}, dated ${formatDay(drawnOn)}, was recorded for ${firstBank} and again for ${bank}.`,
      hasReason ? t`A reason was recorded.` : t`No reason was recorded.`,
    ].join(' '),
  plant: ({ draft }, rupeesMore) => `
    insert into demand_drafts (id, bank, branch, number, drawn_on, amount, college_id, received_by, received_at)
    select gen_random_uuid(), 'Cаnara Bank', 'Ｍysuru', number, drawn_on, amount + ${rupeesMore}, college_id, received_by, now()
      from demand_drafts where id = '${draft}'`,
  values: [0, 1],
});
