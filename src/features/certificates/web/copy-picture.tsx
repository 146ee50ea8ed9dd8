import { Image, Loader, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { addressOf } from '#platform/web/api/address-of.ts';
import { Dialog } from '#platform/web/components/dialog.tsx';
import { t } from '#shared/words.ts';
import { type Copy, copyDocuments } from '../copy-contract.ts';

/** A picture of one sheet: drawn again from its stored facts, with COPY across it. */
export function CopyPicture({
  certificateId,
  copy: { id, blankSerial },
  onClose,
}: {
  certificateId: string;
  copy: Copy;
  onClose: () => void;
}) {
  const [state, setState] = useState<'loading' | 'shown' | 'failed'>('loading');
  return (
    <Dialog title={t`Sheet ${blankSerial}`} size="xl" onClose={onClose}>
      <Stack gap="sm">
        <Text size="sm">
          {t`A copy of what was printed, as the template was then, without its verification code. Who looks at it is noted.`}
        </Text>
        {state === 'loading' && <Loader aria-label={t`Loading`} />}
        {state === 'failed' ? (
          <Text role="alert" c="red">
            {t`The sheet cannot be drawn just now. Try again, or read its text.`}
          </Text>
        ) : (
          <Image
            src={addressOf(copyDocuments.picture, { id: certificateId, copyId: id })}
            alt={t`Copy of sheet ${blankSerial}`}
            fit="contain"
            onLoad={() => setState('shown')}
            onError={() => setState('failed')}
          />
        )}
      </Stack>
    </Dialog>
  );
}
