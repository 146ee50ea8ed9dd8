import { queryOptions } from '@tanstack/react-query';
import { z } from 'zod';
import { roles } from '#shared/roles.ts';
import { fetchOrUnreachable } from '#web/api/client.ts';

const DemoSignIns = z.object({
  signIns: z.array(z.object({ role: z.enum(roles), email: z.string(), name: z.string() })),
  password: z.string(),
});

const OutboxMail = z.object({ to: z.string(), subject: z.string(), text: z.string(), sentAt: z.string() });

/** The sample people and their password; null outside demo mode, where the address does not exist. */
export const demoSignInsQuery = queryOptions({
  queryKey: ['demo', 'sign-ins'],
  queryFn: ({ signal }) => readDemo('/api/demo/sign-ins', DemoSignIns, signal),
  staleTime: Number.POSITIVE_INFINITY,
  retry: false,
});

/** The mails to an address, newest first; null outside demo mode. */
export function outboxQuery(to: string) {
  return queryOptions({
    queryKey: ['demo', 'outbox', to],
    queryFn: ({ signal }) =>
      readDemo(`/api/demo/outbox?${new URLSearchParams({ to })}`, z.array(OutboxMail), signal),
    refetchInterval: 2000,
    retry: false,
  });
}

async function readDemo<Shape extends z.ZodType>(
  address: string,
  shape: Shape,
  signal: AbortSignal,
): Promise<z.infer<Shape> | null> {
  const response = await fetchOrUnreachable(address, { signal, headers: { accept: 'application/json' } });
  if (response.status === 404) return null;
  if (!response.ok) throw new Error(`The demo address answered ${response.status}.`);
  return shape.parse(await response.json());
}
