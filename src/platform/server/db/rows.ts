import type { z } from 'zod';

/** `convocationFee` as the tables call it: `convocation_fee`. */
type SnakeCase<Name extends string> = Name extends `${infer First}${infer Rest}`
  ? `${First extends Lowercase<First> ? First : `_${Lowercase<First>}`}${SnakeCase<Rest>}`
  : Name;

/** What a column may hold for a field: a moment as a date, and a text for a choice, which the contract checks on its way out. */
type ColumnFor<Field> = Field extends string
  ? string | Date
  : Field extends readonly (infer Item extends string)[]
    ? readonly (Item | string)[]
    : Field;

type RowFor<Fields, Given> = {
  [Name in Exclude<keyof Fields, keyof Given> as SnakeCase<Name & string>]: ColumnFor<Fields[Name]>;
};

/** A row as the contract has it: each field from the column of its name, unless it is among `given`. */
export function fromRow<Schema extends z.ZodObject, Given extends Partial<z.output<Schema>>>(
  schema: Schema,
  row: RowFor<z.output<Schema>, Given>,
  given?: Given,
): z.output<Schema> {
  const columns = row as Record<string, unknown>;
  const fields: Record<string, unknown> = {};
  for (const [name, column] of columnsOf(schema)) {
    const value = columns[column];
    fields[name] = value instanceof Date ? value.toISOString() : value;
  }
  // The types above say that every field is there.
  return { ...fields, ...given } as z.output<Schema>;
}

/** What somebody typed, under the names of the columns. */
export function toRow<Entry extends object>(
  entry: Entry,
): { [Name in keyof Entry as SnakeCase<Name & string>]: Entry[Name] } {
  const columns = Object.entries(entry).map(([name, value]) => [snakeCase(name), value]);
  return Object.fromEntries(columns);
}

const known = new WeakMap<z.ZodObject, [name: string, column: string][]>();

function columnsOf(schema: z.ZodObject): [name: string, column: string][] {
  const columns = known.get(schema) ?? Object.keys(schema.shape).map((name) => [name, snakeCase(name)]);
  known.set(schema, columns);
  return columns;
}

function snakeCase(name: string): string {
  return name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
}
