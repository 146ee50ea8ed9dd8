import type { Db } from '#platform/server/db/database.ts';
import type { Settings } from '#platform/server/settings.ts';
import type { ListExport, Page } from './export-list.ts';

/** Larger than on screen: a search that is not in index order finds all its matches again for each page. */
const rowsPerPage = 5_000;

/** A client that reads nothing for this long counts as gone; its connection is released. */
const timeoutMilliseconds = 120_000;

/** All pages of a list in one snapshot. The connection is released at the last page, on error, or by `return()`. */
export async function* readPages(
  db: Db,
  list: ListExport,
  { input, settings, onStall }: { input: object; settings: Settings; onStall: () => void },
): AsyncGenerator<Page['rows'], void, undefined> {
  const snapshot = await db
    .startTransaction()
    .setIsolationLevel('repeatable read')
    .setAccessMode('read only')
    .execute();
  let timer: NodeJS.Timeout | undefined;
  try {
    let offset = 0;
    let cursor: string | null | undefined;
    while (cursor !== null) {
      const place = { offset, limit: rowsPerPage, cursor };
      const page: Page = await list.read(snapshot, { ...input, ...place }, settings);
      timer = setTimeout(onStall, timeoutMilliseconds).unref();
      yield page.rows;
      clearTimeout(timer);
      offset += page.rows.length;
      cursor = page.nextCursor;
    }
  } finally {
    clearTimeout(timer);
    await snapshot.rollback().execute();
  }
}
