import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { api } from '#features/client.ts';
import { t } from '#shared/words.ts';
import { draftTotalsLayout } from '../columns.ts';
import type { DraftTotal } from '../contract.ts';
import { registerAddress } from './register-address.ts';
import { type TotalsPlace, TotalsSection, useGroupChoice } from './totals-section.tsx';
import { TotalsTable } from './totals-table.tsx';

const groups = [
  { value: 'state', label: t`State` },
  { value: 'college', label: t`College` },
  { value: 'year', label: t`Year` },
  { value: 'month', label: t`Month` },
] as const;

/** Demand drafts with their balances. */
export function DraftTotals(place: TotalsPlace) {
  const group = useGroupChoice('drafts', groups);
  const input = { by: group.by, collegeId: place.college?.id };
  const query = useQuery(
    api.feeTotals.listDraftTotals.queryOptions({ input, placeholderData: keepPreviousData }),
  );
  return (
    <TotalsSection
      title={t`Demand drafts`}
      group={{ ...group, choices: groups }}
      exportOf={{ layout: draftTotalsLayout, input }}
      query={query}
    >
      {(rows) => (
        <TotalsTable
          caption={t`Demand drafts`}
          layout={draftTotalsLayout}
          rows={rows.slice(0, -1)}
          total={rows.at(-1)}
          rowKey={(row) => row.key}
          linkOf={(row) => draftsOf(row, place)}
          due={['returned']}
        />
      )}
    </TotalsSection>
  );
}

/** The register of these drafts; it cannot be narrowed to a year or month of receipt. */
function draftsOf({ by, key, collegeName }: DraftTotal, place: TotalsPlace): string | null {
  if (key === 'all') return registerAddress(place, {});
  if (by === 'state') return registerAddress(place, { state: key });
  return by === 'college' ? registerAddress(place, { q: collegeName ?? '' }) : null;
}
