import { z } from 'zod';

export function isId(key: string): boolean {
  return z.uuid().safeParse(key).success;
}

/** A number without its letters, such as the 12 of `R-000012`; null where it is none that fits the books. */
export function numberIn(key: string, prefix = ''): number | null {
  const digits = key.toUpperCase().startsWith(prefix) ? key.slice(prefix.length) : key;
  return /^\d{1,9}$/.test(digits) ? Number(digits) : null;
}
