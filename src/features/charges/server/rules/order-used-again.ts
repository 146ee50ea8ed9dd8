import { sql } from 'kysely';
import { dayOf, rule } from '#platform/server/exceptions/rule.ts';
import { formatDay, formatRupees } from '#shared/format.ts';
import { t } from '#shared/words.ts';

/** 'W.P. 77' is the order of 'WP 77': without case, width, blanks and signs. */
const orders = sql`
  select *, first_value(application_id) over same as first_id, first_value(recorded_at) over same as first_at
    from concessions where reason in ('court_order', 'office_error')
  window same as (
    partition by regexp_replace(identity_key(authority), '[[:punct:]]+', '', 'g') order by recorded_at, application_id)`;

export const orderUsedAgainRule = rule({
  name: 'order_used_again',
  family: 'money',
  severity: 'risk',
  title: t`Orders used again`,
  meaning: t`A court order or a ruling on a mistake of the office, which is about one candidate, allows a concession to another.`,
  authority: t`The order itself`,
  find: () => sql`
    select 'application' as record_type, a.id::text as record_id, coalesce(o.reprint_request_id::text, '') as what,
           a.registration_number as label, o.recorded_by as person, o.recorded_at as at, a.college_id,
           jsonb_build_object('amount', o.amount, 'authority', o.authority, 'first', f.registration_number,
             'firstOn', ${dayOf('o.first_at')}) as parts
      from (${orders}) as o
      join applications a on a.id = o.application_id
      left join applications f on f.id = o.first_id
     where f.registration_key is distinct from a.registration_key`,
  sentence: ({ amount, authority, first, firstOn }) =>
    t`A concession of ${formatRupees(amount)} is by the order "${authority}", which was used for ${first ?? '–'} on ${formatDay(firstOn)}.`,
  plant: (office, first) => `
    insert into concessions (application_id, amount, reason, authority, recorded_by, recorded_at, reprint_request_id) values
    ('${office[first]}', 100, 'court_order', 'WP 77 of 2026', '${office.caseWorker}', now() - interval '1 day', null),
    ('${office.application}', 100, 'court_order', 'W.P. 77 of 2026', '${office.caseWorker}', now(), gen_random_uuid())`,
  values: ['certificate', 'application'],
});
