import type { MenuIcon } from '#platform/web/shell/menu-icons.ts';
import { deskOf } from '#shared/paths.ts';
import type { Role } from '#shared/roles.ts';
import type { Screen } from './screen.ts';

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

/** From the screen that stands in the menu down to the one that is shown; empty where the desk has none of it. */
export function trailOf(desk: Desk, pathname: string): Screen[] {
  for (const entry of entriesOf(desk)) {
    const trail = trailBelow(entry, pathname);
    if (trail.length > 0) return trail;
  }
  return [];
}

function entriesOf(desk: Desk): Screen[] {
  return desk.flatMap(({ screen, entries }) => [...(screen ? [screen] : []), ...entries]);
}

function trailBelow(screen: Screen, pathname: string): Screen[] {
  if (isAt(screen.path, pathname)) return [screen];
  for (const next of screen.below) {
    const trail = trailBelow(next, pathname);
    if (trail.length > 0) return [screen, ...trail];
  }
  return [];
}

/** Whether an address is that of a screen, whose path may end in a parameter, `/printer/print-runs/$id`. */
function isAt(path: string, pathname: string): boolean {
  const [wanted, given] = [path.split('/'), pathname.replace(/\/$/, '').split('/')];
  return (
    wanted.length === given.length && wanted.every((part, at) => part.startsWith('$') || part === given[at])
  );
}
