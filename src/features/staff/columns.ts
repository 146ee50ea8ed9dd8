import type { LayoutColumn, ListLayout } from '#shared/list-layout.ts';
import { roleLabels } from '#shared/roles.ts';
import { t } from '#shared/words.ts';
import { type StaffMember, secondFactorLabels, staffStatusLabels } from './contract.ts';

/** Every possible column of a staff list, in the order of all lists. */
const columns = {
  name: { header: t`User name`, sortKey: 'name', card: 'title' },
  email: { header: t`Email Id`, sortKey: 'email', card: 'line' },
  role: { header: t`User Type`, value: (row) => roleLabels[row.role], sortKey: 'role', card: 'line' },
  code: { header: t`Code`, copied: true, card: 'line' },
  mobile: { header: t`Mobile`, copied: true, card: 'line' },
  printerCode: { header: t`Printer code`, copied: true, card: 'line' },
  secondFactor: { header: t`MFA`, value: (row) => secondFactorLabels[row.secondFactor] },
  status: { header: t`Status`, value: (row) => staffStatusLabels[row.status], card: 'badge' },
} as const satisfies Record<string, LayoutColumn<StaffMember>>;
const ofSomeLists = ['role', 'mobile', 'printerCode'] as const;

type StaffColumnName = keyof typeof columns;
export type StaffSort = 'name' | 'email' | 'role';
export type StaffLayout = ListLayout<StaffMember, StaffColumnName, StaffSort>;

/** The common columns, and optionally one that only some lists have. */
function staffLayout(name: string, own?: (typeof ofSomeLists)[number]): StaffLayout {
  const others: readonly string[] = ofSomeLists.filter((key) => key !== own);
  const chosen = Object.entries(columns).filter(([key]) => !others.includes(key));
  return { name, columns: Object.fromEntries(chosen) as StaffLayout['columns'] };
}

export const everybodyLayout = staffLayout('user-management', 'role');
export const caseWorkersLayout = staffLayout('case-worker-management', 'mobile');
export const printersLayout = staffLayout('printer-management', 'printerCode');
export const auditorsLayout = staffLayout('auditor-management');
