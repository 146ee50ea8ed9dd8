import { Modal, type ModalProps, Text } from '@mantine/core';
import { t } from '#shared/words.ts';
import { useReturnFocus } from './use-return-focus.ts';

type DialogProps = Omit<ModalProps, 'opened' | 'title' | 'closeButtonProps'> & {
  /** Left out where it is drawn only while it is open. */
  isOpen?: boolean;
  title: string;
  closeLabel?: string;
};

/** A dialog over the page. When it is gone the focus is where work goes on. */
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
