import { useNavigate } from '@tanstack/react-router';
import { useMemo } from 'react';
import { useSession } from '#platform/web/api/session.ts';
import type { RowAction } from '#platform/web/components/list/list-declaration.ts';
import { useRecordActions } from '#platform/web/components/list/use-record-actions.ts';
import { errorSentence } from '#shared/errors.ts';
import { paths } from '#shared/paths.ts';
import { mayUse } from '#shared/permissions.ts';
import { t } from '#shared/words.ts';
import type { Application } from '../contract.ts';
import { applicationCan } from '../rules.ts';

/** Edit corrects an application, where its state and the person's role allow it; none is ever deleted. */
export function useApplicationActions(): RowAction<Application>[] {
  const { role } = useSession();
  const navigate = useNavigate();
  const acts = useMemo(
    () => ({
      edit: mayUse(role, 'applications:correct')
        ? {
            onClick: (row: Application) =>
              void navigate({ href: paths.applicationReceiver.correctApplication(row.id) }),
            disabledReason: (row: Application) => {
              const ruling = applicationCan.correct(row);
              return ruling === true
                ? null
                : errorSentence(ruling as 'applications.not_correctable', undefined);
            },
          }
        : t`The counter corrects applications. Return this one with the reason.`,
      delete: t`An application is never deleted. Reject it instead.`,
    }),
    [role, navigate],
  );
  return useRecordActions(acts);
}
