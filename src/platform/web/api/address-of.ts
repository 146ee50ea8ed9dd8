import type { ByteOperation } from '#platform/contract/byte-operation.ts';

/** Where a browser asks for it: the parameters of the path by their names, everything else as its query. */
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
