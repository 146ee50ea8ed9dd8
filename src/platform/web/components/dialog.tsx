import { Button, Group, Modal, type ModalProps, Stack, Text } from '@mantine/core';
import { useWindowEvent } from '@mantine/hooks';
import {
  type ComponentProps,
  type FormEvent,
  type KeyboardEvent,
  type ReactNode,
  useLayoutEffect,
  useRef,
  useState,
} from 'react';
import { t } from '#shared/words.ts';
import { ActionButton } from './action-button.tsx';
import { isEnter } from './irreversible-keys.ts';
import { characterOf } from './physical-keys.ts';
import { ErrorNotice } from './use-command.tsx';

type DialogProps = Omit<ModalProps, 'opened' | 'title' | 'closeButtonProps'> & {
  /** Omit where the component is only mounted while open. */
  isOpen?: boolean;
  title: string;
  closeLabel?: string;
};

/** A modal dialog. When it closes, the focus returns to where work continues. */
export function Dialog({ isOpen = true, title, closeLabel = t`Close`, ...modal }: DialogProps) {
  useReturnFocus(isOpen);
  return (
    <Modal
      {...modal}
      opened={isOpen}
      title={
        <Text fw={600} component="span">
          {title}
        </Text>
      }
      closeButtonProps={{ 'aria-label': closeLabel }}
    />
  );
}

/** Asks before a serious action. The question names the consequences; the button repeats the verb, never 'OK'. */
export function ConfirmDialog(props: {
  /** Omit where the component is only mounted while open. */
  isOpen?: boolean;
  title: string;
  /** The consequences in full: which record, what is removed, what cannot be undone. */
  children: ReactNode;
  confirmLabel: string;
  cancelLabel?: string;
  tone?: 'danger' | 'normal';
  size?: ModalProps['size'];
  /** Why it cannot be confirmed yet, such as a missing remark. */
  reason?: string | null;
  isPending?: boolean;
  /** Letters and digits answer it, handled by its own listener. */
  hasKeys?: boolean;
  error?: unknown;
  onConfirm: () => unknown;
  onCancel: () => void;
}) {
  const { isOpen = true, tone = 'normal', reason = null } = props;
  const confirmButton = useRef<HTMLButtonElement>(null);
  const content = useRef<HTMLDivElement>(null);
  const [isTried, setIsTried] = useState(false);

  // A character without a field to type into was meant for something else, such as a scanned number: close the dialog.
  useWindowEvent('keydown', (event) => {
    if (!isOpen || props.hasKeys || props.isPending || event.defaultPrevented || event.repeat) return;
    if (event.ctrlKey || event.metaKey || event.altKey || event.key === ' ') return;
    if (characterOf(event) === null) return;
    if (!content.current?.querySelector('input, textarea, select')) props.onCancel();
  });

  /** Ctrl+Enter, as in every form; if it cannot be confirmed yet, the reason is shown. */
  function confirmByKey(event: KeyboardEvent): void {
    if (!isEnter(event) || !(event.ctrlKey || event.metaKey)) return;
    event.preventDefault();
    // The form behind uses the same key.
    event.stopPropagation();
    if (event.repeat) return;
    setIsTried(true);
    confirmButton.current?.click();
  }

  return (
    <Dialog
      isOpen={isOpen}
      onClose={props.onCancel}
      title={props.title}
      size={props.size}
      onKeyDown={confirmByKey}
      centered
    >
      <Stack gap="md">
        <div ref={content}>{props.children}</div>
        {props.error != null && <ErrorNotice error={props.error} />}
        {isTried && reason !== null && (
          <Text size="sm" c="red" role="alert">
            {reason}
          </Text>
        )}
        <Group justify="flex-end" gap="xs">
          <Button variant="default" onClick={props.onCancel} data-autofocus={tone === 'danger' || undefined}>
            {props.cancelLabel ?? t`Cancel`}
          </Button>
          <ActionButton
            ref={confirmButton}
            aria-keyshortcuts="Control+Enter"
            reason={reason}
            color={tone === 'danger' ? 'red' : undefined}
            isPending={props.isPending}
            onClick={props.onConfirm}
            data-autofocus={tone === 'normal' || undefined}
          >
            {props.confirmLabel}
          </ActionButton>
        </Group>
      </Stack>
    </Dialog>
  );
}

/** A dialog with fields: Enter in a field confirms like the button, unless there is a reason against it. */
export function ConfirmForm({ children, ...dialog }: Omit<ComponentProps<typeof ConfirmDialog>, 'isOpen'>) {
  function submit(event: FormEvent): void {
    event.preventDefault();
    if (dialog.reason == null && !dialog.isPending) void dialog.onConfirm();
  }
  return (
    <ConfirmDialog {...dialog}>
      <form onSubmit={submit} noValidate>
        <Stack gap="sm">{children}</Stack>
        <button type="submit" hidden />
      </form>
    </ConfirmDialog>
  );
}

/**
 * For a dialog that unmounts before it can return the focus: returns it to the previously focused element. If that is
 * gone too (the row of a deleted record), or there was none (a record opened by URL), the list or the page's heading
 * gets it.
 */
export function useReturnFocus(isOpen: boolean): void {
  useLayoutEffect(() => {
    if (!isOpen) return;
    const before = document.activeElement;
    return () => {
      requestAnimationFrame(() => {
        if (document.activeElement !== document.body) return;
        const isThere = before instanceof HTMLElement && before.isConnected && before !== document.body;
        const place = isThere ? before : (elementAt('main [role="grid"]') ?? elementAt('main h1'));
        place?.focus({ preventScroll: true });
      });
    };
  }, [isOpen]);
}

function elementAt(selector: string): HTMLElement | null {
  return document.querySelector<HTMLElement>(selector);
}
