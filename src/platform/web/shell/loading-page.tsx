import { Center, Loader } from '@mantine/core';
import { t } from '#shared/words.ts';

/** Shown when a page takes longer than a blink. */
export function LoadingPage() {
  return (
    <Center mih="40vh" role="status" aria-label={t`Loading`}>
      <Loader size="sm" />
    </Center>
  );
}
