import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { listenForChanges } from '#platform/web/api/change-stream.ts';
import { askToSignInAgain } from '#platform/web/api/sign-in-again.ts';
import type { Session } from '#shared/session.ts';
import { t } from '#shared/words.ts';
import { applyChanges, catchUp } from './live-changes.ts';
import classes from './live-status.module.css';

/** Brings colleagues' changes to the open screens; visible only while it cannot. */
export function LiveStatus({ session }: { session: Session }) {
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
