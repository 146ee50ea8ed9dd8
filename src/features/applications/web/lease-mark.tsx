import { IconEye } from '@tabler/icons-react';
import { t } from '#shared/words.ts';
import { useSession } from '#web/api/session.ts';
import { StatusBadge } from '#web/components/status-badge.tsx';
import type { Application } from '../contract.ts';
import { useOpenCases } from './case-queries.ts';
import { ApplicationStatusBadge } from './status.tsx';

/** 'Asha is verifying this', while a colleague has it open. */
export function LeaseMark({ application }: { application: Pick<Application, 'id'> }) {
  const colleague = useColleague(application);
  if (colleague === null) return null;
  return <StatusBadge tone="active" icon={IconEye} label={t`${colleague} is verifying this`} />;
}

/** The status of a row; of one that waits, who has it open just now. */
export function StatusOrColleague({ application }: { application: Application }) {
  if (application.status !== 'received') return <ApplicationStatusBadge status={application.status} />;
  return <WaitingStatus application={application} />;
}

function WaitingStatus({ application }: { application: Application }) {
  const colleague = useColleague(application);
  if (colleague === null) return <ApplicationStatusBadge status={application.status} />;
  return <StatusBadge tone="active" icon={IconEye} label={t`${colleague} is verifying this`} />;
}

function useColleague({ id }: Pick<Application, 'id'>): string | null {
  const { staffId } = useSession();
  const lease = useOpenCases().get(id);
  return lease && lease.staffId !== staffId ? lease.name : null;
}
