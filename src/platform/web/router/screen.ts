import type { RouteComponent } from '@tanstack/react-router';

/** A screen in the frame with the menu: its address, its title, and the code that is loaded for it. */
export type Screen = {
  path: string;
  /** Of the document, of its entry in the menu unless that is called otherwise, and in breadcrumbs. */
  title: string;
  component: RouteComponent;
  /** Screens that are reached from this one: they highlight its entry and show the way back. */
  below: readonly Screen[];
};

export function screen(
  path: string,
  title: string,
  component: RouteComponent,
  below: readonly Screen[] = [],
): Screen {
  return { path, title, component, below };
}
