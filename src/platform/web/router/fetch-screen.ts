import type { AnyRouter } from '@tanstack/react-router';

/** Fetches the scripts of a screen and of the frame around it ahead, and nothing that needs a session. */
export function fetchScreen(router: AnyRouter, path: string): void {
  const [routes] = router.getMatchedRoutes(path);
  // What does not come is fetched again, and said, when the screen is opened.
  for (const route of routes) router.loadRouteChunk(route)?.catch(() => {});
}
