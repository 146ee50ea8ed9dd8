import type { ListLayout } from '#shared/list-layout.ts';
import { t } from '#shared/words.ts';
import type { College } from './contract.ts';

export const collegesLayout = {
  name: 'colleges',
  columns: {
    name: { header: t`College name`, value: (row) => `${row.name} (${row.code})` },
    contactNumber: { header: t`Contact number` },
    address: { header: t`Address` },
    convocationFee: { header: t`Convocation Fee`, kind: 'rupees' },
  },
} as const satisfies ListLayout<College>;
