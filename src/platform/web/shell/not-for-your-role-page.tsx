import { Button } from '@mantine/core';
import { IconLock } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { signOut } from '#platform/web/api/session.ts';
import { landingPaths, type Role, roleLabels } from '#shared/roles.ts';
import type { Session } from '#shared/session.ts';
import { t } from '#shared/words.ts';
import { MessagePage } from './message-page.tsx';

/** A page of another desk, with the way back to the own one. */
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
