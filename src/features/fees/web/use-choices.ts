import { useQuery } from '@tanstack/react-query';
import { applicationsKey } from '#features/applications/web/application-list.ts';
import { client } from '#features/client.ts';

/** The colleges and academic years that fees are of, within the person's scope. */
export function useChoices() {
  return useQuery({
    queryKey: [...applicationsKey, 'choices'],
    queryFn: ({ signal }) => client.applications.listApplicationChoices(undefined, { signal }),
  });
}
