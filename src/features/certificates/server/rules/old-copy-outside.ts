import { sql } from 'kysely';
import { dayOf, rule } from '#platform/server/exceptions/rule.ts';
import { formatDay } from '#shared/format.ts';
import { t } from '#shared/words.ts';

export const oldCopyOutsideRule = rule({
  name: 'old_copy_outside',
  family: 'certificates',
  severity: 'risk',
  title: t`Old copies outside the office`,
  meaning: t`A copy that another replaced was handed over, and was neither surrendered nor declared lost with a signed paper.`,
  authority: t`The office gives a new copy for the old one or for a declaration of loss`,
  find: () => sql`
    select 'certificate' as record_type, c.id::text as record_id, s.copy_number::text as what, c.convocation_number as label,
           h.handed_over_by as person, s.superseded_at as at, c.college_id,
           jsonb_build_object('serial', b.serial, 'handedOverOn', ${dayOf('h.handed_over_at')},
             'supersededOn', ${dayOf('s.superseded_at')}, 'isLost', h.surrender is not null,
             'newCopyLeftOn', ${dayOf('newer.handed_over_at')}) as parts
      from sheets s
      join hand_overs h on h.sheet_id = s.id
      join certificates c on c.id = s.certificate_id
      join blanks b on b.id = s.blank_id
      left join hand_overs newer on newer.sheet_id = s.superseded_by
     where s.superseded_at is not null and h.surrender is distinct from 'surrendered'
       and not exists (select from reprint_requests r where r.sheet_id = s.id and r.status = 'approved' and r.kind = 'lost')`,
  sentence: ({ serial, handedOverOn, supersededOn, isLost, newCopyLeftOn }) =>
    [
      t`The copy on sheet ${serial} left on ${formatDay(handedOverOn)} and was replaced on ${formatDay(supersededOn)}.`,
      isLost ? t`It is said to be lost, without a declaration.` : t`It did not come back.`,
      ...(newCopyLeftOn ? [t`The new copy left on ${formatDay(newCopyLeftOn)}.`] : []),
    ].join(' '),
  plant: ({ sheet, receiver }, isSurrendered) => `
    update sheets set superseded_at = now(), superseded_by = gen_random_uuid() where id = '${sheet}';
    update hand_overs set surrender = 'surrendered', surrender_recorded_by = '${receiver}', surrender_recorded_at = now()
     where sheet_id = '${sheet}' and ${isSurrendered}`,
  values: [false, true],
});
