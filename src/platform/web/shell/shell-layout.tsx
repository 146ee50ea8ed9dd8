import '@mantine/notifications/styles.css';
import { useDisclosure, useLocalStorage, useMediaQuery } from '@mantine/hooks';
import { Notifications } from '@mantine/notifications';
import { Link, Outlet } from '@tanstack/react-router';
import { lazy, type ReactNode, Suspense } from 'react';
import { useSession } from '#platform/web/api/session.ts';
import { keysShown, screenKeys, shellKeys, useScreenKeys } from '#platform/web/components/screen-registry.ts';
import { helpKey, useShortcuts } from '#platform/web/components/use-shortcuts.ts';
import { type Desks, deskAt } from '#platform/web/router/desk.ts';
import { usePathname } from '#platform/web/router/use-pathname.ts';
import { deskOf, mayOpen } from '#shared/paths.ts';
import { landingPaths, roleLabels } from '#shared/roles.ts';
import { translateLabel } from '#shared/translate-label.ts';
import { t } from '#shared/words.ts';
import { trailOf } from './breadcrumbs.tsx';
import { InsideShell, NotForYourRolePage } from './message-page.tsx';
import classes from './shell-layout.module.css';
import { Sidebar, type SidebarProps } from './sidebar.tsx';
import { TopBar } from './top-bar.tsx';

const narrow = '(max-width: 47.99em)';
/** Up to 1366 px a menu of so few entries is a strip of icons: the lists need the room. */
const small = '(max-width: 85.4em)';
const fewEntries = 2;
const contentId = 'content';
const YourDayOnce = lazy(async () => ({ default: (await import('./your-day.tsx')).YourDayOnce }));
const MenuDrawer = lazy(async () => ({ default: (await import('./menu-drawer.tsx')).MenuDrawer }));

/** A constant, so that it is not re-rendered with each page. */
const notifications = <Notifications position="bottom-right" containerWidth={380} />;

type ShellLayoutProps = {
  desks: Desks;
  notice?: ReactNode;
  /** The global search, shown in the top bar. */
  search?: ReactNode;
} & Pick<SidebarProps, 'Counts'>;

/** Sidebar, top bar and content area of every signed-in page, with notices that appear on all of them. */
export function ShellLayout({ desks, notice, search, Counts }: ShellLayoutProps) {
  const session = useSession();
  const pathname = usePathname();
  const isNarrow = useMediaQuery(narrow, undefined, { getInitialValueInEffect: false });
  const isSmall = useMediaQuery(small, undefined, { getInitialValueInEffect: false });
  const [drawerOpen, drawer] = useDisclosure(false);
  const [sidebarShown, setSidebarShown] = useLocalStorage({
    key: 'dikshant.sidebar-shown',
    defaultValue: true,
    getInitialValueInEffect: false,
  });

  const desk = deskOf(pathname);
  if (desk && !mayOpen(session.role, pathname)) return <NotForYourRolePage session={session} desk={desk} />;

  const { role, preferences } = session;
  const isElsewhere = desk !== null && desk !== role;
  const menu = deskAt(desks, pathname, session.role);
  const isFolded = isSmall && menu.length <= fewEntries && menu.every(({ entries }) => entries.length === 0);
  const trail = trailOf(menu, pathname);
  const menuShown = isNarrow ? drawerOpen : sidebarShown;
  const toggleMenu = () => (isNarrow ? drawer.toggle() : setSidebarShown(!sidebarShown));
  return (
    <div className={classes.layout}>
      <a className={classes.skip} href={`#${contentId}`}>
        {t`Skip to the content`}
      </a>
      {!isNarrow && sidebarShown && (
        <div className={`unprinted ${classes.sidebar}`} data-folded={isFolded || undefined}>
          <Sidebar menu={menu} trail={trail} session={session} Counts={Counts} />
        </div>
      )}
      {isNarrow && (
        <Suspense>
          <MenuDrawer
            menu={menu}
            trail={trail}
            session={session}
            Counts={Counts}
            opened={drawerOpen}
            onClose={drawer.close}
          />
        </Suspense>
      )}
      <div className={classes.column}>
        <TopBar
          session={session}
          trail={trail}
          menuShown={menuShown}
          onToggleMenu={toggleMenu}
          search={search}
        />
        <main
          id={contentId}
          className={classes.content}
          data-elsewhere={isElsewhere || undefined}
          tabIndex={-1}
        >
          {isElsewhere && (
            <p className={`unprinted ${classes.elsewhere}`}>
              {t`You are at the ${translateLabel(roleLabels[desk])}'s desk.`}{' '}
              <Link to={landingPaths[role]}>{t`Back to ${translateLabel(roleLabels[role])}`}</Link>
            </p>
          )}
          {notice}
          {pathname === landingPaths[role] && !preferences.stepsSeen && (
            <Suspense>
              <YourDayOnce desk={role} />
            </Suspense>
          )}
          <InsideShell value={true}>
            <Outlet />
          </InsideShell>
        </main>
      </div>
      <ShellKeys />
      {notifications}
    </div>
  );
}

const KeysDialog = lazy(async () => ({
  default: (await import('#platform/web/components/keys-dialog.tsx')).KeysDialog,
}));

/** `?` on every screen: its shortcuts, and those that work everywhere. */
function ShellKeys() {
  const isShown = keysShown.use();
  useScreenKeys(Object.values(shellKeys));
  useShortcuts([{ ...helpKey, run: () => keysShown.set(true) }]);
  if (!isShown) return null;
  return (
    <Suspense>
      <KeysDialog isOpen onClose={() => keysShown.set(false)} keys={screenKeys()} />
    </Suspense>
  );
}
