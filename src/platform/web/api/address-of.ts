import type { ByteOperation } from '#platform/contract/byte-operation.ts';

/** The URL of a byte operation: path parameters by name, everything else as the query. */
export function addressOf(
  { path }: ByteOperation,
  input: Record<string, string | number | undefined>,
): string {
  const query = new Map(Object.entries(input));
  const filled = path.replace(/\{(\w+)\}/g, (_all, name: string) => {
    const value = query.get(name);
    query.delete(name);
    return encodeURIComponent(String(value));
  });
  const given = [...query].flatMap(([name, value]) => (value === undefined ? [] : [[name, String(value)]]));
  return `/api${filled}${given.length > 0 ? `?${new URLSearchParams(given)}` : ''}`;
}
