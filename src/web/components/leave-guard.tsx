import { Text } from '@mantine/core';
import { useBlocker } from '@tanstack/react-router';
import { useEffect, useRef } from 'react';
import { ConfirmDialog } from './confirm-dialog.tsx';

/** Asks before unsaved input is left behind: by a link, by Back, by closing the tab. */
export function LeaveGuard(props: { isUnsaved: boolean; onLeave?: () => void }) {
  // Saving and leaving happen in one event; what counts is the newest truth and not the last drawn one.
  const isUnsaved = useRef(props.isUnsaved);
  useEffect(() => {
    isUnsaved.current = props.isUnsaved;
  }, [props.isUnsaved]);
  const blocker = useBlocker({
    // The page's own search parameters (a tab, a dialog) leave nothing behind.
    shouldBlockFn: ({ current, next }) => isUnsaved.current && current.pathname !== next.pathname,
    enableBeforeUnload: () => isUnsaved.current,
    withResolver: true,
  });
  return (
    <ConfirmDialog
      isOpen={blocker.status === 'blocked'}
      title="Leave without saving?"
      confirmLabel="Leave and discard"
      cancelLabel="Stay"
      tone="danger"
      onConfirm={() => {
        props.onLeave?.();
        blocker.proceed?.();
      }}
      onCancel={() => blocker.reset?.()}
    >
      <Text size="sm">What you typed on this page is not saved. If you leave, it is discarded.</Text>
    </ConfirmDialog>
  );
}
