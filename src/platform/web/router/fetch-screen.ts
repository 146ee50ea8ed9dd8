import type { AnyRouter } from '@tanstack/react-router';

/** Preloads the scripts of a screen and its shell, but nothing that needs a session. */
export function fetchScreen(router: AnyRouter, path: string): void {
  const [routes] = router.getMatchedRoutes(path);
  // Failures are ignored: opening the screen loads them again and reports errors.
  for (const route of routes) router.loadRouteChunk(route)?.catch(() => {});
}
