import { useNavigate, useSearch } from '@tanstack/react-router';
import { useCallback } from 'react';

type Parameters = Record<string, unknown>;

/**
 * Changes the page's URL parameters; undefined removes one. `push` adds a history entry. The scroll position stays,
 * unless `resetScroll` is set.
 */
export function useChangeAddress(): (
  change: (current: Parameters) => Parameters,
  options: { step: 'push' | 'replace'; resetScroll?: boolean },
) => void {
  const navigate = useNavigate();
  return useCallback(
    (change, { step, resetScroll = false }) => {
      // The router types parameters by route; these are shared by many routes.
      void navigate({ to: '.', search: change as never, replace: step === 'replace', resetScroll });
    },
    [navigate],
  );
}

/** One choice of the page, in the URL parameter `name`; null is the default. */
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

/** Opens the details of a record of the list on this page; without an id, closes them. */
export function useOpenRecord(): (id: string | undefined) => void {
  const changeAddress = useChangeAddress();
  return useCallback(
    (id) => {
      changeAddress((current) => ({ ...current, open: id }), { step: id === undefined ? 'replace' : 'push' });
    },
    [changeAddress],
  );
}
