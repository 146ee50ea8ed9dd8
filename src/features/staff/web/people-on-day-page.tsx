import { Box } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { api } from '#features/client.ts';
import { DayFilterInput } from '#platform/web/components/day-filter-input.tsx';
import { PageHeader } from '#platform/web/components/page.tsx';
import { useAddressChoice } from '#platform/web/components/page-address.ts';
import { PlainTable } from '#platform/web/components/plain-table.tsx';
import { ErrorNotice } from '#platform/web/components/use-command.tsx';
import { dayInIndia } from '#shared/format.ts';
import { roleLabels } from '#shared/roles.ts';
import { t } from '#shared/words.ts';
import { accountStateLabels } from '../contract.ts';

/** /auditor/people: who had which rights at the end of a day, which is in the address. */
export function PeopleOnDayPage() {
  const [chosen, choose] = useAddressChoice('day');
  const day = chosen ?? dayInIndia(new Date());
  const { data, error } = useQuery(api.staff.listPeopleOn.queryOptions({ input: { day } }));
  return (
    <section>
      <PageHeader
        title={t`People`}
        description={t`Everybody with an account at the end of the day and their rights, as the audit log records them.`}
      />
      <Box maw="16rem" mt="sm">
        <DayFilterInput className={undefined} label={t`On day`} day={day} onDay={choose} />
      </Box>
      {error && <ErrorNotice error={error} />}
      {data && (
        <PlainTable
          mt="md"
          rows={data.people}
          columns={{
            name: { header: t`User name`, record: ({ id }) => ({ kind: 'person', id }) },
            email: { header: t`Email Id`, isWide: true },
            role: { header: t`User Type`, value: ({ role }) => roleLabels[role] },
            collegeName: { header: t`College`, value: (person) => person.collegeName ?? t`All` },
            state: { header: t`Status`, value: ({ state }) => accountStateLabels[state] },
            since: { header: t`Since`, kind: 'moment', isWide: true },
          }}
        />
      )}
    </section>
  );
}
