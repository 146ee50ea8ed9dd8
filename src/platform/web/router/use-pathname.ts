import { useLocation } from '@tanstack/react-router';

/** The path of the URL, without re-rendering when only search parameters change. */
export function usePathname(): string {
  return useLocation({ select: ({ pathname }) => pathname });
}
