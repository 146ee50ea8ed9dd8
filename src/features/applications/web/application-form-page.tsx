import { Loader } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { api } from '#features/client.ts';
import { ErrorNotice } from '#platform/web/components/error-notice.tsx';
import { RecordFormPage } from '#platform/web/components/record-form-page.tsx';
import { t } from '#shared/words.ts';
import { ApplicationForm, type QueueStep } from './application-form.tsx';

/** /application-receiver/new-application; `?edit=<id>` opens the same form filled in, to correct. */
export function ApplicationFormPage() {
  const [queue, setQueue] = useState<{ count: number; before: QueueStep | null }>({ count: 0, before: null });
  const { data: choices, error } = useQuery(api.applications.listApplicationChoices.queryOptions());
  return (
    <RecordFormPage get={api.applications.getApplication}>
      {(application) => {
        if (!choices) return error ? <ErrorNotice error={error} /> : <Loader aria-label={t`Loading`} />;
        return (
          <ApplicationForm
            key={application?.id ?? `new-${queue.count}`}
            choices={choices}
            application={application}
            before={application ? null : queue.before}
            onNext={(before) => setQueue(({ count }) => ({ count: count + 1, before }))}
          />
        );
      }}
    </RecordFormPage>
  );
}
