import { useQuery } from '@tanstack/react-query';
import { api } from '#features/client.ts';

/** The colleges and academic years that fees are of, within the person's scope. */
export function useChoices() {
  return useQuery(api.applications.listApplicationChoices.queryOptions());
}
