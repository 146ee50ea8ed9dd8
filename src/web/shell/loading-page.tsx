import { Center, Loader } from '@mantine/core';

/** Shown when a page takes longer than a blink. */
export function LoadingPage() {
  return (
    <Center mih="40vh" role="status" aria-label="Loading">
      <Loader size="sm" />
    </Center>
  );
}
