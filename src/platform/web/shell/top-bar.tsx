import { ActionIcon } from '@mantine/core';
import { IconLayoutSidebarLeftCollapse, IconMenu2 } from '@tabler/icons-react';
import { useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useEffect, useRef, useState } from 'react';
import { listenForChanges } from '#platform/web/api/change-stream.ts';
import { askToSignInAgain } from '#platform/web/api/sign-in-again.ts';
import type { Screen } from '#platform/web/router/desk.ts';
import type { Session } from '#shared/session.ts';
import { t } from '#shared/words.ts';
import { applyChanges, catchUp } from './live-changes.ts';
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

/** The way back from a screen that is not in the menu itself to the one that is. */
function Breadcrumbs({ trail }: { trail: readonly Screen[] }) {
  if (trail.length < 2) return null;
  return (
    <nav aria-label={t`Breadcrumbs`} className={classes.crumbs}>
      <ol>
        {trail.map(({ path, title }, depth) => (
          <li key={path}>
            {depth === trail.length - 1 ? (
              <span aria-current="page">{title}</span>
            ) : (
              <Link to={path} activeOptions={{ exact: true }} activeProps={{}}>
                {title}
              </Link>
            )}
          </li>
        ))}
      </ol>
    </nav>
  );
}

/** Brings colleagues' changes to the open screens; visible only while it cannot. */
function LiveStatus({ session }: { session: Session }) {
  const isInterrupted = useLiveChanges(session);
  return (
    <div role="status" className={classes.status}>
      {isInterrupted && t`Live updates are interrupted; the list may be older than it looks.`}
    </div>
  );
}

function useLiveChanges({ staffId, expiresAt }: Session): boolean {
  const queryClient = useQueryClient();
  const [isInterrupted, setIsInterrupted] = useState(false);
  const mayHaveMissed = useRef(false);
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new session, known by its end, listens again.
  useEffect(
    () =>
      listenForChanges({
        onChanges: (changes) => applyChanges(queryClient, changes, { staffId }),
        onOpen: () => {
          setIsInterrupted(false);
          if (mayHaveMissed.current) catchUp(queryClient);
          // Before it opens once more it will have been away.
          mayHaveMissed.current = true;
        },
        onFailure: (kind) => {
          mayHaveMissed.current = true;
          if (kind === 'lasting') setIsInterrupted(true);
        },
        onSignedOut: () => void askToSignInAgain(),
      }),
    [queryClient, staffId, expiresAt],
  );
  return isInterrupted;
}
