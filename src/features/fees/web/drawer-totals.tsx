import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { api } from '#features/client.ts';
import { t } from '#shared/words.ts';
import { drawerTotalsLayout } from '../columns.ts';
import { registerFilters } from '../rules.ts';
import { registerAddress } from './register-address.ts';
import { type TotalsPlace, TotalsSection } from './totals-section.tsx';
import { TotalsTable } from './totals-table.tsx';

/** What nobody has taken to the bank. */
export function DrawerTotals(place: TotalsPlace) {
  const input = { collegeId: place.college?.id };
  const query = useQuery(
    api.feeTotals.listDrawerTotals.queryOptions({ input, placeholderData: keepPreviousData }),
  );
  return (
    <TotalsSection
      title={t`Undeposited and stale`}
      exportOf={{ layout: drawerTotalsLayout, input }}
      query={query}
    >
      {(rows) => (
        <TotalsTable
          caption={t`Undeposited and stale`}
          layout={drawerTotalsLayout}
          rows={rows}
          rowKey={(row) => row.part}
          linkOf={(row) => registerAddress(place, registerFilters[row.part])}
        />
      )}
    </TotalsSection>
  );
}
