/** How many rows a page holds; the first has less room than the further ones. */
type Room = { first: number; further: number };

/**
 * Which rows stand on which page of a paper whose last page holds fewer, because totals or signatures stand below. One
 * row at least stays for that page, so that they never stand alone.
 */
export function cutIntoPages(
  rowCount: number,
  capacity: { page: Room; lastPage: Room },
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
