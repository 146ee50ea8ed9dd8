import { Alert, Button, Code, Group, Text } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import { type QueryClient, useMutation, useQueryClient } from '@tanstack/react-query';
import { useCallback, useLayoutEffect, useRef } from 'react';
import { type Changed, refreshAfterCommand } from '#platform/web/api/reads.ts';
import { t } from '#shared/words.ts';
import { readError } from './read-error.ts';

/** The page's one error message; with the request id if the error was unexpected. */
export function ErrorNotice(props: { error: unknown; onRetry?: () => void; title?: string }) {
  const read = readError(props.error);
  return (
    <Alert
      color="red"
      variant="light"
      icon={<IconAlertTriangle aria-hidden />}
      title={props.title}
      role="alert"
      styles={{ message: { color: 'var(--mantine-color-text)' } }}
    >
      <Text size="sm">{read.sentence}</Text>
      {read.requestId && (
        <Text size="sm" mt={4}>
          {t`Request number`} <Code>{read.requestId}</Code>
        </Text>
      )}
      {props.onRetry && (
        <Group mt="sm">
          <Button size="xs" variant="default" onClick={props.onRetry}>
            {t`Try again`}
          </Button>
        </Group>
      )}
    </Alert>
  );
}

type CommandContext = {
  /** The server executes each key at most once. */
  idempotencyKey: string;
  onChanged: (changed: Changed) => void;
};

/** A command of the api client. */
export type CommandCall<Input, Output> = (
  input: Input,
  options: { context: CommandContext },
) => Promise<Output>;

type Intent<Output> = { input: string; idempotencyKey: string; running: Promise<Output> | null };

/** Its functions are stable. */
export type Command<Input, Output> = {
  /** Rejects with the error. During a call, a second one sends nothing and gets the same result; but see `isSerial`. */
  run: (input: Input) => Promise<Output>;
  /** The same for callers that show `error`: never rejects, and resolves to undefined on error. */
  attempt: (input: Input) => Promise<Output | undefined>;
  isPending: boolean;
  error: unknown;
  reset: () => void;
};

/**
 * One mutation; queries that it made stale, by the server's response, are refetched. The idempotency key stays while it
 * is unknown whether the server executed the call (a lost connection, an unreadable response), so that a retry executes
 * it once; a response of the server or different input starts a new one.
 */
export function useCommand<Input, Output>(
  call: CommandCall<Input, Output>,
  options: {
    onSuccess?: (output: Output, input: Input) => void;
    /** Instead of refetching everything that the command changed. */
    refresh?: (queryClient: QueryClient, changed: Changed) => void;
    /** Calls with other input than the running one are queued: they concern another record. */
    isSerial?: boolean;
  } = {},
): Command<Input, Output> {
  const queryClient = useQueryClient();
  const intent = useRef<Intent<Output> | null>(null);
  const mutation = useMutation({
    mutationFn: ({ input, ...context }: { input: Input } & CommandContext) => call(input, { context }),
    retry: false,
    // Without a connection a command fails at once; a paused one would look saved.
    networkMode: 'always',
  });

  const { mutateAsync } = mutation;
  const latest = useRef(options);
  useLayoutEffect(() => {
    latest.current = options;
  });

  const perform = useCallback(
    async (input: Input, current: Intent<Output>) => {
      const { refresh = refreshAfterCommand, onSuccess } = latest.current;
      let changed: Changed = new Set();
      const onChanged = (names: Changed) => {
        changed = names;
      };
      try {
        const output = await mutateAsync({ input, idempotencyKey: current.idempotencyKey, onChanged });
        intent.current = null;
        refresh(queryClient, changed);
        onSuccess?.(output, input);
        return output;
      } catch (error) {
        const read = readError(error);
        if (read.isCertain) intent.current = null;
        else current.running = null;
        if (read.code === 'records.stale') refresh(queryClient, 'everything');
        throw error;
      }
    },
    [mutateAsync, queryClient],
  );

  const run = useCallback(
    function send(input: Input): Promise<Output> {
      const written = JSON.stringify(input);
      if (intent.current?.running) {
        const { running } = intent.current;
        if (!latest.current.isSerial || intent.current.input === written) return running;
        const next = () => send(input);
        return running.then(next, next);
      }
      const current =
        intent.current?.input === written
          ? intent.current
          : { input: written, idempotencyKey: crypto.randomUUID(), running: null };
      intent.current = current;
      current.running = perform(input, current);
      return current.running;
    },
    [perform],
  );

  // The error stays available as `error`.
  const attempt = useCallback((input: Input) => run(input).catch(() => undefined), [run]);

  return { run, attempt, isPending: mutation.isPending, error: mutation.error, reset: mutation.reset };
}
