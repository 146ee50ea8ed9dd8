import { z } from 'zod';

/** Rows that one request of a list brings. */
export const pageSize = 100;

/** `<column>` ascending or `-<column>` descending. */
export function sortOf<const Columns extends readonly [string, ...string[]]>(columns: Columns) {
  const both = columns.flatMap((column) => [column, `-${column}`]) as [
    Columns[number] | `-${Columns[number]}`,
    ...(Columns[number] | `-${Columns[number]}`)[],
  ];
  return z.enum(both);
}

/**
 * Which rows of a list: `offset` is the position of the first one. A `cursor` of the page that ends there makes
 * it cheap; without one (a jump of the scrollbar) the position is counted off.
 */
export const PageRequest = z.object({
  offset: z.coerce.number().int().min(0).max(100_000_000).default(0),
  limit: z.coerce.number().int().min(1).max(pageSize).default(pageSize),
  cursor: z.string().max(400).optional(),
});
export type PageRequest = z.infer<typeof PageRequest>;

/** What a person types into a search box: a case-insensitive substring; empty shows all rows. */
export const SearchTerm = z.string().trim().max(100).default('');

/** A page of rows; `nextCursor` is null on the last one. */
export function pageOf<Row extends z.ZodType>(row: Row) {
  return z.object({ rows: z.array(row), nextCursor: z.string().nullable() });
}

/** The exact number of rows that a list's filters leave. */
export const RowCount = z.object({ count: z.number().int().min(0) });
