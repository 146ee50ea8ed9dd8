import { Drawer } from '@mantine/core';
import type { Desks } from '#platform/web/router/desk.ts';
import type { Session } from '#shared/session.ts';
import { t } from '#shared/words.ts';
import classes from './shell-layout.module.css';
import { Sidebar } from './sidebar.tsx';

type MenuDrawerProps = { desks: Desks; session: Session; opened: boolean; onClose: () => void };

/** The sidebar on narrow screens: over the page, with the focus inside until it closes. */
export function MenuDrawer({ desks, session, opened, onClose }: MenuDrawerProps) {
  return (
    <Drawer.Root opened={opened} onClose={onClose} size="17rem">
      <Drawer.Overlay />
      <Drawer.Content aria-label={t`Menu`} className={classes.drawer}>
        <Sidebar desks={desks} session={session} onNavigate={onClose} onClose={onClose} />
      </Drawer.Content>
    </Drawer.Root>
  );
}
