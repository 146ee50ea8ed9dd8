import type { Page } from '@playwright/test';

export type MeasuredList = {
  /** Texts that are cut although another column has room to give. */
  cut: string[];
  /** What the pinned columns leave of the width of the list, or null for cards. */
  left: number | null;
  /** How many cells or cards were looked at. */
  looked: number;
};

// What is wide enough beside its content to be called empty: a gap of a letter is none.
const script = `(() => {
  const slack = 16;
  const frame = document.querySelector('main [role=grid]') ?? document.querySelector('main');
  const shown = (e) => e.checkVisibility() && e.getBoundingClientRect().width > 1;
  const texts = (e) => {
    const found = [];
    const walker = document.createTreeWalker(e, NodeFilter.SHOW_TEXT);
    for (let node = walker.nextNode(); node; node = walker.nextNode())
      if (node.data.trim() && node.parentElement.checkVisibility()) found.push(node);
    return found;
  };
  const contentWidth = (cell) => {
    const range = document.createRange();
    const rects = texts(cell).flatMap((node) => { range.selectNodeContents(node); return [...range.getClientRects()]; });
    // A button of a heading or a link may be as wide as its column; its words are not.
    for (const e of cell.querySelectorAll('img, svg, input, select, button, [data-tone]'))
      if (shown(e) && !(e.matches('button') && e.textContent.trim())) rects.push(e.getBoundingClientRect());
    if (!rects.length) return 0;
    const s = getComputedStyle(cell);
    const edges = parseFloat(s.paddingLeft) + parseFloat(s.paddingRight);
    return Math.max(...rects.map((r) => r.right)) - Math.min(...rects.map((r) => r.left)) + edges;
  };
  const isCut = (cell) => texts(cell).some((node) => {
    for (let e = node.parentElement; e && cell.contains(e); e = e.parentElement) {
      const s = getComputedStyle(e);
      if (s.position === 'absolute' || s.clipPath !== 'none') return false;
      if (s.overflowX !== 'visible' && e.clientWidth > 1 && e.scrollWidth > e.clientWidth + 1) return true;
    }
    return false;
  });
  const columns = [...frame.querySelectorAll('[role=columnheader]')].filter(shown);
  const rows = [...frame.querySelectorAll('[role=row]')].filter(shown);
  if (columns.length < 2) {
    // Cards: a text may end early only where its line is full.
    const width = frame.getBoundingClientRect().width;
    const cut = rows.flatMap((row) => [...row.querySelectorAll('*')].filter((e) => e.children.length === 0 && isCut(e)))
      .filter((e) => e.clientWidth < width / 2).map((e) => e.textContent.trim());
    if (document.documentElement.scrollWidth > innerWidth + 1) cut.push('the page scrolls sideways');
    return { cut, left: null, looked: rows.length };
  }
  const headings = columns.map((e) => e.textContent.trim());
  const byColumn = columns.map((head) => ({ cells: [head], width: head.getBoundingClientRect().width }));
  for (const row of rows) {
    const cells = [...row.querySelectorAll('[role=gridcell]')].filter((e) => e.checkVisibility());
    if (cells.length === columns.length) cells.forEach((cell, place) => byColumn[place].cells.push(cell));
  }
  const room = byColumn.map(({ cells, width }) => width - Math.max(...cells.map(contentWidth)));
  const wide = headings.filter((_, place) => room[place] > slack);
  const cut = byColumn.flatMap(({ cells }, place) => {
    const other = wide.find((heading) => heading !== headings[place]);
    return other === undefined ? [] : cells.filter(isCut).map((cell) => headings[place] + ': ' + cell.textContent.trim() + ' (' + other + ' has room)');
  });
  const [sample] = rows.filter((row) => row.querySelectorAll('[role=gridcell]').length === columns.length);
  const pinned = [...(sample ?? rows[0]).querySelectorAll('[role=gridcell]')].filter((cell) => {
    const s = getComputedStyle(cell);
    return s.position === 'sticky' && (s.left !== 'auto' || s.right !== 'auto');
  });
  const taken = pinned.reduce((sum, cell) => sum + cell.getBoundingClientRect().width, 0);
  const looked = byColumn.reduce((sum, { cells }) => sum + cells.length - 1, 0);
  return { cut: [...new Set(cut)], left: Math.round(frame.clientWidth - taken), looked };
})()`;

/** Measures the columns of the list on the page, as it stands. */
export async function measureColumns(page: Page): Promise<MeasuredList> {
  await page.evaluate('document.fonts.ready.then(() => undefined)');
  return page.evaluate<MeasuredList>(script);
}

/** The controls that stand in another row than the search above the same list. */
export async function strayTools(page: Page): Promise<string[]> {
  return page.evaluate<string[]>(`(() => {
    const grid = document.querySelector('main [role=grid]');
    const search = [...document.querySelectorAll('main input[placeholder]')].filter((e) => e.checkVisibility())
      .filter((e) => e.getBoundingClientRect().bottom <= grid.getBoundingClientRect().top + 1).at(-1);
    const row = search.getBoundingClientRect();
    const isFacet = (e) => e.matches('select, [role=combobox], [aria-haspopup]');
    return [...document.querySelectorAll('main :is(button, input, select, [role=combobox])')]
      .filter((e) => e !== search && e.checkVisibility() && !grid.contains(e) && !e.closest('h1, nav, table, [role=dialog]'))
      .filter((e) => {
        const { top, bottom } = e.getBoundingClientRect();
        const middle = (top + bottom) / 2;
        if (middle > grid.getBoundingClientRect().top) return false;
        return middle > row.bottom || (middle < row.top && isFacet(e) && row.top - bottom < 60 && e.closest('header') === null);
      })
      .map((e) => e.getAttribute('aria-label') ?? e.textContent.trim());
  })()`);
}
