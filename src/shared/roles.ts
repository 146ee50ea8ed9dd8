import { t } from '#shared/words.ts';
/** The five roles of staff, in the order of the login screen's chips. */
export const roles = ['admin', 'case_worker', 'receiver', 'printer', 'auditor'] as const;
export type Role = (typeof roles)[number];
/** For permissions that every role has. */
export const everyone: readonly Role[] = [...roles];

/** Chip labels, spelt as the specification spells them. */
export const roleLabels: Record<Role, string> = {
  admin: t`Admin`,
  case_worker: t`Case worker`,
  receiver: t`application receiver`,
  printer: t`Printer`,
  auditor: t`Auditor`,
};

/** The start page of each role. */
export const landingPaths: Record<Role, string> = {
  admin: '/admin/dashboard',
  case_worker: '/case-worker/manage-application',
  receiver: '/application-receiver/manage-application',
  printer: '/printer/print-queue',
  auditor: '/auditor/overview',
};
