export type MenuEntry = { label: string; to: string };
/** A group may be a page itself (`to`) and always opens its entries. */
export type MenuGroup = { label: string; icon: MenuIcon; to?: string; entries: readonly MenuEntry[] };
type MenuLink = MenuEntry & { icon: MenuIcon };
export type MenuItem = MenuLink | MenuGroup;

export type MenuIcon =
  | 'home'
  | 'users'
  | 'add'
  | 'print'
  | 'fee'
  | 'certificate'
  | 'application'
  | 'college'
  | 'student'
  | 'stock'
  | 'queue'
  | 'runs'
  | 'done'
  | 'reprint'
  | 'overview'
  | 'log';

/** A page below an entry (one print run below the print runs) marks the entry too. */
export function isCurrent(entry: string, pathname: string): boolean {
  return pathname === entry || pathname.startsWith(`${entry}/`);
}

/** The label of the group whose page is shown: it is the one that stands open. */
export function groupOf(menu: readonly MenuItem[], pathname: string): string | null {
  const group = menu.find(
    (item) =>
      'entries' in item &&
      (item.to === pathname || item.entries.some((entry) => isCurrent(entry.to, pathname))),
  );
  return group?.label ?? null;
}
