import type { Page } from '@playwright/test';

/** Text that a person cannot read as the page is painted now. */
export type HiddenText = {
  /**
   * cut: hidden by a box that clips it · ellipsis: shortened, and the full text is nowhere · outside: beyond the window,
   * where nobody can scroll · over: painted over other text · field: a placeholder or a choice does not fit its field
   */
  kind: 'cut' | 'ellipsis' | 'outside' | 'over' | 'field';
  text: string;
  where: string;
  /** How many pixels are lost, or the text below. */
  by: string;
};

const script = String.raw`(() => {
  const slack = 1.5;
  const faults = [];
  const canvas = document.createElement('canvas').getContext('2d');
  const short = (text) => text.replace(/\s+/g, ' ').trim().slice(0, 60);
  const whereOf = (e) => {
    const names = [];
    for (let at = e; at && at !== document.body && names.length < 4; at = at.parentElement) {
      const label = at.id && !/[:«_]|\d{2}/.test(at.id) ? '#' + at.id : at.getAttribute('role') ? '[' + at.getAttribute('role') + ']' : '';
      names.unshift(at.tagName.toLowerCase() + label);
    }
    return names.join(' > ');
  };
  const styles = new Map();
  const styleOf = (e) => { let s = styles.get(e); if (!s) { s = getComputedStyle(e); styles.set(e, s); } return s; };
  const hides = (value) => value === 'hidden' || value === 'clip';
  const scrolls = (value) => value === 'auto' || value === 'scroll';
  // For screen readers only: one pixel, clipped away, or far off.
  const isForScreenReaders = (e) => {
    const s = styleOf(e);
    const box = e.getBoundingClientRect();
    return (s.position === 'absolute' || s.position === 'fixed') && ((hides(s.overflowX) && box.width <= 2 && box.height <= 2) || /rect\(0px,? 0px,? 0px,? 0px\)|rect\(1px,? 1px,? 1px,? 1px\)/.test(s.clip) || /inset\((50|100)%/.test(s.clipPath) || box.right < -900 || box.bottom < -900);
  };
  const isUnseen = (e) => {
    if (!e.checkVisibility({ opacityProperty: true, visibilityProperty: true, contentVisibilityAuto: true })) return true;
    for (let at = e; at && at !== document.documentElement; at = at.parentElement) if (isForScreenReaders(at)) return true;
    return false;
  };
  // The boxes that clip or scroll an element, innermost first; a fixed or absolute box escapes those that do not contain it.
  const clippersOf = (e) => {
    const found = [];
    let position = styleOf(e).position;
    for (let at = e.parentElement, inside = e; at && at !== document.documentElement; inside = at, at = at.parentElement) {
      const s = styleOf(at);
      const holds = s.position !== 'static' || s.transform !== 'none' || s.filter !== 'none' || /paint|layout|strict|content/.test(s.contain);
      if (position === 'fixed') { if (s.transform !== 'none' || s.filter !== 'none') position = s.position; else continue; }
      else if (position === 'absolute') { if (holds) position = s.position; else continue; }
      else position = s.position;
      if (at !== document.body && (s.overflowX !== 'visible' || s.overflowY !== 'visible')) found.push(at);
    }
    return { boxes: found, isFixed: position === 'fixed' };
  };
  // The window of a virtual list: a clipping box as high as the scrolling frame around it.
  const windows = new Map();
  const isWindow = (e) => {
    if (windows.has(e)) return windows.get(e);
    let found = false;
    for (let up = e.parentElement; up; up = up.parentElement)
      if (scrolls(styleOf(up).overflowY) && up.scrollHeight > up.clientHeight + 1) { found = e.clientHeight >= up.clientHeight * 0.5; break; }
    windows.set(e, found);
    return found;
  };
  const own = (e) => (styleOf(e).overflowX !== 'visible' || styleOf(e).overflowY !== 'visible') && styleOf(e).display !== 'inline' ? [e] : [];
  const saysFully = (e, text) => {
    const wanted = text.replace(/\s+/g, ' ').trim();
    const says = (value) => (value ?? '').replace(/\s+/g, ' ').includes(wanted);
    for (let at = e, up = 0; at && up < 4; at = at.parentElement, up += 1) {
      if (says(at.getAttribute('title')) || says(at.getAttribute('data-tooltip'))) return true;
    }
    return Boolean(e.querySelector('[title]') && says(e.querySelector('[title]').getAttribute('title')));
  };
  // Glyphs, not line boxes: fonts of Indian scripts have lines far higher than their glyphs.
  const inkOf = (e, text, rect) => {
    const s = styleOf(e);
    canvas.font = s.fontStyle + ' ' + s.fontWeight + ' ' + s.fontSize + ' ' + s.fontFamily;
    const m = canvas.measureText(s.textTransform === 'uppercase' ? text.toUpperCase() : text);
    const line = m.fontBoundingBoxAscent + m.fontBoundingBoxDescent;
    const base = rect.top + (rect.height - line) / 2 + m.fontBoundingBoxAscent;
    // A font without these letters has nothing to measure.
    const size = parseFloat(s.fontSize);
    const [up, down] = m.actualBoundingBoxAscent + m.actualBoundingBoxDescent > 1 ? [m.actualBoundingBoxAscent, m.actualBoundingBoxDescent] : [size * 0.75, size * 0.2];
    return { left: rect.left, right: rect.right, top: base - up, bottom: base + down };
  };
  // Below a modal dialog nothing is read: the topmost dialog counts, and what follows it in the document, such as the options of
  // its select.
  const modal = [...document.querySelectorAll('dialog:modal, [aria-modal=true]')].filter((e) => !isUnseen(e)).at(-1);
  const isUnder = (e) => Boolean(modal) && !modal.contains(e) && !(modal.compareDocumentPosition(e) & Node.DOCUMENT_POSITION_FOLLOWING);
  const boxes = [];
  const rootStyle = getComputedStyle(document.documentElement);
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  const range = document.createRange();
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    const text = node.nodeValue;
    const e = node.parentElement;
    if (!text.trim() || !e || /^(SCRIPT|STYLE|NOSCRIPT|TEXTAREA|OPTION|TITLE|TEMPLATE)$/.test(e.tagName) || e.closest('svg') || isUnder(e) || isUnseen(e)) continue;
    range.selectNodeContents(node);
    const rects = [...range.getClientRects()].filter((r) => r.width > 0.5 && r.height > 0.5);
    if (!rects.length) continue;
    const { boxes: outer, isFixed } = clippersOf(e);
    const clippers = [...own(e), ...outer];
    let isReported = false;
    for (const rect of rects) {
      let ink = inkOf(e, text, rect);
      let isGone = false;
      let isScrolled = { x: false, y: false };
      for (const at of clippers) {
        const s = styleOf(at);
        const frame = at.getBoundingClientRect();
        if (frame.width < 2 || frame.height < 2) { isGone = true; break; }
        const box = { left: frame.left + at.clientLeft, top: frame.top + at.clientTop, right: frame.left + at.clientLeft + at.clientWidth, bottom: frame.top + at.clientTop + at.clientHeight };
        // A scrolling box shows the rest on demand.
        const cut = { x: 0, y: 0 };
        if (hides(s.overflowX)) cut.x = Math.max(box.left - ink.left, ink.right - box.right, 0);
        if (hides(s.overflowY) && !isWindow(at)) cut.y = Math.max(box.top - ink.top, ink.bottom - box.bottom, 0);
        const isWhollyOut = ink.right <= box.left || ink.left >= box.right || ink.bottom <= box.top || ink.top >= box.bottom;
        const isClamped = s.webkitLineClamp !== 'none' && s.webkitLineClamp !== '';
        if (isWhollyOut && isClamped) { if (!isReported && !saysFully(at, at.textContent)) { isReported = true; faults.push({ kind: 'ellipsis', text: short(text), where: whereOf(e), by: 'lines are left out' }); } isGone = true; break; }
        if (isWhollyOut && (isWindow(at) || scrolls(s.overflowX) || scrolls(s.overflowY) || isScrolled.x || isScrolled.y)) { isGone = true; break; }
        if (!isReported && cut.x > slack && !isScrolled.x) {
          const withDots = s.textOverflow === 'ellipsis';
          if (!withDots && !(isWhollyOut && frame.width < 4)) { isReported = true; faults.push({ kind: 'cut', text: short(text), where: whereOf(e), by: Math.round(cut.x) + ' px sideways' }); }
          if (withDots && !saysFully(at, text)) { isReported = true; at.setAttribute('data-shortened', short(text)); faults.push({ kind: 'ellipsis', text: short(text), where: whereOf(e), by: Math.round(cut.x) + ' px' }); }
        }
        if (!isReported && cut.y > slack && !isScrolled.y) { isReported = true; faults.push({ kind: 'cut', text: short(text), where: whereOf(e), by: Math.round(cut.y) + ' px in height' }); }
        if (isWhollyOut) { isGone = true; break; }
        ink = { left: Math.max(ink.left, box.left), right: Math.min(ink.right, box.right), top: Math.max(ink.top, box.top), bottom: Math.min(ink.bottom, box.bottom) };
        if (scrolls(s.overflowX)) isScrolled.x = true;
        if (scrolls(s.overflowY)) isScrolled.y = true;
      }
      if (isGone) continue;
      const width = document.documentElement.clientWidth;
      const isStuck = isFixed || hides(rootStyle.overflowY) || hides(styleOf(document.body).overflowY);
      const out = Math.max(-ink.left, ink.right - width, isStuck ? ink.bottom - innerHeight : 0, isStuck ? -ink.top : 0);
      if (out > slack && !isReported) { isReported = true; faults.push({ kind: 'outside', text: short(text), where: whereOf(e), by: Math.round(out) + ' px' }); }
      boxes.push({ e, text, ...ink });
    }
  }
  if (document.documentElement.scrollWidth > document.documentElement.clientWidth + 1) faults.push({ kind: 'outside', text: document.title, where: 'the page', by: 'it scrolls sideways by ' + (document.documentElement.scrollWidth - document.documentElement.clientWidth) + ' px' });

  const isOpaque = (e) => { const s = styleOf(e); const alpha = /rgba?\([^)]*[,/]\s*([\d.]+)\)$/.exec(s.backgroundColor); return s.backgroundColor !== 'transparent' && !(s.backgroundColor.startsWith('rgba') && Number(alpha?.[1] ?? 1) < 0.9); };
  boxes.sort((a, b) => a.top - b.top);
  const pairs = new Set();
  for (let i = 0; i < boxes.length; i += 1) {
    for (let j = i + 1; j < boxes.length && boxes[j].top < boxes[i].bottom; j += 1) {
      const [a, b] = [boxes[i], boxes[j]];
      if (a.e === b.e || a.e.contains(b.e) || b.e.contains(a.e)) continue;
      const width = Math.min(a.right, b.right) - Math.max(a.left, b.left);
      const height = Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top);
      if (width <= 2 || height <= 2 || height < 0.25 * Math.min(a.bottom - a.top, b.bottom - b.top)) continue;
      const x = Math.max(a.left, b.left) + width / 2, y = Math.max(a.top, b.top) + height / 2;
      if (x < 0 || y < 0 || x > innerWidth || y > innerHeight) continue;
      const stack = document.elementsFromPoint(x, y);
      // One of them may be below something opaque: a dialog, a frozen column, a bar. Text that overflows its box is not always
      // hit: it then counts as seen, unless the topmost element covers it.
      const exact = [a, b].map(({ e }) => stack.indexOf(e));
      const lower = exact[0] > exact[1] ? a.e : b.e;
      const missing = [a, b].find((_, index) => exact[index] < 0);
      if (exact.every((one) => one < 0)) continue;
      const over = missing ? stack.slice(0, Math.max(...exact) + 1) : stack.slice(Math.min(...exact), Math.max(...exact));
      if (over.some((one) => !one.contains(missing ? missing.e : lower) && isOpaque(one))) continue;
      const name = short(a.text) + '|' + short(b.text);
      if (pairs.has(name)) continue;
      pairs.add(name);
      faults.push({ kind: 'over', text: short(a.text), where: whereOf(a.e), by: 'over ‘' + short(b.text) + '’' });
    }
  }
  for (const field of document.querySelectorAll('input, textarea, select')) {
    if (isUnder(field) || isUnseen(field) || /^(hidden|checkbox|radio|file|range|color)$/.test(field.type) || field.clientWidth < 4) continue;
    const s = styleOf(field);
    const text = field.tagName === 'SELECT' ? field.selectedOptions[0]?.text ?? '' : field.value || field.placeholder;
    // Text that a person typed may be longer than its field; a choice and a placeholder may not.
    const isOurs = field.tagName === 'SELECT' || !field.value || field.readOnly || field.getAttribute('role') === 'combobox';
    if (!text || !isOurs || field.tagName === 'TEXTAREA' || saysFully(field, text)) continue;
    canvas.font = s.fontStyle + ' ' + s.fontWeight + ' ' + s.fontSize + ' ' + s.fontFamily;
    const room = field.clientWidth - parseFloat(s.paddingLeft) - parseFloat(s.paddingRight);
    const needed = canvas.measureText(text).width;
    if (needed > room + slack) faults.push({ kind: 'field', text: short(text), where: whereOf(field), by: Math.round(needed - room) + ' px' });
  }
  return faults;
})()`;

/**
 * Finds text that is clipped, shortened, covered or outside of the window. A shortened text may have a tooltip, which is there only
 * while the pointer is: `tooltips` keeps which texts have one while a page is measured often.
 */
export async function findHiddenText(
  page: Page,
  tooltips = new Map<string, boolean>(),
): Promise<HiddenText[]> {
  await page.evaluate('document.fonts.ready.then(() => undefined)');
  const faults = await page.evaluate<HiddenText[]>(script);
  const kept: HiddenText[] = [];
  let hovered = 0;
  for (const fault of faults) {
    if (fault.kind === 'ellipsis' && !tooltips.has(fault.text) && hovered < 6) {
      hovered += 1;
      tooltips.set(fault.text, await hasTooltip(page, fault.text));
    }
    if (fault.kind !== 'ellipsis' || !tooltips.get(fault.text)) kept.push(fault);
  }
  return kept;
}

async function hasTooltip(page: Page, text: string): Promise<boolean> {
  const cut = page.locator(`[data-shortened=${JSON.stringify(text)}]`).first();
  await cut.hover({ timeout: 1_000 }).catch(() => {});
  const tip = page.getByRole('tooltip').filter({ hasText: text });
  const isShown = await tip
    .first()
    .waitFor({ timeout: 700 })
    .then(
      () => true,
      () => false,
    );
  await page.mouse.move(0, 0);
  return isShown;
}

export function describeHiddenText({ kind, text, where, by }: HiddenText): string {
  return `${kind}: ‘${text}’ (${by}) at ${where}`;
}
