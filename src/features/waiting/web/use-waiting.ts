import { useQuery } from '@tanstack/react-query';
import { api } from '#features/client.ts';
import { useSession } from '#platform/web/api/session.ts';
import { usePathname } from '#platform/web/router/use-pathname.ts';
import { stringifySearch } from '#platform/web/search-params.ts';
import type { Waiting } from '#shared/feature.ts';
import { deskOf } from '#shared/paths.ts';
import type { WaitingCount } from '../contract.ts';
import { everyWaiting, waitingList, waitingParameters } from '../waiting.ts';

/** A waiting count with its label and the link to its list. */
export type WaitingItem = WaitingCount &
  Pick<Waiting, 'label' | 'isAlarm'> & { list: string; address: string };

/** What waits at the current desk; the menu and the head of the desk share one request. */
export function useWaiting() {
  const { role, staffId } = useSession();
  const desk = deskOf(usePathname()) ?? role;
  const query = useQuery(api.waiting.listWaiting.queryOptions({ input: { desk } }));
  const items = query.data?.waiting.flatMap((counted): WaitingItem[] => {
    const waiting = everyWaiting[counted.name];
    const { label, isAlarm } = waiting;
    const list = waitingList(waiting, desk);
    if (list === undefined) return [];
    const address = list + stringifySearch(waitingParameters(waiting, staffId));
    return [{ ...counted, label, isAlarm, list, address }];
  });
  return { items, error: query.error, retry: () => void query.refetch() };
}
