import { z } from 'zod';
import { bareNumber } from '#shared/typed-number.ts';

export function isId(key: string): boolean {
  return z.uuid().safeParse(key).success;
}

/** The numeric part of a number, such as 12 of `R-000012`; null if it is not valid. */
export function numberIn(key: string, prefix = ''): number | null {
  const bare = bareNumber(key);
  const digits = bare.toUpperCase().startsWith(prefix) ? bare.slice(prefix.length) : bare;
  return /^\d{1,9}$/.test(digits) ? Number(digits) : null;
}
