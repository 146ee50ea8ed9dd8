import { useCallback } from 'react';
import { useChangeAddress } from '../use-change-address.ts';

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
