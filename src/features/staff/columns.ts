import type { ListSheet, SheetColumn } from '#shared/list-sheet.ts';
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
} as const satisfies Record<string, SheetColumn<StaffMember>>;

export type StaffColumnName = keyof typeof columns;
export type StaffSheet = ListSheet<StaffMember, StaffColumnName>;

function staffSheet(name: string, names: readonly StaffColumnName[]): StaffSheet {
  const chosen = names.map((key) => [key, columns[key]] as const);
  return { name, columns: Object.fromEntries(chosen) as StaffSheet['columns'] };
}

export const everybodySheet = staffSheet('user-management', [
  'name',
  'email',
  'role',
  'code',
  'secondFactor',
  'status',
]);
export const caseWorkersSheet = staffSheet('case-worker-management', [
  'name',
  'email',
  'code',
  'mobile',
  'secondFactor',
  'status',
]);
export const printersSheet = staffSheet('printer-management', [
  'name',
  'email',
  'code',
  'printerCode',
  'secondFactor',
  'status',
]);
export const auditorsSheet = staffSheet('auditor-management', [
  'name',
  'email',
  'code',
  'secondFactor',
  'status',
]);
