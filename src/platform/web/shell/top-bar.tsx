import { ActionIcon } from '@mantine/core';
import { IconLayoutSidebarLeftCollapse, IconMenu2 } from '@tabler/icons-react';
import type { Screen } from '#platform/web/router/screen.ts';
import type { Session } from '#shared/session.ts';
import { t } from '#shared/words.ts';
import { Breadcrumbs } from './breadcrumbs.tsx';
import { LiveStatus } from './live-status.tsx';
import classes from './top-bar.module.css';
import { UserMenu } from './user-menu.tsx';

type TopBarProps = {
  session: Session;
  trail: readonly Screen[];
  menuShown: boolean;
  onToggleMenu: () => void;
};

export function TopBar({ session, trail, menuShown, onToggleMenu }: TopBarProps) {
  const label = menuShown ? t`Close menu` : t`Open menu`;
  return (
    <header className={classes.bar}>
      <ActionIcon
        variant="subtle"
        color="gray"
        size="lg"
        aria-label={label}
        aria-expanded={menuShown}
        onClick={onToggleMenu}
      >
        {menuShown ? <IconLayoutSidebarLeftCollapse size={20} /> : <IconMenu2 size={20} />}
      </ActionIcon>
      <Breadcrumbs trail={trail} />
      <LiveStatus session={session} />
      <UserMenu session={session} />
    </header>
  );
}
