import { lazyRouteComponent, type RouteComponent } from '@tanstack/react-router';

/** A screen in the frame with the menu: its address, the document's title, and the code that is loaded for it. */
export type Screen = { path: string; title: string; component: RouteComponent };

/** A screen whose code is loaded when it is opened, or when a link to it is pointed at. */
export function screen<Module extends Record<string, unknown>>(
  path: string,
  title: string,
  load: () => Promise<Module>,
  component: keyof Module & string,
): Screen {
  return { path, title, component: lazyRouteComponent(load, component) };
}
