import type { LayoutColumn, ListLayout } from '#shared/list-layout.ts';
import { roleLabels } from '#shared/roles.ts';
import { t } from '#shared/words.ts';
import { type StaffMember, secondFactorLabels, staffStatusLabels } from './contract.ts';

/** Every column that a list of staff can have. */
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

export type StaffColumnName = keyof typeof columns;
export type StaffLayout = ListLayout<StaffMember, StaffColumnName>;

function staffLayout(name: string, names: readonly StaffColumnName[]): StaffLayout {
  const chosen = names.map((key) => [key, columns[key]] as const);
  return { name, columns: Object.fromEntries(chosen) as StaffLayout['columns'] };
}

export const everybodyLayout = staffLayout('user-management', [
  'name',
  'email',
  'role',
  'code',
  'secondFactor',
  'status',
]);
export const caseWorkersLayout = staffLayout('case-worker-management', [
  'name',
  'email',
  'code',
  'mobile',
  'secondFactor',
  'status',
]);
export const printersLayout = staffLayout('printer-management', [
  'name',
  'email',
  'code',
  'printerCode',
  'secondFactor',
  'status',
]);
export const auditorsLayout = staffLayout('auditor-management', [
  'name',
  'email',
  'code',
  'secondFactor',
  'status',
]);
