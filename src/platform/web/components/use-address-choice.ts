import { useNavigate, useSearch } from '@tanstack/react-router';
import { useCallback } from 'react';

/** One choice of the page, kept in its address under `name`; null is the plain page's. */
export function useAddressChoice(name: string): [string | null, (choice: string | null) => void] {
  const parameters = useSearch({ strict: false }) as Record<string, unknown>;
  const navigate = useNavigate();
  const chosen = parameters[name];
  const choose = useCallback(
    (choice: string | null) => {
      void navigate({
        to: '.',
        search: ((current: Record<string, unknown>) => ({
          ...current,
          [name]: choice ?? undefined,
        })) as never,
        replace: true,
        resetScroll: false,
      });
    },
    [navigate, name],
  );
  return [typeof chosen === 'string' ? chosen : null, choose];
}
