import { ActionIcon } from '@mantine/core';
import { IconX } from '@tabler/icons-react';
import { Link, useLocation } from '@tanstack/react-router';
import { useState } from 'react';
import { appVersion } from '#platform/web/app-version.ts';
import crest from '#platform/web/assets/crest.svg';
import { type Desks, menuOf } from '#platform/web/router/desk.ts';
import { groupOf, type MenuItem } from '#platform/web/router/menu.ts';
import { landingPaths } from '#shared/roles.ts';
import type { Session } from '#shared/session.ts';
import { t } from '#shared/words.ts';
import classes from './sidebar.module.css';
import { SidebarGroup } from './sidebar-group.tsx';
import { SidebarLink } from './sidebar-link.tsx';

type SidebarProps = {
  desks: Desks;
  session: Session;
  onNavigate?: () => void;
  /** Given in the drawer, which covers the top bar's toggle. */
  onClose?: () => void;
};

/** The menu of the desk that the address belongs to, under the crest and over the version. */
export function Sidebar({ desks, session, onNavigate, onClose }: SidebarProps) {
  const { pathname } = useLocation();
  const menu = menuOf(desks, pathname, session.role);
  return (
    <nav className={classes.sidebar} aria-label={t`Main`}>
      <div className={classes.head}>
        <Link to={landingPaths[session.role]} className={classes.brand} onClick={onNavigate}>
          <img src={crest} alt="" width={30} height={30} />
          <span>
            <span className={classes.name}>{t`Dikshant`}</span>
            <span className={classes.native} lang="hi">
              दीक्षांत
            </span>
          </span>
        </Link>
        {onClose && (
          <ActionIcon variant="transparent" c="white" size="lg" aria-label={t`Close menu`} onClick={onClose}>
            <IconX size={20} />
          </ActionIcon>
        )}
      </div>
      <div className={classes.scroll}>
        <MenuList menu={menu} pathname={pathname} onNavigate={onNavigate} />
      </div>
      <div className={classes.footer}>{appVersion}</div>
    </nav>
  );
}

type MenuListProps = { menu: readonly MenuItem[]; pathname: string; onNavigate?: () => void };

/** At most one submenu stands open: that of the page, until the person opens another. */
function MenuList({ menu, pathname, onNavigate }: MenuListProps) {
  const pageGroup = groupOf(menu, pathname);
  const [openGroup, setOpenGroup] = useState(pageGroup);
  const [seenGroup, setSeenGroup] = useState(pageGroup);
  if (seenGroup !== pageGroup) {
    setSeenGroup(pageGroup);
    setOpenGroup(pageGroup);
  }
  return (
    <ul className={classes.menu}>
      {menu.map((item) => (
        <li key={item.label}>
          {'entries' in item ? (
            <SidebarGroup
              group={item}
              pathname={pathname}
              open={openGroup === item.label}
              onOpenChange={(open) => setOpenGroup(open ? item.label : null)}
              onNavigate={onNavigate}
            />
          ) : (
            <SidebarLink entry={item} icon={item.icon} pathname={pathname} onNavigate={onNavigate} />
          )}
        </li>
      ))}
    </ul>
  );
}
