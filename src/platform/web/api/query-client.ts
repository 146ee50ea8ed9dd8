import { ORPCError } from '@orpc/client';
import { QueryClient } from '@tanstack/react-query';

const maximumRetries = 3;
const fiveMinutes = 300_000;

/**
 * The specification's cache: queries retry 3 times after 1 s doubling up to 30 s, mutations never; unused data is kept
 * for 300 s.
 */
export const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      gcTime: fiveMinutes,
      retry: (failures, error) => failures < maximumRetries && !isDefiniteRefusal(error),
      retryDelay: (failures) => Math.min(1000 * 2 ** failures, 30_000),
      // Calls fail by themselves without a network; a paused query would show nothing.
      networkMode: 'always',
    },
    mutations: { retry: false, gcTime: fiveMinutes, networkMode: 'always' },
  },
});

/** Retrying cannot change the response. */
function isDefiniteRefusal(error: unknown): boolean {
  return error instanceof ORPCError && error.status >= 400 && error.status < 500;
}
