const attribute = 'data-mantine-color-scheme';

/** Paper is white: a dark page is printed in light colours, and turns dark again afterwards. */
export function printInLight(): void {
  const root = document.documentElement;
  let shown: string | null = null;
  window.addEventListener('beforeprint', () => {
    shown = root.getAttribute(attribute);
    root.setAttribute(attribute, 'light');
  });
  window.addEventListener('afterprint', () => {
    if (shown) root.setAttribute(attribute, shown);
  });
}
