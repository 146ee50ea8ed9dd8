import { sql } from 'kysely';
import { newEvents, ofEvent, storedNames } from '#platform/server/exceptions/events.ts';
import { rule } from '#platform/server/exceptions/rule.ts';
import { t } from '#shared/words.ts';

export const printedWithoutAuthorityRule = rule({
  name: 'printed_without_authority',
  family: 'certificates',
  severity: 'control',
  title: t`Printed without authority`,
  meaning: t`A sheet was assigned to a certificate that was not verified, was revoked, or was not on the resolved roll that its type asks for.`,
  authority: t`The ordinance: the roll is approved before a certificate is printed`,
  on: 'events',
  find: (asked) => sql`
    with bound as (
      select b.*, coalesce(newest.status, '') as status, coalesce(c.revoked_at < b.at, false) as is_revoked,
             t.needs_roll = 'yes' and not exists (
               select from roll_entries x join rolls r on r.id = x.roll_id
                where x.certificate_id = c.id and r.resolved_at <= b.at and (x.struck_at is null or x.struck_at > b.at)) as is_off_roll
        from ${newEvents(asked)} b
        join certificates c on c.id::text = b.record_id
        join applications a on a.id = c.application_id
        left join certificate_types t on t.name = a.certificate_type
        left join lateral (
          select after ->> 'status' as status from audit_events
           where record_type = 'application' and record_id = a.id::text and sequence < b.sequence and after ? 'status'
           order by sequence desc limit 1) newest on true
       where b.event = any (${storedNames('certificates.bound')}))
    select ${ofEvent},
           jsonb_build_object('blank', after ->> 'blank', 'run', after ->> 'printRun', 'fault', case
             when status <> 'verified' then 'status' when is_revoked then 'revoked' else 'off_roll' end) as parts
      from bound e where status <> 'verified' or is_revoked or is_off_roll`,
  sentence: ({ blank, run, fault }) => {
    if (fault === 'status') return t`Sheet ${blank} of ${run}: the application was not verified.`;
    if (fault === 'revoked') return t`Sheet ${blank} of ${run}: the certificate was revoked.`;
    return t`Sheet ${blank} of ${run}: the certificate was on no resolved roll.`;
  },
  plant: ({ event, application, certificate, caseWorker, printer }, status) =>
    event(`applications.${status}`, { of: ['application', application], by: caseWorker, after: { status } }) +
    event('certificates.bound', {
      of: ['certificate', certificate],
      by: printer,
      after: { blank: 'A000001', printRun: 'R-000001' },
    }),
  values: ['returned', 'verified'],
});
