import { Button, type ButtonProps, Tooltip, VisuallyHidden } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import {
  type ComponentProps,
  type KeyboardEvent,
  type MouseEvent,
  type ReactNode,
  type Ref,
  useId,
  useRef,
  useState,
} from 'react';

type ActionButtonProps = Omit<ButtonProps, 'disabled' | 'loading'> & {
  /** Why it cannot be used just now, as a sentence; null when it can. There is no disabling without a reason. */
  reason: string | null;
  /** A promise keeps the button busy, and a second click is ignored until it settles. */
  onClick?: (event: MouseEvent<HTMLButtonElement>) => unknown;
  isPending?: boolean;
  ref?: Ref<HTMLButtonElement>;
  type?: 'button' | 'submit';
  'aria-keyshortcuts'?: string;
};

/** A button that stays reachable when it is disabled, so that everyone can learn why. */
export function ActionButton({ reason, onClick, isPending, children, ...rest }: ActionButtonProps) {
  const reasonId = useId();
  const isRunning = useRef(false);
  const [isWaiting, setIsWaiting] = useState(false);
  const isBusy = isPending || isWaiting;

  async function act(event: MouseEvent<HTMLButtonElement>): Promise<void> {
    // The second click of a double click was meant for what the first one found there.
    if (reason !== null || isBusy || isRunning.current || event.detail > 1) {
      event.preventDefault();
      return;
    }
    const result = onClick?.(event);
    if (!(result instanceof Promise)) return;
    isRunning.current = true;
    setIsWaiting(true);
    try {
      await result;
    } finally {
      isRunning.current = false;
      setIsWaiting(false);
    }
  }

  return (
    <Tooltip label={reason} disabled={reason === null} multiline maw={320} events={tooltipEvents}>
      <Button
        type="button"
        {...rest}
        data-disabled={reason !== null || undefined}
        aria-disabled={reason !== null || isBusy || undefined}
        aria-describedby={reason === null ? undefined : reasonId}
        aria-busy={isBusy || undefined}
        data-loading={isBusy || undefined}
        loading={isBusy}
        // `loading` would take the button out of the tab order and lose the focus.
        disabled={false}
        onClick={(event) => void act(event)}
        onKeyDown={pressOnce}
      >
        {children}
        {reason !== null && (
          // Describes the button, and is no part of its name.
          <VisuallyHidden id={reasonId} aria-hidden>
            {reason}
          </VisuallyHidden>
        )}
      </Button>
    </Tooltip>
  );
}

/** A held key presses once: what it opened may have brought another button under the focus. */
function pressOnce(event: KeyboardEvent): void {
  if (event.repeat && (event.key === 'Enter' || event.key === ' ')) event.preventDefault();
}

const tooltipEvents = { hover: true, focus: true, touch: true };

type DialogButtonProps = Omit<ComponentProps<typeof ActionButton>, 'onClick' | 'reason'> & {
  /** Why it cannot be used just now, if it cannot. */
  reason?: string | null;
  'aria-label'?: string;
  dialog: (onClose: () => void) => ReactNode;
};

/** A button that asks something first; where it goes while it is asked, the question goes with it. */
export function DialogButton({ reason = null, dialog, ...button }: DialogButtonProps) {
  const [isOpen, { open, close }] = useDisclosure(false);
  return (
    <>
      <ActionButton {...button} reason={reason} onClick={open} />
      {isOpen && dialog(close)}
    </>
  );
}
