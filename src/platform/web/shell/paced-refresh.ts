import { hashKey, type QueryClient, type QueryKey } from '@tanstack/react-query';

/** How often figures follow, at most, while colleagues are at work without a pause. */
const pause = 3_000;

type Pace = { isAskedAgain: boolean };

const paces = new WeakMap<QueryClient, Map<string, Pace>>();

/** Asks for these queries again: at once when the last time is long ago, else once when the pause is over. */
export function refreshPaced(queryClient: QueryClient, queryKey: QueryKey): void {
  const running = paces.get(queryClient) ?? new Map<string, Pace>();
  paces.set(queryClient, running);
  const name = hashKey(queryKey);
  const earlier = running.get(name);
  if (earlier) {
    earlier.isAskedAgain = true;
    return;
  }
  const pace: Pace = { isAskedAgain: false };
  running.set(name, pace);
  void queryClient.invalidateQueries({ queryKey });
  setTimeout(() => {
    running.delete(name);
    if (pace.isAskedAgain) refreshPaced(queryClient, queryKey);
  }, pause);
}
