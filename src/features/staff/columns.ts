import type { LayoutColumn, ListLayout } from '#shared/list-layout.ts';
import { roleLabels } from '#shared/roles.ts';
import { t } from '#shared/words.ts';
import { type StaffMember, secondFactorLabels, staffStatusLabels } from './contract.ts';

/** Every column that a list of staff can have, in the order of all lists. */
const columns = {
  name: { header: t`User name` },
  email: { header: t`Email Id` },
  role: { header: t`User Type`, value: (row) => roleLabels[row.role] },
  code: { header: t`Code` },
  mobile: { header: t`Mobile` },
  printerCode: { header: t`Printer code` },
  secondFactor: { header: t`MFA`, value: (row) => secondFactorLabels[row.secondFactor] },
  status: { header: t`Status`, value: (row) => staffStatusLabels[row.status] },
} as const satisfies Record<string, LayoutColumn<StaffMember>>;
const ofSomeLists = ['role', 'mobile', 'printerCode'] as const;

export type StaffColumnName = keyof typeof columns;
export type StaffLayout = ListLayout<StaffMember, StaffColumnName>;

/** The columns of every list, and one of those that only some have. */
function staffLayout(name: string, own?: (typeof ofSomeLists)[number]): StaffLayout {
  const others: readonly string[] = ofSomeLists.filter((key) => key !== own);
  const chosen = Object.entries(columns).filter(([key]) => !others.includes(key));
  return { name, columns: Object.fromEntries(chosen) as StaffLayout['columns'] };
}

export const everybodyLayout = staffLayout('user-management', 'role');
export const caseWorkersLayout = staffLayout('case-worker-management', 'mobile');
export const printersLayout = staffLayout('printer-management', 'printerCode');
export const auditorsLayout = staffLayout('auditor-management');
