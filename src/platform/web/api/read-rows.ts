import { pageSize } from '#shared/fields.ts';

/** Where the next page begins, as a list operation's input. */
type PagePosition = { offset: number; limit: number; cursor: string | undefined };

/** Reads the first rows of a list page by page, up to `most`; `isPart` says whether there are more. */
export async function readRows<Row>(
  readPage: (place: PagePosition) => Promise<{ rows: Row[]; nextCursor: string | null }>,
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
