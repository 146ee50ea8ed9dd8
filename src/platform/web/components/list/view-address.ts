import type { ListView } from '#shared/list-view.ts';

/**
 * The columns as a URL parameter, `studentName-w200.status-h`: in order, with the person's width, and whether each is
 * hidden or on a phone's card.
 */
export function writeView(ordered: readonly { key: string }[], view: ListView): string {
  return ordered
    .map(({ key }) => {
      const width = view.widths[key];
      return [
        key,
        ...(view.hidden.includes(key) ? ['h'] : []),
        ...(view.card?.includes(key) ? ['c'] : []),
        ...(width === undefined ? [] : [`w${width}`]),
      ].join('-');
    })
    .join('.');
}

/** Parses it and ignores unknown columns and invalid values. Null if there are no columns. */
export function parseView(text: string | null, known: readonly string[]): ListView | null {
  const view: ListView = { order: [], hidden: [], widths: {} };
  for (const [key = '', ...words] of (text ?? '').split('.').map((column) => column.split('-'))) {
    if (!known.includes(key) || view.order.includes(key)) continue;
    view.order.push(key);
    if (words.includes('h')) view.hidden.push(key);
    if (words.includes('c')) view.card = [...(view.card ?? []), key];
    const width = Number(words.find((word) => /^w\d{2,3}$/.test(word))?.slice(1));
    if (width >= 40 && width <= 900) view.widths[key] = width;
  }
  // Hiding the last column would leave nothing.
  if (known.every((key) => view.hidden.includes(key))) view.hidden = [];
  return view.order.length > 0 ? view : null;
}
