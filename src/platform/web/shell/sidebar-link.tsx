import { Link } from '@tanstack/react-router';
import { isCurrent, type MenuEntry, type MenuIcon } from '#platform/web/router/menu.ts';
import { menuIcons } from './menu-icons.ts';
import classes from './sidebar.module.css';

type SidebarLinkProps = {
  entry: MenuEntry;
  icon?: MenuIcon;
  pathname: string;
  onNavigate?: () => void;
};

/** One entry; the one of the page that is shown carries `aria-current`. */
export function SidebarLink({ entry, icon, pathname, onNavigate }: SidebarLinkProps) {
  const Icon = icon && menuIcons[icon];
  return (
    <Link
      to={entry.to}
      className={classes.row}
      activeProps={{}}
      aria-current={isCurrent(entry.to, pathname) ? 'page' : undefined}
      onClick={onNavigate}
    >
      {Icon && <Icon size={18} stroke={1.6} aria-hidden />}
      <span className={classes.label}>{entry.label}</span>
    </Link>
  );
}
