import { byName, type Db } from '#platform/server/db/database.ts';
import { fieldError, invalidInput } from '#platform/server/domain-error.ts';
import type { ChoiceList } from '#shared/choice-lists.ts';
import { choiceLists } from '#shared/choice-lists.ts';
import { namesOf } from '#shared/labels.ts';
import { isActive } from './active.ts';

type Offered = { value: string; name: string };

/** The choices offered today, each list in its order: the portal's own first. */
export async function listChoices(db: Db): Promise<Record<ChoiceList, Offered[]>> {
  const rows = await offered(db)
    .select(['list', 'value', 'name'])
    .orderBy('position')
    .orderBy(byName('name'))
    .execute();
  const lists = namesOf(choiceLists).map((list) => [
    list,
    rows.filter((row) => row.list === list).map(({ value, name }) => ({ value, name })),
  ]);
  return Object.fromEntries(lists) as Record<ChoiceList, Offered[]>;
}

/** Rejects, at its field, a value that a strict list does not offer today; `kept` are the record's present values. */
export async function assertOffered(
  db: Db,
  list: ChoiceList,
  { field, given, kept = [] }: { field: string; given: readonly string[]; kept?: readonly string[] },
): Promise<void> {
  const wanted = given.filter((value) => !kept.includes(value));
  if (wanted.length === 0) return;
  const found = await offered(db)
    .select('value')
    .where('list', '=', list)
    .where('value', 'in', wanted)
    .execute();
  if (new Set(wanted).size > found.length) throw invalidInput([fieldError(field, 'masters.not_offered')]);
}

function offered(db: Db) {
  return db.selectFrom('choices').where(isActive('choices'));
}
