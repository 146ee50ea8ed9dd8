import { IconChevronRight } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { useId } from 'react';
import type { MenuItem } from '#platform/web/router/desk.ts';
import type { Screen } from '#platform/web/router/screen.ts';
import { t } from '#shared/words.ts';
import { menuIcons } from './menu-icons.ts';
import classes from './sidebar.module.css';
import { SidebarLink } from './sidebar-link.tsx';

type SidebarGroupProps = {
  group: MenuItem;
  current: Screen | undefined;
  open: boolean;
  onOpenChange: (open: boolean) => void;
  onNavigate?: () => void;
};

/** A submenu. Where its heading is a page too, the heading is a link and the arrow beside it opens and closes. */
export function SidebarGroup({ group, current, open, onOpenChange, onNavigate }: SidebarGroupProps) {
  const listId = useId();
  const Icon = menuIcons[group.icon];
  const holdsCurrent = group.entries.some((entry) => entry === current);
  const expansion = {
    type: 'button' as const,
    'aria-expanded': open,
    'aria-controls': listId,
    onClick: () => onOpenChange(!open),
  };
  const face = (
    <>
      <Icon size={18} stroke={1.6} aria-hidden />
      <span className={classes.label}>{group.label}</span>
    </>
  );
  const arrow = <IconChevronRight size={16} className={classes.arrow} aria-hidden />;
  return (
    <div
      data-open={open || undefined}
      data-holds-current={holdsCurrent || undefined}
      className={classes.group}
    >
      {group.screen ? (
        <div className={classes.split}>
          <Link
            to={group.screen.path}
            className={classes.row}
            activeOptions={{ exact: true }}
            activeProps={{}}
            aria-current={group.screen === current ? 'page' : undefined}
            onClick={() => {
              onOpenChange(true);
              onNavigate?.();
            }}
          >
            {face}
          </Link>
          <button {...expansion} className={classes.toggle} aria-label={t`${group.label}: entries`}>
            {arrow}
          </button>
        </div>
      ) : (
        <button {...expansion} className={classes.row}>
          {face}
          {arrow}
        </button>
      )}
      <ul id={listId} className={classes.entries} hidden={!open}>
        {group.entries.map((entry) => (
          <li key={entry.path}>
            <SidebarLink
              label={entry.title}
              to={entry.path}
              isCurrent={entry === current}
              onNavigate={onNavigate}
            />
          </li>
        ))}
      </ul>
    </div>
  );
}
