import { Trans } from '@lingui/react/macro';
import { Button, Code, Container, Group, Stack, Text, ThemeIcon, Title } from '@mantine/core';
import { IconAlertTriangle, IconLock, IconMapOff } from '@tabler/icons-react';
import { type ErrorComponentProps, Link, useRouter } from '@tanstack/react-router';
import { createContext, type ReactNode, use } from 'react';
import { requestErrors } from '#platform/contract/request-errors.ts';
import { PortalUnreachable, requestIdOf } from '#platform/web/api/problem.ts';
import { signOut } from '#platform/web/api/session.ts';
import { usePathname } from '#platform/web/router/use-pathname.ts';
import { paths } from '#shared/paths.ts';
import { landingPaths, type Role, roleLabels } from '#shared/roles.ts';
import type { Session } from '#shared/session.ts';
import { t } from '#shared/words.ts';
import { BrandBar } from './brand-bar.tsx';

/** True in the content area of a desk, which has its own header and landmark. */
export const InsideShell = createContext(false);

type MessagePageProps = {
  icon: ReactNode;
  title: string;
  children: ReactNode;
  /** Links to continue, the best one first. */
  actions: ReactNode;
};

function MessagePage({ icon, title, children, actions }: MessagePageProps) {
  const insideShell = use(InsideShell);
  const message = (
    <Container component={insideShell ? 'div' : 'main'} size="xs" py="clamp(2rem, 14vh, 8rem)">
      <Stack gap="md">
        <ThemeIcon variant="light" size="3.25rem" radius="100%" aria-hidden>
          {icon}
        </ThemeIcon>
        <Title order={1}>{title}</Title>
        <Text component="div">{children}</Text>
        <Group gap="sm" mt="xs">
          {actions}
        </Group>
      </Stack>
    </Container>
  );
  if (insideShell) return message;
  return (
    <>
      <BrandBar />
      {message}
    </>
  );
}

/** For unexpected errors: what is known, what to do, and what to quote. */
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
      <Text>{known ? error.message : requestErrors['request.unexpected'].sentence}</Text>
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

/** For a URL without a page. */
export function NotFoundPage() {
  const pathname = usePathname();
  const router = useRouter();
  return (
    <MessagePage
      icon={<IconMapOff />}
      title={t`There is no page at this address`}
      actions={
        <>
          <Button component="a" href={paths.login}>
            {t`Go to the start page`}
          </Button>
          <Button variant="default" onClick={() => router.history.back()}>
            {t`Go back`}
          </Button>
        </>
      }
    >
      <Trans>
        <Code>{pathname}</Code> is not an address of the portal. Check the address, or start from the menu.
      </Trans>
    </MessagePage>
  );
}

/** A page of another desk, with a link to the person's own. */
export function NotForYourRolePage({ session, desk }: { session: Session; desk: Role }) {
  return (
    <MessagePage
      icon={<IconLock />}
      title={t`This page is not for your role`}
      actions={
        <>
          <Button component={Link} to={landingPaths[session.role]}>
            {t`Back to your desk`}
          </Button>
          <Button variant="default" onClick={() => void signOut()}>
            {t`Sign out`}
          </Button>
        </>
      }
    >
      {t`It belongs to the desk “${roleLabels[desk]}”. You are signed in as ${session.name}, “${roleLabels[session.role]}”. If you need it for your work, ask an administrator.`}
    </MessagePage>
  );
}
