import { z } from 'zod';

export function isId(key: string): boolean {
  return z.uuid().safeParse(key).success;
}

/** The numeric part of a number, such as 12 of `R-000012`; null if it is not valid. */
export function numberIn(key: string, prefix = ''): number | null {
  const digits = key.toUpperCase().startsWith(prefix) ? key.slice(prefix.length) : key;
  return /^\d{1,9}$/.test(digits) ? Number(digits) : null;
}
