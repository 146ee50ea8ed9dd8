/** Rows that fit on a page; the first page has less room than later ones. */
type PageCapacity = { first: number; further: number };

/**
 * Distributes rows over pages when the last page has less room because of totals or signatures. At least one row stays
 * on the last page, so that these never stand alone.
 */
export function paginate(
  rowCount: number,
  capacity: { page: PageCapacity; lastPage: PageCapacity },
): { start: number; end: number }[] {
  const pages: { start: number; end: number }[] = [];
  for (let start = 0; ; ) {
    const place = pages.length === 0 ? 'first' : 'further';
    const rest = rowCount - start;
    const isLast = rest <= capacity.lastPage[place];
    const end = start + (isLast ? rest : Math.min(capacity.page[place], rest - 1));
    pages.push({ start, end });
    if (isLast) return pages;
    start = end;
  }
}
