import type { ListLayout } from '#shared/list-layout.ts';
import { t } from '#shared/words.ts';
import type { College } from './contract.ts';

export const collegesLayout = {
  name: 'colleges',
  columns: {
    name: {
      header: t`College name`,
      value: (row) => `${row.name} (${row.code})`,
      width: 370,
      sortKey: 'name',
      card: 'title',
    },
    contactNumber: { header: t`Contact number`, copied: true, width: 135, card: 'line' },
    address: { header: t`Address`, width: 287, card: 'line' },
    convocationFee: {
      header: t`Convocation Fee`,
      kind: 'rupees',
      width: 155,
      sortKey: 'convocationFee',
      card: 'line',
    },
  },
} as const satisfies ListLayout<College>;
