import { useSearch } from '@tanstack/react-router';
import { usePathname } from '#platform/web/router/use-pathname.ts';
import { registered } from '#shared/feature.ts';
import { pathsAt } from '#shared/paths.ts';
import { roles } from '#shared/roles.ts';

/**
 * Whether address or default filters narrow the page's list to something that waits, as the links of What waits do, or to
 * a part of it: `to_verify_late` is of `to_verify`.
 */
export function useIsQueue(filters: Readonly<Record<string, unknown>>): boolean {
  const pathname = usePathname();
  const search = { ...useSearch({ strict: false }), ...filters } as Readonly<Record<string, unknown>>;
  return Object.values(registered.waiting).some(
    ({ lists, address: { sort: _, ...filters } }) =>
      roles.some((desk) => lists[desk] !== undefined && pathsAt(desk)[lists[desk]] === pathname) &&
      Object.entries(filters).every(([name, value]) => `${search[name]}_`.startsWith(`${value}_`)),
  );
}
