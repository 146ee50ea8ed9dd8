import { ActionIcon } from '@mantine/core';
import { IconX } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { appVersion } from '#platform/web/app-version.ts';
import crest from '#platform/web/assets/crest.svg';
import type { Desk } from '#platform/web/router/desk.ts';
import type { Screen } from '#platform/web/router/screen.ts';
import { landingPaths } from '#shared/roles.ts';
import type { Session } from '#shared/session.ts';
import { t } from '#shared/words.ts';
import classes from './sidebar.module.css';
import { SidebarGroup } from './sidebar-group.tsx';
import { SidebarLink } from './sidebar-link.tsx';

export type SidebarProps = {
  menu: Desk;
  /** From the menu's entry down to the screen that is shown. */
  trail: readonly Screen[];
  session: Session;
  onNavigate?: () => void;
  /** Given in the drawer, which covers the top bar's toggle. */
  onClose?: () => void;
};

/** The menu of the desk that the address belongs to, under the crest and over the version. */
export function Sidebar({ menu, trail, session, onNavigate, onClose }: SidebarProps) {
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
        <MenuList menu={menu} current={trail[0]} onNavigate={onNavigate} />
      </div>
      <div className={classes.footer}>{appVersion}</div>
    </nav>
  );
}

type MenuListProps = { menu: Desk; current: Screen | undefined; onNavigate?: () => void };

/** At most one submenu stands open: that of the page, until the person opens another. */
function MenuList({ menu, current, onNavigate }: MenuListProps) {
  const pageGroup = menu.find(({ screen, entries }) => [screen, ...entries].includes(current))?.label ?? null;
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
          {item.screen && item.entries.length === 0 ? (
            <SidebarLink
              label={item.label}
              to={item.screen.path}
              icon={item.icon}
              isCurrent={item.screen === current}
              onNavigate={onNavigate}
            />
          ) : (
            <SidebarGroup
              group={item}
              current={current}
              open={openGroup === item.label}
              onOpenChange={(open) => setOpenGroup(open ? item.label : null)}
              onNavigate={onNavigate}
            />
          )}
        </li>
      ))}
    </ul>
  );
}
