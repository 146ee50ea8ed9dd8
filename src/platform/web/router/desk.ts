import { lazyRouteComponent, type RouteComponent } from '@tanstack/react-router';
import { createElement } from 'react';
import { loadWholeLanguage, useLanguage } from '#platform/web/languages/language.ts';
import type { MenuIcon } from '#platform/web/shell/menu-icons.ts';
import { deskOf } from '#shared/paths.ts';
import type { Role } from '#shared/roles.ts';

/** A screen inside the shell: its path, its title, and its lazily loaded component. */
export type Screen = {
  path: string;
  /** Title of the document, in the menu (by default) and in breadcrumbs. */
  title: string;
  /** Title while an existing record is edited, with `?edit=<id>`. */
  editTitle?: string;
  component: RouteComponent;
  /** In the menu only until the university can receive and print. */
  isSetUp?: boolean;
  /** Screens reached from this one: they highlight its menu entry and show breadcrumbs. */
  below: readonly Screen[];
};

export function screen(
  path: string,
  title: string,
  component: RouteComponent,
  below: readonly Screen[] = [],
): Screen {
  return { path, title, component: rerenderedOnLanguageChange(component), below };
}

/** Re-renders a page with everything below it, keeping its state, when the language changes. */
export function rerenderedOnLanguageChange(page: RouteComponent): RouteComponent {
  return Object.assign((props: object) => createElement(Worded, { page, props }), { preload: page.preload });
}

function Worded({ page, props }: { page: RouteComponent; props: object }) {
  useLanguage();
  return createElement(page, props);
}

/** A form that adds a record, or edits one with `?edit=<id>` in the URL. */
export function formScreen(
  path: string,
  titles: { add: string; edit: string },
  component: RouteComponent,
): Screen {
  return { ...screen(path, titles.add, component), editTitle: titles.edit };
}

export function titleAt(
  { title, editTitle = title }: Pick<Screen, 'title' | 'editTitle'>,
  search: { edit?: unknown },
): string {
  return search.edit === undefined ? title : editTitle;
}

/** A menu item: a screen, a group of screens, or a screen that heads a group. */
export type MenuItem = { label: string; icon: MenuIcon; screen?: Screen; entries: readonly Screen[] };

/** The menu of a role, with all screens in their places. */
export type Desk = readonly MenuItem[];
export type Desks = Readonly<Record<Role, Desk>>;

/** A menu item for a screen; with `entries` it heads a group. */
export function item(icon: MenuIcon, screen: Screen, entries: readonly Screen[] = []): MenuItem {
  return { label: screen.title, icon, screen, entries };
}

export function group(icon: MenuIcon, label: string, entries: readonly Screen[]): MenuItem {
  return { label, icon, entries };
}

/** The desk of the path's prefix; pages outside of desks (My account) show the person's own. */
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

/** The pages of one module, by export name, each loaded when its URL is opened, after its words. */
export function lazyPages<Module extends Record<string, unknown>>(
  load: () => Promise<Module>,
): LazyPages<Module> {
  return firstPages(() => loadWholeLanguage().then(load));
}

/** Pages that say nothing but what the sign-in page says. */
export function firstPages<Module extends Record<string, unknown>>(
  load: () => Promise<Module>,
): LazyPages<Module> {
  // The exports are known here only by their types, so every name returns a component.
  return new Proxy({} as LazyPages<Module>, {
    get: (_, name) => lazyRouteComponent(load, name as keyof Module),
  });
}
