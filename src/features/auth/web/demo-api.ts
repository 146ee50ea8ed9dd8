import { queryOptions } from '@tanstack/react-query';
import { fetchOrUnreachable } from '#platform/web/api/portal-client.ts';
import type { Role } from '#shared/roles.ts';

type DemoSignIns = { signIns: { role: Role; email: string; name: string }[]; password: string };

type OutboxMail = { to: string; subject: string; text: string; sentAt: string };

/** The sample people and their password; null outside demo mode, where the route does not exist. */
export const demoSignInsQuery = queryOptions({
  queryKey: ['demo', 'sign-ins'],
  queryFn: ({ signal }) => readDemo<DemoSignIns>('/api/demo/sign-ins', signal),
  staleTime: Number.POSITIVE_INFINITY,
  retry: false,
});

/** The mails to an address, newest first; null outside demo mode. */
export function outboxQuery(to: string) {
  return queryOptions({
    queryKey: ['demo', 'outbox', to],
    queryFn: ({ signal }) =>
      readDemo<OutboxMail[]>(`/api/demo/outbox?${new URLSearchParams({ to })}`, signal),
    refetchInterval: 2000,
    retry: false,
  });
}

async function readDemo<Answer>(address: string, signal: AbortSignal): Promise<Answer | null> {
  const response = await fetchOrUnreachable(address, { signal, headers: { accept: 'application/json' } });
  if (response.status === 404) return null;
  if (!response.ok) throw new Error(`The demo address answered ${response.status}.`);
  return (await response.json()) as Answer;
}
