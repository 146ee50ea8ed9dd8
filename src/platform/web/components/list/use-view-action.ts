import { useCallback, useMemo } from 'react';
import { t } from '#shared/words.ts';
import { useChangeAddress } from '../use-change-address.ts';
import type { RowAction } from './list-declaration.ts';

/** The View icon of a list: it opens the row's details, as a click on the row does. */
export function useViewAction<Row extends { id: string }>(): RowAction<Row> {
  const open = useOpenRecord();
  return useMemo(
    () => ({ label: t`View`, icon: 'view', place: 'row', onClick: (row) => open(row.id) }),
    [open],
  );
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
