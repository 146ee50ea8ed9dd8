import { type Declared, type NameOf, registered, type Waiting } from '#shared/feature.ts';
import { namesOf } from '#shared/labels.ts';
import { pathsAt } from '#shared/paths.ts';
import { mayUse } from '#shared/permissions.ts';
import { type Role, roles } from '#shared/roles.ts';

/** Everything that can wait, as the features declare it. */
export const { waiting: everyWaiting } = registered;
export type WaitingName = NameOf<'waiting'>;

type AccessOf<Lines> = Lines extends unknown ? Lines[keyof Lines] & { access: unknown } : never;

/** What can wait at a desk for a role, in the order of its display; an admin at another desk sees that desk's items. */
export function waitingAt(desk: Role, role: Role): WaitingName[] {
  return namesOf(everyWaiting)
    .filter((name) => {
      const { access, lists } = everyWaiting[name];
      // Typed by what the features declare, so that a misspelt permission does not compile.
      return lists[desk] !== undefined && mayUse(role, access as AccessOf<Declared<'waiting'>>['access']);
    })
    .toSorted((a, b) => everyWaiting[a].order - everyWaiting[b].order);
}

/** The path of the list at a desk, which an admin may find at another desk. */
export function waitingList({ lists }: Waiting, desk: Role): string | undefined {
  const name = lists[desk];
  if (name === undefined) return undefined;
  return [desk, ...roles].map((one) => pathsAt(one)[name]).find((path) => typeof path === 'string');
}

/** The list's URL parameters for one person. */
export function waitingParameters({ address, person }: Waiting, personId: string): Record<string, string> {
  return person === undefined ? { ...address } : { ...address, [person]: personId };
}
