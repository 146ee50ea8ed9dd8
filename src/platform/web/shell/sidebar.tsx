import { ActionIcon, UnstyledButton } from '@mantine/core';
import { IconChevronRight, IconX } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import {
  type ComponentType,
  createContext,
  type ReactNode,
  useContext,
  useEffect,
  useId,
  useRef,
  useState,
} from 'react';
import { appVersion } from '#platform/web/app-version.ts';
import { currentLanguage } from '#platform/web/languages/language.ts';
import type { Desk, MenuItem, Screen } from '#platform/web/router/desk.ts';
import { landingPaths } from '#shared/roles.ts';
import type { Session } from '#shared/session.ts';
import { t } from '#shared/words.ts';
import { type MenuIcon, menuIcons } from './menu-icons.ts';
import classes from './sidebar.module.css';
import { Crest } from './university.tsx';

type CountsOf = (paths: readonly string[]) => ReactNode;

export type SidebarProps = {
  menu: Desk;
  /** The screens from the menu's entry down to the current one. */
  trail: readonly Screen[];
  session: Session;
  /** Provides the counts beside entries and closed groups: how many items wait there. */
  Counts?: ComponentType<{ children: (countOf: CountsOf) => ReactNode }> | undefined;
  onNavigate?: () => void;
  /** Set in the drawer, which covers the top bar's toggle. */
  onClose?: () => void;
};

/** The menu of the current desk, between crest and version. */
export function Sidebar({ menu, trail, session, Counts, onNavigate, onClose }: SidebarProps) {
  const isShown = (entry: Screen) => !entry.isSetUp || session.opensOnChecklist || entry === trail[0];
  const shown = menu.map((item) => ({ ...item, entries: item.entries.filter(isShown) }));
  const entries = <MenuList menu={shown} current={trail[0]} onNavigate={onNavigate} />;
  const list = useRef<HTMLDivElement>(null);
  // In a long submenu the current entry may be below the visible part.
  // biome-ignore lint/correctness/useExhaustiveDependencies: the page that is shown decides which entry is current
  useEffect(() => {
    list.current?.querySelector('[aria-current=page]')?.scrollIntoView({ block: 'nearest' });
  }, [trail[0]]);
  return (
    <nav className={classes.sidebar} aria-label={t`Main`}>
      <div className={classes.head}>
        <Link to={landingPaths[session.role]} className={classes.brand} onClick={onNavigate}>
          <Crest size={30} />
          <span>
            <span className={classes.name}>{t`Dikshant`}</span>
            <span
              className={classes.native}
              lang={currentLanguage() === 'kn' ? 'kn' : 'hi'}
            >{t`दीक्षांत`}</span>
          </span>
        </Link>
        {onClose && (
          <ActionIcon variant="transparent" c="white" size="lg" aria-label={t`Close menu`} onClick={onClose}>
            <IconX size={20} />
          </ActionIcon>
        )}
      </div>
      <div className={classes.scroll} ref={list}>
        {Counts ? <Counts>{(countOf) => <CountOf value={countOf}>{entries}</CountOf>}</Counts> : entries}
      </div>
      <div className={classes.footer}>{appVersion}</div>
    </nav>
  );
}

const CountOf = createContext<CountsOf | undefined>(undefined);

/** A separate element, so that the label is unchanged. */
function Count({ paths }: { paths: readonly string[] }) {
  const count = useContext(CountOf)?.(paths);
  return count && <span className={classes.count}>{count}</span>;
}

type MenuListProps = { menu: Desk; current: Screen | undefined; onNavigate?: () => void };

/** At most one submenu is open: the current page's, until the person opens another. */
function MenuList({ menu, current, onNavigate }: MenuListProps) {
  const pageGroup = menu.find(({ screen, entries }) => [screen, ...entries].includes(current))?.label ?? null;
  const [openGroup, setOpenGroup] = useState(pageGroup);
  const [seenGroup, setSeenGroup] = useState(pageGroup);
  if (seenGroup !== pageGroup) {
    setSeenGroup(pageGroup);
    setOpenGroup(pageGroup);
  }
  return (
    <ul className={`plain-list ${classes.menu}`}>
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

type SidebarGroupProps = {
  group: MenuItem;
  current: Screen | undefined;
  open: boolean;
  onOpenChange: (open: boolean) => void;
  onNavigate?: () => void;
};

/** A submenu. If its heading is a page too, the heading is a link, and the arrow beside it expands and collapses. */
function SidebarGroup({ group, current, open, onOpenChange, onNavigate }: SidebarGroupProps) {
  const listId = useId();
  const list = useRef<HTMLUListElement>(null);
  useEffect(() => {
    if (open) list.current?.scrollIntoView({ block: 'nearest' });
  }, [open]);
  const Icon = menuIcons[group.icon];
  const holdsCurrent = group.entries.some((entry) => entry === current);
  const expansion = {
    'aria-expanded': open,
    'aria-controls': listId,
    onClick: () => onOpenChange(!open),
  };
  const arrow = <IconChevronRight size={16} className={classes.arrow} aria-hidden />;
  return (
    <div
      data-open={open || undefined}
      data-holds-current={holdsCurrent || undefined}
      className={classes.group}
    >
      {group.screen ? (
        <div className={classes.split}>
          <SidebarLink
            label={group.label}
            to={group.screen.path}
            icon={group.icon}
            isCurrent={group.screen === current}
            onNavigate={() => {
              onOpenChange(true);
              onNavigate?.();
            }}
          />
          <UnstyledButton {...expansion} className={classes.toggle} aria-label={t`${group.label}: entries`}>
            {arrow}
          </UnstyledButton>
        </div>
      ) : (
        <UnstyledButton {...expansion} className={classes.row}>
          <Icon size={18} stroke={1.6} aria-hidden />
          <span className={classes.label}>{group.label}</span>
          {!open && <Count paths={group.entries.map(({ path }) => path)} />}
          {arrow}
        </UnstyledButton>
      )}
      <ul ref={list} id={listId} className={`plain-list ${classes.entries}`} hidden={!open}>
        {open &&
          group.entries.map((entry) => (
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

type SidebarLinkProps = {
  label: string;
  to: string;
  icon?: MenuIcon;
  isCurrent: boolean;
  onNavigate?: () => void;
};

/** One entry; the current page's has `aria-current`. */
function SidebarLink({ label, to, icon, isCurrent, onNavigate }: SidebarLinkProps) {
  const Icon = icon && menuIcons[icon];
  return (
    <Link
      to={to}
      className={classes.row}
      title={label}
      activeOptions={{ exact: true }}
      activeProps={{}}
      aria-current={isCurrent ? 'page' : undefined}
      onClick={onNavigate}
    >
      {Icon && <Icon size={18} stroke={1.6} aria-hidden />}
      <span className={classes.label}>{label}</span>
      <Count paths={[to]} />
    </Link>
  );
}
