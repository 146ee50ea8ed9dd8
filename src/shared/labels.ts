/** The names of a table of labels, in its order: the values of `z.enum`. */
export function namesOf<Name extends string>(labels: Readonly<Record<Name, unknown>>): [Name, ...Name[]] {
  // A table without an entry would be none.
  return Object.keys(labels) as [Name, ...Name[]];
}

/** The same as a select offers them. */
export function optionsOf<Name extends string>(
  labels: Readonly<Record<Name, string>>,
): { value: Name; label: string }[] {
  return namesOf(labels).map((value) => ({ value, label: labels[value] }));
}
