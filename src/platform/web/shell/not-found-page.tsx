import { Trans } from '@lingui/react/macro';
import { Button, Code } from '@mantine/core';
import { IconMapOff } from '@tabler/icons-react';
import { useLocation, useRouter } from '@tanstack/react-router';
import { paths } from '#shared/paths.ts';
import { t } from '#shared/words.ts';
import { MessagePage } from './message-page.tsx';

/** For an address that no page has. */
export function NotFoundPage() {
  const { pathname } = useLocation();
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
        <Code>{pathname}</Code> is not an address of the portal. Check it for a slip, or start from the menu.
      </Trans>
    </MessagePage>
  );
}
