import { lazyRouteComponent, type RouteComponent } from '@tanstack/react-router';
import { createElement } from 'react';
import { useLanguage } from '#platform/web/languages/language.ts';
import type { MenuIcon } from '#platform/web/shell/menu-icons.ts';
import { deskOf } from '#shared/paths.ts';
import type { Role } from '#shared/roles.ts';

/** A screen in the frame with the menu: its address, its title, and the code that is loaded for it. */
export type Screen = {
  path: string;
  /** Of the document, of its entry in the menu unless that is called otherwise, and in breadcrumbs. */
  title: string;
  /** Of a form that is opened filled in, with `?edit=<id>`. */
  editTitle?: string;
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
  return { path, title, component: worded(component), below };
}

/** A page that is drawn again, with all that is below it and as it is, when the language changes. */
export function worded(page: RouteComponent): RouteComponent {
  return Object.assign((props: object) => createElement(Worded, { page, props }), { preload: page.preload });
}

function Worded({ page, props }: { page: RouteComponent; props: object }) {
  useLanguage();
  return createElement(page, props);
}

/** A form that adds a record, and with `?edit=<id>` in the address changes one. */
export function formScreen(
  path: string,
  titles: { add: string; edit: string },
  component: RouteComponent,
): Screen {
  return { ...screen(path, titles.add, component), editTitle: titles.edit };
}

/** What a screen is called at an address. */
export function titleAt(
  { title, editTitle = title }: Pick<Screen, 'title' | 'editTitle'>,
  search: { edit?: unknown },
): string {
  return search.edit === undefined ? title : editTitle;
}

/** A line of the menu: a screen, a group of screens, or a screen that is the head of a group. */
export type MenuItem = { label: string; icon: MenuIcon; screen?: Screen; entries: readonly Screen[] };

/** What one role works at: its menu, with every screen below its address in its place. */
export type Desk = readonly MenuItem[];
export type Desks = Readonly<Record<Role, Desk>>;

/** A screen that stands in the menu by itself; with `entries` it is the head of a group. */
export function item(icon: MenuIcon, screen: Screen, entries: readonly Screen[] = []): MenuItem {
  return { label: screen.title, icon, screen, entries };
}

export function group(icon: MenuIcon, label: string, entries: readonly Screen[]): MenuItem {
  return { label, icon, entries };
}

/** The path's prefix chooses the desk; a page of no desk (My account) shows that of the person's own. */
export function deskAt(desks: Desks, pathname: string, ownDesk: Role): Desk {
  return desks[deskOf(pathname) ?? ownDesk];
}

export function screensOf(desk: Desk): Screen[] {
  const withBelow = (screen: Screen): Screen[] => [screen, ...screen.below.flatMap(withBelow)];
  return entriesOf(desk).flatMap(withBelow);
}

export function entriesOf(desk: Desk): Screen[] {
  return desk.flatMap(({ screen, entries }) => [...(screen ? [screen] : []), ...entries]);
}

type LazyPages<Module extends Record<string, unknown>> = {
  [Name in keyof Module]: ReturnType<typeof lazyRouteComponent<Module, Name>>;
};

/** The pages of one file, each taken out by its name and loaded when its address is opened. */
export function lazyPages<Module extends Record<string, unknown>>(
  load: () => Promise<Module>,
): LazyPages<Module> {
  // What the file exports is known here by its type alone, so every name is answered.
  return new Proxy({} as LazyPages<Module>, {
    get: (_, name) => lazyRouteComponent(load, name as keyof Module),
  });
}
