import { deskOf } from '#shared/paths.ts';
import type { Role } from '#shared/roles.ts';
import type { MenuItem } from './menu.ts';
import type { Screen } from './screen.ts';

/** What one role works at: its menu, and every screen below its address. */
export type Desk = { menu: readonly MenuItem[]; screens: readonly Screen[] };
export type Desks = Readonly<Record<Role, Desk>>;

/** The path's prefix chooses the menu; a page of no desk (My account) shows that of the person's own. */
export function menuOf(desks: Desks, pathname: string, ownDesk: Role): readonly MenuItem[] {
  return desks[deskOf(pathname) ?? ownDesk].menu;
}
