import { Alert, Button, Code, Group, Text } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import { type QueryClient, useMutation, useQueryClient } from '@tanstack/react-query';
import { useCallback, useLayoutEffect, useRef } from 'react';
import { type Changed, refreshAfterCommand } from '#platform/web/api/reads.ts';
import { t } from '#shared/words.ts';
import { readError } from './read-error.ts';

/** The one place on a page that says why something was refused; with the request number when it was unforeseen. */
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
  /** The server does an intent at most once under its key. */
  idempotencyKey: string;
  onChanged: (changed: Changed) => void;
};

/** How the api client takes a command. */
export type CommandCall<Input, Output> = (
  input: Input,
  options: { context: CommandContext },
) => Promise<Output>;

type Intent<Output> = { input: string; idempotencyKey: string; running: Promise<Output> | null };

/** Its functions stay the same for as long as the component lives. */
export type Command<Input, Output> = {
  /** Rejects with the error. While one call is under way a second one gets its answer and sends nothing; but see `inTurn`. */
  run: (input: Input) => Promise<Output>;
  /** The same where `error` is shown: it never rejects, and answers undefined when it was refused. */
  attempt: (input: Input) => Promise<Output | undefined>;
  isPending: boolean;
  error: unknown;
  reset: () => void;
};

/**
 * One write; screens ask again for what it changed, which the server says. An intent keeps its idempotency key while
 * nobody knows whether the server did it (a lost connection, a broken answer), so that trying again does it once; an
 * answer of the server ends the intent, and so does different input.
 */
export function useCommand<Input, Output>(
  call: CommandCall<Input, Output>,
  options: {
    onSuccess?: (output: Output, input: Input) => void;
    /** In place of asking again at once for everything that the command changed. */
    refresh?: (queryClient: QueryClient, changed: Changed) => void;
    /** Other input than that of the call under way is sent after it: it means another record. */
    inTurn?: boolean;
  } = {},
): Command<Input, Output> {
  const queryClient = useQueryClient();
  const intent = useRef<Intent<Output> | null>(null);
  const mutation = useMutation({
    mutationFn: ({ input, ...context }: { input: Input } & CommandContext) => call(input, { context }),
    retry: false,
    // A command without a connection fails at once; held back silently it would look like saved.
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
        if (!latest.current.inTurn || intent.current.input === written) return running;
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

  // The error is kept, and shown where `error` is.
  const attempt = useCallback((input: Input) => run(input).catch(() => undefined), [run]);

  return { run, attempt, isPending: mutation.isPending, error: mutation.error, reset: mutation.reset };
}
