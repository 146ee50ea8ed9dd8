import { sql } from 'kysely';
import { fieldTitle } from '#platform/server/exceptions/events.ts';
import { rule } from '#platform/server/exceptions/rule.ts';
import { t } from '#shared/words.ts';

export const sheetDiffersFromRecordRule = rule({
  name: 'sheet_differs_from_record',
  family: 'certificates',
  severity: 'control',
  title: t`Sheets that differ from the record`,
  meaning: t`The valid copy has another name, number, class or rank than the application.`,
  authority: t`A sheet is bound with what was verified and never changes`,
  // Parts have no names: the number of reopenings tells a further change. Early sheets do not say what the award was.
  find: () => sql`
    select 'certificate' as record_type, c.id::text as record_id, what, c.convocation_number as label, s.outcome_by as person,
           s.outcome_at as at, c.college_id,
           jsonb_build_object('serial', b.serial, 'field', what, 'reopenings', (
             select count(*) from reopenings o where o.application_id = a.id and o.reopened_at > s.outcome_at)) as parts
      from sheets s
      join sheet_facts f on f.sheet_id = s.id
      join certificates c on c.id = s.certificate_id
      join applications a on a.id = c.application_id
      join blanks b on b.id = s.blank_id
      cross join jsonb_to_record(f.facts) as facts ("candidateName" text, "candidateNameNative" text, "registrationNumber" text,
             "certificateType" text, "academicYear" text, "convocationNumber" text, award jsonb)
      left join award_records w on w.application_id = a.id and award is not null,
           lateral (values
             ('candidateName', "candidateName", a.candidate_name),
             ('candidateNameNative', "candidateNameNative", a.candidate_name_native),
             ('registrationNumber', "registrationNumber", a.registration_number),
             ('certificateType', "certificateType", a.certificate_type),
             ('academicYear', "academicYear", a.academic_year),
             ('division', award ->> 'division', w.division),
             ('rank', award ->> 'rank', w.rank),
             ('convocationNumber', "convocationNumber", c.convocation_number)) as compared (what, on_sheet, in_record)
     where s.is_valid and coalesce(on_sheet, '') <> coalesce(in_record, '')`,
  sentence: ({ serial, field, reopenings }) =>
    [
      t`Sheet ${serial} differs from the application: ${fieldTitle(field)}.`,
      reopenings > 0 ? t`The application was reopened since.` : t`The application was not reopened since.`,
    ].join(' '),
  plant: ({ sheet, application }, recorded) => `
    update sheet_facts set facts = jsonb_set(facts, '{candidateName}', '"Aarav Rao"') where sheet_id = '${sheet}';
    update applications set candidate_name = '${recorded}' where id = '${application}'`,
  values: ['Asha Iyer', 'Aarav Rao'],
});
