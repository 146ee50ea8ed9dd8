/** What became of an edit when a colleague saved the same record in between. */
export type MergedEdits<Values> = {
  /** Theirs where only they changed a field, mine everywhere else: nothing that was typed is replaced. */
  merged: Values;
  /** Fields that only the colleague changed. */
  taken: (keyof Values & string)[];
  /** Fields that both changed, to different values. */
  contested: (keyof Values & string)[];
};

/** Merges field by field what is typed with what a colleague saved, both seen from the values that the form opened with. */
export function mergeEdits<Values extends object>({
  opened,
  mine,
  theirs,
}: {
  opened: Values;
  mine: Values;
  theirs: Values;
}): MergedEdits<Values> {
  const changed = (Object.keys(theirs) as (keyof Values & string)[]).filter(
    (field) => !isSame(theirs[field], opened[field]) && !isSame(theirs[field], mine[field]),
  );
  const taken = changed.filter((field) => isSame(mine[field], opened[field]));
  const contested = changed.filter((field) => !taken.includes(field));
  const merged = { ...mine, ...Object.fromEntries(taken.map((field) => [field, theirs[field]])) };
  return { merged, taken, contested };
}

/** Whether two form values are the same; they are JSON, and their keys keep their order. */
export function isSame(one: unknown, other: unknown): boolean {
  return JSON.stringify(one ?? null) === JSON.stringify(other ?? null);
}
