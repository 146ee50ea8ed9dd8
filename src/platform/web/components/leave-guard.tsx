import { Text } from '@mantine/core';
import { useBlocker } from '@tanstack/react-router';
import { t } from '#shared/words.ts';
import { ConfirmDialog } from './confirm-dialog.tsx';

/**
 * Asks before unsaved input is left behind: by a link, by Back, by closing the tab. `isUnsaved` is asked at that
 * moment, because saving and leaving happen in one event.
 */
export function LeaveGuard(props: { isUnsaved: () => boolean; onLeave?: () => void }) {
  const blocker = useBlocker({
    // The page's own search parameters (a tab, a dialog) leave nothing behind.
    shouldBlockFn: ({ current, next }) => current.pathname !== next.pathname && props.isUnsaved(),
    enableBeforeUnload: props.isUnsaved,
    withResolver: true,
  });
  return (
    <ConfirmDialog
      isOpen={blocker.status === 'blocked'}
      title={t`Leave without saving?`}
      confirmLabel={t`Leave and discard`}
      cancelLabel={t`Stay`}
      tone="danger"
      onConfirm={() => {
        props.onLeave?.();
        blocker.proceed?.();
      }}
      onCancel={() => blocker.reset?.()}
    >
      <Text size="sm">{t`Your changes on this page are not saved. If you leave, they are discarded.`}</Text>
    </ConfirmDialog>
  );
}
