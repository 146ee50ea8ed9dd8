import { ORPCError } from '@orpc/client';
import { QueryClient } from '@tanstack/react-query';

const maximumRetries = 3;
const fiveMinutes = 300_000;

/** The specification's cache: queries retry 3 times, 1 s doubling up to 30 s; mutations never; unused data lives 300 s. */
export const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      gcTime: fiveMinutes,
      retry: (failures, error) => failures < maximumRetries && !isDefiniteRefusal(error),
      retryDelay: (failures) => Math.min(1000 * 2 ** failures, 30_000),
      // Calls fail by themselves when there is no network; a paused query would show nothing at all.
      networkMode: 'always',
    },
    mutations: { retry: false, gcTime: fiveMinutes, networkMode: 'always' },
  },
});

/** Asking again cannot change the answer. */
function isDefiniteRefusal(error: unknown): boolean {
  return error instanceof ORPCError && error.status >= 400 && error.status < 500;
}
