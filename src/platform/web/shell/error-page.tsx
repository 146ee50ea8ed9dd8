import { Button, Code, Text } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import { type ErrorComponentProps, useRouter } from '@tanstack/react-router';
import { PortalUnreachable, requestIdOf } from '#platform/web/api/problem.ts';
import { errorSentence } from '#shared/errors.ts';
import { paths } from '#shared/paths.ts';
import { t } from '#shared/words.ts';
import { MessagePage } from './message-page.tsx';

/** For the unexpected only: what is known, what to do, and what to quote. */
export function ErrorPage({ error: thrown, reset }: ErrorComponentProps) {
  const error = thrown instanceof Error ? thrown : new Error(String(thrown));
  const router = useRouter();
  const requestId = requestIdOf(error);
  const known = error instanceof PortalUnreachable || requestId !== undefined;
  return (
    <MessagePage
      icon={<IconAlertTriangle />}
      title={error instanceof PortalUnreachable ? t`No connection to the portal` : t`Something went wrong`}
      actions={
        <>
          <Button
            onClick={() => {
              reset();
              void router.invalidate();
            }}
          >
            {t`Try again`}
          </Button>
          <Button variant="default" component="a" href={paths.login}>
            {t`Go to the start page`}
          </Button>
        </>
      }
    >
      <Text>{known ? error.message : errorSentence('request.unexpected', undefined)}</Text>
      {requestId ? (
        <Text mt="sm">
          {t`Request number:`} <Code>{requestId}</Code>
        </Text>
      ) : (
        !known && (
          <Text mt="sm" size="sm" c="dimmed">
            {t`The error is in this page, not in a request, so there is no request number. Report:`}{' '}
            <Code>{error.message}</Code>
          </Text>
        )
      )}
    </MessagePage>
  );
}
