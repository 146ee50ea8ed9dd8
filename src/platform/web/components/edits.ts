/** The result of merging an edit with a colleague's save of the same record. */
export type MergedEdits<Values> = {
  /** Theirs where only they changed a field, mine everywhere else: typed values are never replaced. */
  merged: Values;
  /** Fields that only the colleague changed. */
  taken: (keyof Values & string)[];
  /** Fields that both changed, to different values. */
  contested: (keyof Values & string)[];
};

/**
 * Three-way merge by field of typed values and a colleague's saved ones, relative to the values that the form opened
 * with.
 */
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

/** Whether two form values are equal; they are JSON with a stable key order. */
export function isSame(one: unknown, other: unknown): boolean {
  return JSON.stringify(one ?? null) === JSON.stringify(other ?? null);
}
