/**
 * Search parameters are plain text, one value for each name: `?n=2025/000123&search=0042` is read exactly as written.
 * (The router's own codec is JSON, which turns a roll number into a number and quotes the rest.)
 */
export function parseSearch(search: string): Record<string, string> {
  return Object.fromEntries(new URLSearchParams(search));
}

/** Omits empty values, so that a URL names only what differs from the default. */
export function stringifySearch(search: Record<string, unknown>): string {
  const kept = Object.entries(search).filter(
    ([, value]) => value !== undefined && value !== null && value !== '',
  );
  const text = new URLSearchParams(kept.map(([name, value]) => [name, String(value)])).toString();
  return text ? `?${text}` : '';
}
