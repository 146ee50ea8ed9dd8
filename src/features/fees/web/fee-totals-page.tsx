import { NativeSelect, Stack } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { api } from '#features/client.ts';
import { ExportStrip } from '#platform/web/components/list/list-export.tsx';
import { PageHeader } from '#platform/web/components/page.tsx';
import { useAddressChoice } from '#platform/web/components/page-address.ts';
import { usePathname } from '#platform/web/router/use-pathname.ts';
import { deskOf } from '#shared/paths.ts';
import { t } from '#shared/words.ts';
import classes from './fee-totals.module.css';
import { DraftTotals, DrawerTotals, FeeTotals } from './fee-totals.tsx';

/** /admin/fee-totals and /auditor/fee-totals: the parts of the dashboard's figures, and the drafts to deposit. */
export function FeeTotalsPage() {
  const desk = deskOf(usePathname()) === 'auditor' ? 'auditor' : 'admin';
  const choices = useQuery(api.applications.listApplicationChoices.queryOptions());
  const [chosen, choose] = useAddressChoice('collegeId');
  const colleges = choices.data?.colleges ?? [];
  const college = colleges.find(({ id }) => id === chosen);
  const place = { desk, college } as const;
  return (
    <Stack component="section" gap="lg">
      <PageHeader
        title={t`Fee totals`}
        description={t`The dashboard's figures by college, year and month. Years and months are those in which application and draft were received.`}
        actions={
          colleges.length > 1 && (
            <NativeSelect
              className={classes.choice}
              label={t`College`}
              data={[
                { value: '', label: t`All` },
                ...colleges.map(({ id, name }) => ({ value: id, label: name })),
              ]}
              value={college?.id ?? ''}
              onChange={(event) => choose(event.currentTarget.value || null)}
            />
          )
        }
      />
      <ExportStrip />
      <FeeTotals {...place} />
      <DraftTotals {...place} />
      <DrawerTotals {...place} />
    </Stack>
  );
}
