/** The fields of `after` that differ, as the audit log keeps them: before and after. */
export function changesBetween<Fields extends object>(before: Fields, after: Partial<Fields>) {
  const changed = (Object.keys(after) as (keyof Fields)[]).filter((name) => before[name] !== after[name]);
  return {
    before: Object.fromEntries(changed.map((name) => [name, before[name]])),
    after: Object.fromEntries(changed.map((name) => [name, after[name]])),
  };
}
