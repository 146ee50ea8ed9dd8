import { Alert, type AlertProps } from '@mantine/core';

/** Something that is to be known of a page before the work goes on; its words are as dark as those around it. */
export function Notice(props: AlertProps) {
  const words = { color: 'var(--mantine-color-text)' };
  return <Alert variant="light" {...props} styles={{ title: words, message: words }} />;
}
