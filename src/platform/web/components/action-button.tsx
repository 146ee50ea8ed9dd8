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
  /** Why it is disabled, as a sentence; null if it is enabled. A button cannot be disabled without a reason. */
  reason: string | null;
  /** A promise keeps the button busy; clicks are ignored until it settles. */
  onClick?: (event: MouseEvent<HTMLButtonElement>) => unknown;
  isPending?: boolean;
  ref?: Ref<HTMLButtonElement>;
  type?: 'button' | 'submit';
  'aria-keyshortcuts'?: string;
};

/** A button that stays focusable when disabled, so that everyone can learn why. */
export function ActionButton({ reason, onClick, isPending, children, ...rest }: ActionButtonProps) {
  const reasonId = useId();
  const isRunning = useRef(false);
  const [isWaiting, setIsWaiting] = useState(false);
  const isBusy = isPending || isWaiting;

  async function act(event: MouseEvent<HTMLButtonElement>): Promise<void> {
    // The second click of a double click was meant for what the first one replaced.
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
        // `loading` would remove the button from the tab order and lose the focus.
        disabled={false}
        onClick={(event) => void act(event)}
        onKeyDown={pressOnce}
      >
        {children}
        {reason !== null && (
          // Describes the button without being part of its name.
          <VisuallyHidden id={reasonId} aria-hidden>
            {reason}
          </VisuallyHidden>
        )}
      </Button>
    </Tooltip>
  );
}

/** Ignore key repeat: the first press may have put another button under the focus. */
function pressOnce(event: KeyboardEvent): void {
  if (event.repeat && (event.key === 'Enter' || event.key === ' ')) event.preventDefault();
}

const tooltipEvents = { hover: true, focus: true, touch: true };

type DialogButtonProps = Omit<ComponentProps<typeof ActionButton>, 'onClick' | 'reason'> & {
  /** Why it is disabled, if it is. */
  reason?: string | null;
  'aria-label'?: string;
  dialog: (onClose: () => void) => ReactNode;
};

/** A button that opens a dialog; the dialog unmounts with it. */
export function DialogButton({ reason = null, dialog, ...button }: DialogButtonProps) {
  const [isOpen, { open, close }] = useDisclosure(false);
  return (
    <>
      <ActionButton {...button} reason={reason} onClick={open} />
      {isOpen && dialog(close)}
    </>
  );
}
