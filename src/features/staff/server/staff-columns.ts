import type { SecondFactor } from '#features/auth/contract.ts';
import type { Role } from '#shared/roles.ts';
import { fieldsOfRole } from '../contract.ts';

/** What is typed about a person, under the names of the columns that it fills. */
export function staffColumns(
  role: Role,
  entry: {
    name: string;
    email: string;
    mobile?: string | undefined;
    printerCode?: string | undefined;
    secondFactor: SecondFactor;
  },
) {
  const asked = fieldsOfRole[role];
  return {
    name: entry.name,
    email: entry.email.toLowerCase(),
    mobile: asked.includes('mobile') && entry.mobile ? tenDigits(entry.mobile) : null,
    printer_code: asked.includes('printerCode') ? (entry.printerCode ?? null) : null,
    second_factor: entry.secondFactor,
  };
}

function tenDigits(mobile: string): string {
  return mobile.replace(/\D/g, '').slice(-10);
}
