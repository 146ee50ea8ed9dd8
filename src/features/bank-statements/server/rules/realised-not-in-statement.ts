import { sql } from 'kysely';
import { rule } from '#platform/server/exceptions/rule.ts';
import { formatDay, formatPaise, formatRupees } from '#shared/format.ts';
import { t } from '#shared/words.ts';

export const realisedNotInStatementRule = rule({
  name: 'realised_not_in_statement',
  family: 'money',
  severity: 'risk',
  title: t`Realised drafts that no statement shows`,
  meaning: t`A draft was recorded as realised on a day whose bank statement does not have it, or was matched with a difference.`,
  authority: t`Receipts and Payments Rules 1983, rule 13: bank reconciliation`,
  // Days with a credit: a file may leave days out between its first and its last.
  find: () => sql`
    with days as (
      select distinct on (l.value_date) l.value_date, s.is_proven_by_balance as is_proven
        from bank_statement_lines l join bank_statements s on s.id = l.statement_id
       where l.side = 'credit' order by l.value_date, s.is_proven_by_balance desc)
    select 'demand_draft' as record_type, d.id::text as record_id, 'line' as what, d.number as label, d.realised_by as person,
           d.realised_at as at, d.college_id,
           jsonb_build_object('number', d.number, 'amount', d.amount, 'realisedOn', d.realised_on, 'isProven', is_proven) as parts
      from demand_drafts d join days on days.value_date = d.realised_on
     where d.state = 'realised' and not exists (
       select from bank_statement_settlements t where t.demand_draft_id = d.id and t.outcome = 'realised')
     union all
    select 'bank_statement_line', l.id::text, 'difference', s.file_name || ', row ' || l.row_number, l.decided_by, l.decided_at, null,
           jsonb_build_object('difference', l.difference_paise, 'bookedOn', l.booked_on)
      from bank_statement_lines l join bank_statements s on s.id = l.statement_id
     where l.state = 'matched' and l.difference_paise <> 0`,
  sentence({ number, amount, realisedOn, isProven, difference, bookedOn }) {
    if (difference)
      return t`The statement line of ${formatDay(bookedOn)} was matched with a difference of ${formatPaise(difference)}.`;
    const missing = t`Draft ${number} of ${formatRupees(amount)} was recorded as realised on ${formatDay(realisedOn)}, but the statement of that day does not have it.`;
    return isProven ? `${missing} ${t`The balances of that statement agree.`}` : missing;
  },
  // On a day of its own: the statement has no other draft of that day either.
  plant: ({ draft, admin }, isSettled) => `
    update demand_drafts set realised_on = realised_on - 1 where id = '${draft}';
    with statement as (
      insert into bank_statements (id, file_name, sha256, storage_key, format, byte_size, headers, header_row, columns, first_day,
        last_day, line_count, repeated_count, credit_paise, debit_paise, repeated_credit_paise, repeated_debit_paise,
        uploaded_by, uploaded_at, hidden_sheets, is_proven_by_balance)
      select gen_random_uuid(), 'statement.csv', 'planted', 'planted', 'csv', 1, '{Date}', 1, '{}', realised_on,
        realised_on, 1, 0, 1770, 0, 0, 0, '${admin}', now(), '{}', true from demand_drafts where id = '${draft}'
      returning id, first_day)
    insert into bank_statement_lines (id, statement_id, position, row_number, booked_on, value_date, description, reference, side,
      amount_paise, occurrence)
    select gen_random_uuid(), id, 1, 2, first_day, first_day, 'Interest', '', 'credit', 1770, 1 from statement;
    insert into bank_statement_settlements select id, '${draft}', 'realised', 700 from bank_statement_lines where ${isSettled}`,
  values: [false, true],
});
