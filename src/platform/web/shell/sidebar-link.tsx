import { Link } from '@tanstack/react-router';
import { type MenuIcon, menuIcons } from './menu-icons.ts';
import classes from './sidebar.module.css';

type SidebarLinkProps = {
  label: string;
  to: string;
  icon?: MenuIcon;
  isCurrent: boolean;
  onNavigate?: () => void;
};

/** One entry; the one of the page that is shown carries `aria-current`. */
export function SidebarLink({ label, to, icon, isCurrent, onNavigate }: SidebarLinkProps) {
  const Icon = icon && menuIcons[icon];
  return (
    <Link
      to={to}
      className={classes.row}
      activeOptions={{ exact: true }}
      activeProps={{}}
      aria-current={isCurrent ? 'page' : undefined}
      onClick={onNavigate}
    >
      {Icon && <Icon size={18} stroke={1.6} aria-hidden />}
      <span className={classes.label}>{label}</span>
    </Link>
  );
}
