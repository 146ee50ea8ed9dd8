import { Outlet } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { RouteAnnouncer } from './route-announcer.tsx';

/** What surrounds every page, signed in or not; `children` lie over it. */
export function RootFrame({ children }: { children: ReactNode }) {
  return (
    <>
      <RouteAnnouncer />
      <Outlet />
      {children}
    </>
  );
}
