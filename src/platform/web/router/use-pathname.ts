import { useLocation } from '@tanstack/react-router';

/** The screen's part of the address: a search or an opened record changes the rest of it, and draws nothing that asks here. */
export function usePathname(): string {
  return useLocation({ select: ({ pathname }) => pathname });
}
