/** The names of a table, in its order: what has a label, a rule or a picture each is declared once, with those. */
export function namesOf<Name extends string>(table: Readonly<Record<Name, unknown>>): Name[] {
  // The tables are literals, which have no other keys than those of their type.
  return Object.keys(table) as Name[];
}
