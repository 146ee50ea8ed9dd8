import { ActionIcon, type ActionIconProps, CopyButton, Tooltip, VisuallyHidden } from '@mantine/core';
import { IconCheck, IconCopy } from '@tabler/icons-react';
import { t } from '#shared/words.ts';

/** Copies a number, and confirms it. */
export function CopyNumber({ number, ...look }: ActionIconProps & { number: string; tabIndex?: number }) {
  return (
    <CopyButton value={number} timeout={1500}>
      {({ copied, copy }) => (
        <>
          <Tooltip label={copied ? t`Copied` : t`Copy the number`}>
            <ActionIcon
              variant="subtle"
              color={copied ? 'green' : 'gray'}
              size={26}
              {...look}
              onClick={copy}
              aria-label={t`Copy ${number}`}
            >
              {copied ? <IconCheck size={15} aria-hidden /> : <IconCopy size={15} aria-hidden />}
            </ActionIcon>
          </Tooltip>
          <VisuallyHidden role="status">{copied && t`Copied`}</VisuallyHidden>
        </>
      )}
    </CopyButton>
  );
}
