import { paths } from '#shared/paths.ts';
import type { Waiting } from '#shared/waiting.ts';
import { t } from '#shared/words.ts';

export const waitingApplications = {
  'applications.returned_to_me': {
    label: t`Returned to me`,
    access: 'applications:correct',
    lists: () => ({ receiver: paths.applicationReceiver.manageApplication }),
    address: { status: 'returned' },
    person: 'receivedBy',
  },
  'applications.to_verify': {
    label: t`To verify`,
    access: 'applications:verify',
    lists: () => ({ case_worker: paths.caseWorker.manageApplication }),
    address: { show: 'to_verify' },
  },
  'applications.fee_short': {
    label: t`Fee short`,
    access: 'applications:read',
    lists: () => ({
      receiver: paths.applicationReceiver.manageApplication,
      case_worker: paths.caseWorker.manageApplication,
    }),
    address: { status: 'rejected' },
  },
  'applications.overdue': {
    label: t`Older than 150 days from result`,
    access: 'applications:read',
    lists: () => ({
      receiver: paths.applicationReceiver.manageApplication,
      case_worker: paths.caseWorker.manageApplication,
      admin: paths.admin.totalApplications,
      auditor: paths.auditor.applications,
    }),
    address: { show: 'overdue' },
  },
} as const satisfies Record<string, Waiting>;
