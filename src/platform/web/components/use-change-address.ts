import { useNavigate } from '@tanstack/react-router';
import { useCallback } from 'react';

type Parameters = Record<string, unknown>;

/**
 * Changes the parameters of the page's address; those that become undefined leave it. A step that is pushed is one that
 * Back takes back. The page stays where it is scrolled to, unless `resetScroll` says that another page begins.
 */
export function useChangeAddress(): (
  change: (current: Parameters) => Parameters,
  options: { step: 'push' | 'replace'; resetScroll?: boolean },
) => void {
  const navigate = useNavigate();
  return useCallback(
    (change, { step, resetScroll = false }) => {
      // The router knows parameters by route; what is shared by screens stands on many.
      void navigate({ to: '.', search: change as never, replace: step === 'replace', resetScroll });
    },
    [navigate],
  );
}
