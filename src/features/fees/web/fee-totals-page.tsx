import { NativeSelect } from '@mantine/core';
import { useLocation } from '@tanstack/react-router';
import { ExportStrip } from '#platform/web/components/list/export-strip.tsx';
import { PageHeader } from '#platform/web/components/page-header.tsx';
import { useAddressChoice } from '#platform/web/components/use-address-choice.ts';
import { deskOf } from '#shared/paths.ts';
import { t } from '#shared/words.ts';
import { DraftTotals } from './draft-totals.tsx';
import { DrawerTotals } from './drawer-totals.tsx';
import classes from './fee-totals.module.css';
import { FeeTotals } from './fee-totals.tsx';
import { useChoices } from './use-choices.ts';

/** /admin/fee-totals and /auditor/fee-totals: what the dashboard's figures are made of, and what waits for the bank. */
export function FeeTotalsPage() {
  const desk = deskOf(useLocation().pathname) === 'auditor' ? 'auditor' : 'admin';
  const choices = useChoices();
  const [chosen, choose] = useAddressChoice('collegeId');
  const colleges = choices.data?.colleges ?? [];
  const college = colleges.find(({ id }) => id === chosen);
  const place = { desk, college } as const;
  return (
    <section className={classes.page}>
      <PageHeader
        title={t`Fee totals`}
        description={t`The figures of the dashboard, told apart. Years and months are those in which application and draft were received.`}
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
    </section>
  );
}
