import { Alert, Button, Code, Group, Text } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import { t } from '#shared/words.ts';
import { readError } from './read-error.ts';

/** The one place on a page that says why something was refused; with the request number when it was unforeseen. */
export function ErrorNotice(props: { error: unknown; onRetry?: () => void; title?: string }) {
  const refusal = readError(props.error);
  return (
    <Alert
      color="red"
      variant="light"
      icon={<IconAlertTriangle aria-hidden />}
      title={props.title}
      role="alert"
      styles={{ message: { color: 'var(--mantine-color-text)' } }}
    >
      <Text size="sm">{refusal.sentence}</Text>
      {refusal.requestId && (
        <Text size="sm" mt={4}>
          {t`Request number`} <Code>{refusal.requestId}</Code>
        </Text>
      )}
      {props.onRetry && (
        <Group mt="sm">
          <Button size="xs" variant="default" onClick={props.onRetry}>
            {t`Try again`}
          </Button>
        </Group>
      )}
    </Alert>
  );
}
