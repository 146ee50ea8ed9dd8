import type { Permission } from './permissions.ts';
import type { Role } from './roles.ts';

/** Something that waits for somebody: the rows of a list that its address narrows to them. */
export type Waiting = {
  /** Stands before its count. */
  label: string;
  /** Nothing of it waits for whoever may not do this. */
  access: Permission;
  /** The list, on each desk where it waits. */
  lists: Partial<Record<Role, string>>;
  /** How the list's address narrows it to what waits. */
  address: Readonly<Record<string, string>>;
  /** The parameter that names the person, where it waits for one alone. */
  person?: string;
};

/** What the address of the list says for one person. */
export function waitingParameters({ address, person }: Waiting, personId: string): Record<string, string> {
  return person === undefined ? { ...address } : { ...address, [person]: personId };
}
