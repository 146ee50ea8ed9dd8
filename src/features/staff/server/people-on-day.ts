import { readEvents } from '#features/audit/server/queries.ts';
import { wholePast } from '#platform/server/db/audit-chain.ts';
import type { Db } from '#platform/server/db/database.ts';
import { onDays } from '#platform/server/db/days.ts';
import { collegeOf } from '#platform/server/db/scope.ts';
import type { PersonOnDay } from '../contract.ts';

/** Each event that changes a person, with the state that it leads to; an edit leaves the state. */
const stateAfter = {
  'staff.added': 'active',
  'staff.edited': undefined,
  'staff.enabled': 'active',
  'staff.disabled': 'disabled',
  'staff.deleted': 'deleted',
} as const;

export async function listPeopleOn(db: Db, { day }: { day: string }): Promise<{ people: PersonOnDay[] }> {
  const log = wholePast(db);
  const changes = log
    .selectFrom('audit_events')
    .where('event', 'in', Object.keys(stateAfter))
    .where(onDays('at', { to: day }));
  const people = new Map<string, PersonOnDay & { collegeId: string | null }>();
  for (const { event, collegeId } of await readEvents(log, changes)) {
    const { recordId: id, at: since, collegeName, after } = event;
    const before = people.get(id);
    // Accounts of before the log have no event of their beginning.
    if (!before && event.event !== 'staff.added') continue;
    const { name, email, role } = { ...before, ...after } as PersonOnDay;
    const state = stateAfter[event.event as keyof typeof stateAfter] ?? before!.state;
    people.set(id, { id, name, email, role, collegeName, collegeId, state, since });
  }
  const own = collegeOf(db);
  return {
    people: [...people.values()]
      .filter(({ collegeId }) => own === null || collegeId === own)
      .toSorted((one, other) => one.name.localeCompare(other.name)),
  };
}
