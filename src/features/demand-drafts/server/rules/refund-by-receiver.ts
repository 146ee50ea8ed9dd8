import { sql } from 'kysely';
import { rule } from '#platform/server/exceptions/rule.ts';
import { formatDay, formatRupees } from '#shared/format.ts';
import { t } from '#shared/words.ts';

/** Without case, width and signs: 'Cheque no. 005511' names the instrument of 'CHQ 005511', too. */
const judged = sql`
  select r.*, d.number, d.college_id, payee, instrument,
         count(*) over (partition by coalesce(nullif(payee, ''), r.id::text)) as of_payee,
         count(*) over (partition by coalesce(instrument, r.id::text)) as of_instrument,
         r.refunded_by = d.received_by or exists (
           select from allocations a where a.demand_draft_id = d.id and a.allocated_by = r.refunded_by) as by_receiver,
         d.state = 'realised' and d.realised_at <= r.refunded_at as is_credited
    from refunds r join demand_drafts d on d.id = r.demand_draft_id,
         lateral (values (regexp_replace(identity_key(r.paid_to), '[[:punct:]]+', '', 'g'),
           substring(identity_key(r.reference) from '[0-9]{4,}'))) as named (payee, instrument)`;

export const refundByReceiverRule = rule({
  name: 'refund_by_receiver',
  family: 'money',
  severity: 'control',
  title: t`Refunds that need a second look`,
  meaning: t`Refunded by the person who received the draft, before the bank credited it, or twice to one payee or by one instrument.`,
  authority: t`ISO 27001, A.5.3: segregation of duties`,
  find: () => sql`
    select 'demand_draft' as record_type, demand_draft_id::text as record_id, id::text as what, number as label,
           refunded_by as person, refunded_at as at, college_id,
           jsonb_build_object('number', number, 'amount', amount,
             'refundedOn', (refunded_at at time zone 'Asia/Kolkata')::date, 'byReceiver', by_receiver,
             'ofPayee', of_payee, 'ofInstrument', of_instrument, 'isCredited', is_credited) as parts
      from (${judged}) as judged
     where by_receiver or of_payee > 1 or of_instrument > 1 or not is_credited`,
  sentence: ({ number, amount, refundedOn, byReceiver, ofPayee, ofInstrument, isCredited }) =>
    [
      t`${formatRupees(amount)} of draft ${number} was refunded on ${formatDay(refundedOn)}.`,
      ...(byReceiver ? [t`The same person received or allocated the draft.`] : []),
      ...(isCredited ? [] : [t`The bank had not credited the draft.`]),
      ...(ofPayee > 1 ? [t`Refunds to this payee: ${ofPayee}.`] : []),
      ...(ofInstrument > 1 ? [t`Refunds by this instrument: ${ofInstrument}.`] : []),
    ].join(' '),
  plant: (office, by) => `
    insert into refunds values (gen_random_uuid(), '${office.draft}', 100, 'S. Lokesh', 'Cheque 005511', '${office[by]}', now())`,
  values: ['receiver', 'admin'],
});
