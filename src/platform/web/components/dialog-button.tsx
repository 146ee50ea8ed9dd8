import { useDisclosure } from '@mantine/hooks';
import type { ComponentProps, ReactNode } from 'react';
import { ActionButton } from './action-button.tsx';

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
