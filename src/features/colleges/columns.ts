import type { ListLayout } from '#shared/list-layout.ts';
import { t } from '#shared/words.ts';
import type { College } from './contract.ts';

export const collegesLayout = {
  name: 'colleges',
  columns: {
    name: {
      header: t`College name`,
      value: (row) => `${row.name} (${row.code})`,
      sortKey: 'name',
      card: 'title',
    },
    contactNumber: { header: t`Contact number`, copied: true, card: 'line' },
    address: { header: t`Address`, card: 'line' },
    convocationFee: { header: t`Convocation Fee`, kind: 'rupees', sortKey: 'convocationFee', card: 'line' },
  },
} as const satisfies ListLayout<College>;
