import { Stack } from '@mantine/core';
import { randomId, useWindowEvent } from '@mantine/hooks';
import { notifications } from '@mantine/notifications';
import { IconArrowBackUp } from '@tabler/icons-react';
import { createContext, type ReactNode, use, useEffect, useRef, useState } from 'react';
import { formatTime } from '#shared/format.ts';
import { t } from '#shared/words.ts';
import { ActionButton } from './action-button.tsx';
import { maximumPause } from './scan-burst.ts';
import { type CommandCall, ErrorNotice, useCommand } from './use-command.tsx';
import { useShortcuts } from './use-shortcuts.ts';

/** The notification that offers it, which says what was done. */
const Offering = createContext<string | null>(null);

type Versioned = { id: string; version: number };

/** Offers whoever did something to a record to take it back, until the moment at which that ends. */
export function TakeBack(props: {
  /** Undefined while it is loaded. */
  record: (Versioned & { takeBackUntil: string | null }) | undefined;
  call: CommandCall<Versioned, unknown>;
  /** Text of the success notification. */
  done: string;
  onDone?: () => void;
  /** The letter that does the same on this screen. */
  letter?: string;
}) {
  const { record, letter } = props;
  const offering = use(Offering);
  const until = useUntil(record?.takeBackUntil ?? null);
  const { attempt, isPending, error } = useCommand(props.call, {
    onSuccess: () => {
      if (offering !== null) notifications.hide(offering);
      notifications.show({ message: props.done, color: 'green' });
      props.onDone?.();
    },
  });
  const act = () => {
    if (record) void attempt({ id: record.id, version: record.version });
  };
  const isOffered = until !== null;
  const ask = useUnlessScanned(act);
  useShortcuts(
    letter && isOffered ? [{ codes: [`Key${letter}`], withShift: false, once: true, run: ask }] : [],
  );
  if (!isOffered && error === null) return null;
  return (
    <Stack gap="xs" align="flex-start">
      {error !== null && <ErrorNotice error={error} />}
      {isOffered && (
        <ActionButton
          size="xs"
          variant="default"
          leftSection={<IconArrowBackUp size={14} aria-hidden />}
          reason={null}
          isPending={isPending}
          onClick={act}
          aria-keyshortcuts={letter}
        >
          {t`Take back (until ${formatTime(until)})`}
        </ActionButton>
      )}
    </Stack>
  );
}

/** Does it once no other key followed: a scanned number may have the letter, and Enter ends it. */
function useUnlessScanned(act: () => void): () => void {
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useWindowEvent('keydown', ({ repeat }) => !repeat && clearTimeout(timer.current));
  useEffect(() => () => clearTimeout(timer.current), []);
  return () => {
    timer.current = setTimeout(act, maximumPause);
  };
}

/** The moment until it is over; then null. */
function useUntil(moment: string | null): string | null {
  const [over, setOver] = useState<string | null>(null);
  useEffect(() => {
    if (moment === null) return;
    const timer = setTimeout(() => setOver(moment), Math.max(0, Date.parse(moment) - Date.now()));
    return () => clearTimeout(timer);
  }, [moment]);
  return over === moment ? null : moment;
}

/** Confirms an act; with an offer to take it back, for longer. */
export function notifyDone(message: string, offer?: ReactNode): void {
  const id = randomId();
  notifications.show({
    id,
    message: (
      <Stack gap="xs" align="flex-start">
        <span>{message}</span>
        <Offering value={id}>{offer}</Offering>
      </Stack>
    ),
    color: 'green',
    ...(offer && { autoClose: 30_000 }),
  });
}
