import type { Permission } from './permissions.ts';
import type { Role } from './roles.ts';

/** A to-do of some roles: the rows of a list filtered by its URL. */
export type Waiting = {
  /** Shown before its count. */
  label: string;
  /** Only shown to people with this permission. */
  access: Permission;
  /** The path of the list, on each desk where it is shown. */
  lists: () => Partial<Record<Role, string>>;
  /** The URL parameters that filter the list to what waits. */
  address: Readonly<Record<string, string>>;
  /** The parameter with the person's id, if it waits for one person only. */
  person?: string;
};

/** The list's URL parameters for one person. */
export function waitingParameters({ address, person }: Waiting, personId: string): Record<string, string> {
  return person === undefined ? { ...address } : { ...address, [person]: personId };
}
