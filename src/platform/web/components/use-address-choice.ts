import { useSearch } from '@tanstack/react-router';
import { useCallback } from 'react';
import { useChangeAddress } from './use-change-address.ts';

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
