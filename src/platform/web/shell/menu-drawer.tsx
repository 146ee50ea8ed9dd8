import { Drawer } from '@mantine/core';
import { t } from '#shared/words.ts';
import classes from './shell-layout.module.css';
import { Sidebar, type SidebarProps } from './sidebar.tsx';

type MenuDrawerProps = Omit<SidebarProps, 'onNavigate'> & { opened: boolean; onClose: () => void };

/** The sidebar on narrow screens: an overlay that traps the focus until it closes. */
export function MenuDrawer({ opened, onClose, ...sidebar }: MenuDrawerProps) {
  return (
    <Drawer.Root opened={opened} onClose={onClose} size="17rem">
      <Drawer.Overlay />
      <Drawer.Content aria-label={t`Menu`} className={classes.drawer}>
        <Sidebar {...sidebar} onNavigate={onClose} onClose={onClose} />
      </Drawer.Content>
    </Drawer.Root>
  );
}
