import { pageSize } from '#shared/fields.ts';

/** Where the next page begins, as the operation of a list takes it. */
type Place = { offset: number; limit: number; cursor: string | undefined };

/** The first rows of a list, read page after page until there are `most` of them; `isPart` says whether others follow. */
export async function readRows<Row>(
  readPage: (place: Place) => Promise<{ rows: Row[]; nextCursor: string | null }>,
  most: number,
): Promise<{ rows: Row[]; isPart: boolean }> {
  const rows: Row[] = [];
  let cursor: string | null | undefined;
  while (cursor !== null && rows.length < most) {
    const page = await readPage({ offset: rows.length, limit: pageSize, cursor });
    rows.push(...page.rows);
    cursor = page.nextCursor;
  }
  return { rows, isPart: cursor !== null };
}
