import type { ListSheet } from '#shared/list-sheet.ts';
import type { College } from './contract.ts';

export const collegesSheet = {
  name: 'colleges',
  columns: {
    name: { header: 'College name', value: (row) => `${row.name} (${row.code})` },
    contactNumber: { header: 'Contact number' },
    address: { header: 'Address' },
    convocationFee: { header: 'Convocation Fee', kind: 'rupees' },
  },
} as const satisfies ListSheet<College>;
