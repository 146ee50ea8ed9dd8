import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { api } from '#features/client.ts';
import { useAddressChoice } from '#platform/web/components/page-address.ts';
import { optionsOf } from '#shared/labels.ts';
import { paths } from '#shared/paths.ts';
import { t } from '#shared/words.ts';
import { draftTotalsLayout, drawerTotalsLayout, feeTotalsLayout } from '../columns.ts';
import { type DraftTotal, draftGroupLabels, type FeeTotal, feeGroupLabels } from '../contract.ts';
import { registerFilters } from '../rules.ts';
import { TotalsSection } from './totals-section.tsx';

/** The college whose totals are shown, and the section whose lists they link to. */
export type TotalsScope = {
  desk: 'admin' | 'auditor';
  college: { id: string; name: string } | undefined;
};

/** Fee totals by group of applications. */
export function FeeTotals(place: TotalsScope) {
  const group = useGroupChoice('fees', optionsOf(feeGroupLabels));
  const input = { by: group.by, collegeId: place.college?.id };
  return (
    <TotalsSection
      title={t`Fees`}
      group={group}
      layout={feeTotalsLayout}
      input={input}
      query={useQuery(api.feeTotals.listFeeTotals.queryOptions({ input, placeholderData: keepPreviousData }))}
      rowKey={(row) => row.key}
      linkOf={(row) => recordsOf(row, place)}
      due={['pending']}
    />
  );
}

/** Demand drafts with their balances. */
export function DraftTotals(place: TotalsScope) {
  const group = useGroupChoice('drafts', optionsOf(draftGroupLabels));
  const input = { by: group.by, collegeId: place.college?.id };
  return (
    <TotalsSection
      title={t`Demand drafts`}
      group={group}
      layout={draftTotalsLayout}
      input={input}
      query={useQuery(
        api.feeTotals.listDraftTotals.queryOptions({ input, placeholderData: keepPreviousData }),
      )}
      rowKey={(row) => row.key}
      linkOf={(row) => draftsOf(row, place)}
      due={['returned']}
    />
  );
}

/** Undeposited and stale drafts. */
export function DrawerTotals(place: TotalsScope) {
  const input = { collegeId: place.college?.id };
  return (
    <TotalsSection
      title={t`Undeposited and stale`}
      layout={drawerTotalsLayout}
      input={input}
      query={useQuery(
        api.feeTotals.listDrawerTotals.queryOptions({ input, placeholderData: keepPreviousData }),
      )}
      rowKey={(row) => row.part}
      linkOf={(row) => registerAddress(place, registerFilters[row.part])}
    />
  );
}

/**
 * The grouping of a table, kept in the address under `name`; the first choice is the default and not in the address.
 */
function useGroupChoice<By extends string>(name: string, choices: { value: By; label: string }[]) {
  const [asked, ask] = useAddressChoice(name);
  const by = (choices.find(({ value }) => value === asked) ?? choices[0]!).value;
  const choose = (next: string) => ask(next === choices[0]!.value ? null : next);
  return { by, choose, choices };
}

/** The fee list of these applications; it has no filter for year or month of receipt. */
function recordsOf({ by, key }: FeeTotal, { desk, college }: TotalsScope): string | null {
  const list = desk === 'auditor' ? paths.auditor.fees : paths.admin.feeGenerated;
  const ofCollege = college && { collegeId: college.id };
  if (key === 'all') return narrowed(list, { ...ofCollege });
  return by === 'college' || by === 'academicYear'
    ? narrowed(list, { ...ofCollege, [by === 'college' ? 'collegeId' : by]: key })
    : null;
}

/** The register of these drafts; it has no filter for year or month of receipt. */
function draftsOf({ by, key, collegeName }: DraftTotal, place: TotalsScope): string | null {
  if (key === 'all') return registerAddress(place, {});
  if (by === 'state') return registerAddress(place, { state: key });
  return by === 'college' ? registerAddress(place, { q: collegeName ?? '' }) : null;
}

/** The filtered register of demand drafts; a college is searched by its name. */
function registerAddress({ desk, college }: TotalsScope, narrowing: Record<string, string>): string {
  const register = desk === 'auditor' ? paths.auditor.demandDrafts : paths.admin.demandDrafts;
  const chosen = Object.entries(narrowing).filter(([, value]) => value !== 'all');
  return narrowed(register, { ...(college && { q: college.name }), ...Object.fromEntries(chosen) });
}

function narrowed(list: string, by: Record<string, string>): string {
  const parameters = new URLSearchParams(by);
  return parameters.size > 0 ? `${list}?${parameters}` : list;
}
