import { Loader } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useSearch } from '@tanstack/react-router';
import { useState } from 'react';
import { client } from '#features/client.ts';
import { ErrorNotice } from '#platform/web/components/error-notice.tsx';
import { t } from '#shared/words.ts';
import { ApplicationForm, type QueueStep } from './application-form.tsx';
import { applicationsKey } from './application-list.ts';

/** /application-receiver/new-application; `?edit=<id>` opens the same form filled in, to correct. */
export function ApplicationFormPage() {
  const { edit } = useSearch({ strict: false }) as { edit?: string };
  const [queue, setQueue] = useState<{ count: number; before: QueueStep | null }>({ count: 0, before: null });
  const choices = useQuery({
    queryKey: [...applicationsKey, 'choices'],
    queryFn: ({ signal }) => client.applications.listApplicationChoices(undefined, { signal }),
  });
  const application = useQuery({
    queryKey: [...applicationsKey, 'one', edit],
    queryFn: ({ signal }) => client.applications.getApplication({ id: edit! }, { signal }),
    enabled: edit !== undefined,
    // The form's own version decides; a newer one under it would hide that somebody else changed it.
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  });
  const error = choices.error ?? application.error;
  if (error) return <ErrorNotice error={error} />;
  if (!choices.data || (edit !== undefined && !application.data)) return <Loader aria-label={t`Loading`} />;
  return (
    <ApplicationForm
      key={edit ?? `new-${queue.count}`}
      choices={choices.data}
      application={application.data ?? null}
      before={edit === undefined ? queue.before : null}
      onNext={(before) => setQueue(({ count }) => ({ count: count + 1, before }))}
    />
  );
}
