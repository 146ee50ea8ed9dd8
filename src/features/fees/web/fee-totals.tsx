import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { api } from '#features/client.ts';
import { paths } from '#shared/paths.ts';
import { t } from '#shared/words.ts';
import { feeTotalsLayout } from '../columns.ts';
import type { FeeTotal } from '../contract.ts';
import { type TotalsPlace, TotalsSection, useGroupChoice } from './totals-section.tsx';
import { TotalsTable } from './totals-table.tsx';

const groups = [
  { value: 'college', label: t`College` },
  { value: 'academicYear', label: t`Academic year` },
  { value: 'year', label: t`Year` },
  { value: 'month', label: t`Month` },
] as const;

/** Fees by what the applications are of. */
export function FeeTotals({ desk, college }: TotalsPlace) {
  const group = useGroupChoice('fees', groups);
  const input = { by: group.by, collegeId: college?.id };
  const query = useQuery(
    api.feeTotals.listFeeTotals.queryOptions({ input, placeholderData: keepPreviousData }),
  );
  return (
    <TotalsSection
      title={t`Fees`}
      group={{ ...group, choices: groups }}
      exportOf={{ layout: feeTotalsLayout, input }}
      query={query}
    >
      {(rows) => (
        <TotalsTable
          caption={t`Fees`}
          layout={feeTotalsLayout}
          rows={rows.slice(0, -1)}
          total={rows.at(-1)}
          rowKey={(row) => row.key}
          linkOf={(row) => recordsOf(row, { desk, college })}
          due={['pending']}
        />
      )}
    </TotalsSection>
  );
}

/** The fee list of these applications; it cannot be narrowed to a year or month of receipt. */
function recordsOf({ by, key }: FeeTotal, { desk, college }: TotalsPlace): string | null {
  const narrowing = new URLSearchParams(college && { collegeId: college.id });
  if (key !== 'all') {
    if (by === 'college') narrowing.set('collegeId', key);
    else if (by === 'academicYear') narrowing.set('academicYear', key);
    else return null;
  }
  const list = desk === 'auditor' ? paths.auditor.fees : paths.admin.feeGenerated;
  return narrowing.size > 0 ? `${list}?${narrowing}` : list;
}
