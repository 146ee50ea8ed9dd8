import { sql } from 'kysely';
import { numberTextOf } from '#platform/server/db/numbers.ts';
import { dayOf, rule } from '#platform/server/exceptions/rule.ts';
import { formatDay } from '#shared/format.ts';
import { stateInWords } from '#shared/record-kinds.ts';
import { t } from '#shared/words.ts';

export const sheetMissingRule = rule({
  name: 'sheet_missing',
  family: 'paper',
  severity: 'risk',
  title: t`Missing sheets`,
  meaning: t`A numbered sheet is missing, and nobody has found it since.`,
  authority: t`General Financial Rules 2017, rules 33 and 213 (3)`,
  // One that a restore lost is accounted for by the certificate that was recorded for it.
  find: () => sql`
    select 'sheet' as record_type, b.serial as record_id, '' as what, b.serial as label,
           coalesce(m.from_holder, a.acted_by) as person, a.acted_at as at, null::uuid as college_id,
           jsonb_build_object('serial', b.serial, 'since', ${dayOf('a.acted_at')},
             'was', m.from_state, 'run', ${numberTextOf('run', 'r.run_number')}) as parts
      from blanks b
      join custody_acts a on a.id = b.custody_act_id
      left join blank_movements m on m.custody_act_id = a.id and m.blank_receipt_id = b.blank_receipt_id
           and b.number between m.first_number and m.last_number and m.to_state = 'missing'
      left join print_runs r on r.id = m.from_run
     where b.state = 'missing'
       and not exists (select from lost_sheets l where l.serial = b.serial and l.confirmed_at is not null)`,
  sentence({ serial, since, was, run }) {
    if (!was) return t`Sheet ${serial} is missing; the ledger does not say since when.`;
    const before = run ?? stateInWords({ kind: 'sheet', state: was });
    return t`Sheet ${serial} has been missing since ${formatDay(since)}; before: ${before}.`;
  },
  plant: ({ blank }, state) =>
    `update blanks set state = '${state}', print_run_id = null where id = '${blank}'`,
  values: ['missing', 'spoilt'],
});
