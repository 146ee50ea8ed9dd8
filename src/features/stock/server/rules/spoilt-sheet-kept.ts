import { sql } from 'kysely';
import { dayOf, rule } from '#platform/server/exceptions/rule.ts';
import { formatDay } from '#shared/format.ts';
import { t } from '#shared/words.ts';

export const spoiltSheetKeptRule = rule({
  name: 'spoilt_sheet_kept',
  family: 'paper',
  severity: 'risk',
  title: t`Spoilt sheets kept by a person`,
  meaning: t`A spoilt sheet stayed with a person for longer than is allowed before it came back to the store, or is there still.`,
  authority: t`General Financial Rules 2017, rule 211`,
  limits: { days: { label: t`Days with a person`, value: 30 } },
  // The next act by its moment: in order of the ledger, its whole rest would be read for a sheet that is kept.
  find: ({ limits: { days } }) => sql`
    select 'sheet' as record_type, serial as record_id, m.id::text as what, serial as label, m.to_holder as person,
           a.acted_at + make_interval(days => ${days}) as at, null::uuid as college_id,
           jsonb_build_object('serial', serial, 'since', since, 'until', until) as parts
      from blank_movements m
      join custody_acts a on a.id = m.custody_act_id
      join blank_receipts r on r.id = m.blank_receipt_id
      cross join lateral generate_series(m.first_number, m.last_number) as n
      cross join lateral (
        select min(c.acted_at) as acted_at from blank_movements l join custody_acts c on c.id = l.custody_act_id
         where l.blank_receipt_id = m.blank_receipt_id and n between l.first_number and l.last_number and l.id > m.id
      ) as next,
           lateral (values (number_text(r.serial_prefix, n), ${dayOf('a.acted_at')}, ${dayOf('next.acted_at')}))
             as stay (serial, since, until)
     where m.to_state = 'spoilt' and m.to_holder is not null
       and coalesce(until, (now() at time zone 'Asia/Kolkata')::date) - since > ${days}`,
  sentence: ({ serial, since, until }) =>
    until
      ? t`Spoilt sheet ${serial} was with a person from ${formatDay(since)} to ${formatDay(until)}.`
      : t`Spoilt sheet ${serial} has been with a person since ${formatDay(since)}.`,
  plant: ({ blank, printer }, days) => `
    with act as (
      insert into custody_acts (id, act, paper_id, acted_by, acted_at, remark, request_id)
      select gen_random_uuid(), 'spoilt', paper_id, '${printer}', now() - interval '${days} days', 'Torn', 'planted'
        from blanks where id = '${blank}' returning id)
    insert into blank_movements (custody_act_id, act, blank_receipt_id, first_number, last_number, from_state, to_state, to_holder)
    select act.id, 'spoilt', blank_receipt_id, number, number, 'in_store', 'spoilt', '${printer}' from act, blanks
     where blanks.id = '${blank}'`,
  values: [31, 30],
});
