import { IconEye } from '@tabler/icons-react';
import { useSession } from '#platform/web/api/session.ts';
import { StatusBadge } from '#platform/web/components/values.tsx';
import { t } from '#shared/words.ts';
import type { Application, ListedApplication } from '../contract.ts';
import { colleagueOf, useOpenCases } from './case-queries.ts';
import classes from './lease-mark.module.css';

/** 'Asha is verifying this', while a colleague has it open. */
export function LeaseMark({ application }: { application: Pick<Application, 'id'> }) {
  const colleague = useColleague(application);
  if (colleague === null) return null;
  return <StatusBadge tone="active" icon={IconEye} label={t`${colleague} is verifying this`} />;
}

/** The name in a list row, and a mark with the colleague who has the application open. */
export function CandidateName({ application }: { application: ListedApplication }) {
  if (application.status !== 'received') return application.candidateName;
  return <WaitingCandidate application={application} />;
}

function WaitingCandidate({ application }: { application: ListedApplication }) {
  const colleague = useColleague(application);
  if (colleague === null) return application.candidateName;
  const sentence = t`${colleague} is verifying this`;
  return (
    <span className={classes.candidate}>
      <span className={classes.name}>{application.candidateName}</span>
      <span className={classes.colleague} title={sentence}>
        <IconEye size={14} aria-hidden />
        <span className="visually-hidden">{sentence}</span>
      </span>
    </span>
  );
}

function useColleague({ id }: Pick<Application, 'id'>): string | null {
  const { staffId } = useSession();
  return colleagueOf(useOpenCases().get(id), staffId);
}
