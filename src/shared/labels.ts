/** The keys of a label table, in order: the values of `z.enum`. */
export function namesOf<Name extends string>(labels: Readonly<Record<Name, unknown>>): [Name, ...Name[]] {
  // Label tables are never empty.
  return Object.keys(labels) as [Name, ...Name[]];
}

/** The same as options of a select. */
export function optionsOf<Name extends string>(
  labels: Readonly<Record<Name, string>>,
): { value: Name; label: string }[] {
  return namesOf(labels).map((value) => ({ value, label: labels[value] }));
}
