import { type QueryKey, useMutation, useQueryClient } from '@tanstack/react-query';
import { useRef } from 'react';
import { readError } from './read-error.ts';

/** How the api client takes the key under which the server does an intent at most once. */
export type CommandCall<Input, Output> = (
  input: Input,
  options: { context: { idempotencyKey: string } },
) => Promise<Output>;

type Intent<Output> = { input: string; idempotencyKey: string; running: Promise<Output> | null };

export type Command<Input, Output> = {
  /** Rejects with the refusal. While one call is under way a second one gets its answer and sends nothing. */
  run: (input: Input) => Promise<Output>;
  /** The same where `error` is shown: it never rejects, and answers undefined when it was refused. */
  attempt: (input: Input) => Promise<Output | undefined>;
  isPending: boolean;
  error: unknown;
  reset: () => void;
};

/**
 * One write. An intent keeps its idempotency key while nobody knows whether the server did it (a lost connection,
 * a broken answer), so that trying again does it once; an answer of the server ends the intent, and so does
 * different input.
 */
export function useCommand<Input, Output>(
  call: CommandCall<Input, Output>,
  options: { invalidates?: readonly QueryKey[]; onSuccess?: (output: Output, input: Input) => void } = {},
): Command<Input, Output> {
  const queryClient = useQueryClient();
  const intent = useRef<Intent<Output> | null>(null);
  const mutation = useMutation({
    mutationFn: ({ input, idempotencyKey }: { input: Input; idempotencyKey: string }) =>
      call(input, { context: { idempotencyKey } }),
    retry: false,
    // A command without a connection fails at once; held back silently it would look like saved.
    networkMode: 'always',
  });

  async function perform(input: Input, current: Intent<Output>): Promise<Output> {
    try {
      const output = await mutation.mutateAsync({ input, idempotencyKey: current.idempotencyKey });
      intent.current = null;
      refresh();
      options.onSuccess?.(output, input);
      return output;
    } catch (error) {
      const refusal = readError(error);
      if (refusal.isCertain) intent.current = null;
      else current.running = null;
      if (refusal.code === 'records.stale') refresh();
      throw error;
    }
  }

  function refresh(): void {
    for (const queryKey of options.invalidates ?? []) void queryClient.invalidateQueries({ queryKey });
  }

  function run(input: Input): Promise<Output> {
    if (intent.current?.running) return intent.current.running;
    const written = JSON.stringify(input);
    const current =
      intent.current?.input === written
        ? intent.current
        : { input: written, idempotencyKey: crypto.randomUUID(), running: null };
    intent.current = current;
    current.running = perform(input, current);
    return current.running;
  }

  // The error is kept, and shown where `error` is.
  const attempt = (input: Input) => run(input).catch(() => undefined);

  return { run, attempt, isPending: mutation.isPending, error: mutation.error, reset: mutation.reset };
}
