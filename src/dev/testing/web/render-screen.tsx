import '@mantine/notifications/styles.css';
import { Notifications } from '@mantine/notifications';
import {
  createMemoryHistory,
  createRootRoute,
  createRoute,
  createRouter,
  Outlet,
  RouterProvider,
} from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { render } from 'vitest-browser-react';
import { setSession } from '#platform/web/api/session.ts';
import { Providers } from '#platform/web/providers.tsx';
import { parseSearch, stringifySearch } from '#platform/web/search-params.ts';
import type { Preferences } from '#shared/preferences.ts';
import type { Role } from '#shared/roles.ts';
import type { Session } from '#shared/session.ts';

const preferences: Preferences = {
  density: 'comfortable',
  language: null,
  letterKeys: true,
  scannerPreamble: '',
  stepsSeen: true,
  listViews: {},
};

const session: Session = {
  staffId: '0197a1a0-0000-7000-8000-000000000001',
  name: 'Asha Kulkarni',
  email: 'asha@university.example',
  role: 'admin',
  code: 'ALL',
  mustChangePassword: false,
  mustEnrolAuthenticator: false,
  opensOnChecklist: false,
  preferences,
  savedViews: [],
  expiresAt: '2099-01-01T00:00:00.000Z',
};

/** A screen at an address, as somebody who is signed in sees it: beside the room of the menu. `/before` is the page before it. */
export async function renderScreen(
  screen: ReactNode,
  options: { address?: string; role?: Role; code?: string; preferences?: Partial<Preferences> } = {},
) {
  setSession({
    ...session,
    role: options.role ?? session.role,
    code: options.code ?? session.code,
    preferences: { ...preferences, ...options.preferences },
  });
  const root = createRootRoute({ component: Frame });
  const pages = [
    createRoute({ getParentRoute: () => root, path: '/screen', component: () => screen }),
    createRoute({ getParentRoute: () => root, path: '/before', component: () => <h1>Before</h1> }),
  ];
  const router = createRouter({
    routeTree: root.addChildren(pages),
    history: createMemoryHistory({ initialEntries: ['/before', options.address ?? '/screen'] }),
    parseSearch,
    stringifySearch,
  });
  const { unmount } = await render(
    <Providers nonce="">
      <RouterProvider router={router} />
    </Providers>,
  );
  return { router, unmount };
}

function Frame() {
  return (
    <>
      <main style={{ marginInlineStart: 'var(--app-sidebar-width)', padding: '1rem' }}>
        <Outlet />
      </main>
      <Notifications />
    </>
  );
}
