import { useNavigate, useSearch } from '@tanstack/react-router';
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

/** One choice of the page, kept in its address under `name`; null is the plain page's. */
export function useAddressChoice(name: string): [string | null, (choice: string | null) => void] {
  const parameters = useSearch({ strict: false }) as Record<string, unknown>;
  const changeAddress = useChangeAddress();
  const chosen = parameters[name];
  const choose = useCallback(
    (choice: string | null) => {
      changeAddress((current) => ({ ...current, [name]: choice || undefined }), { step: 'replace' });
    },
    [changeAddress, name],
  );
  return [typeof chosen === 'string' ? chosen : null, choose];
}

/** Opens the details of a record of the list on this page; without an id it closes what is open. */
export function useOpenRecord(): (id: string | undefined) => void {
  const changeAddress = useChangeAddress();
  return useCallback(
    (id) => {
      changeAddress((current) => ({ ...current, open: id }), { step: id === undefined ? 'replace' : 'push' });
    },
    [changeAddress],
  );
}
