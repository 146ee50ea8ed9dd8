// What the screens' JSX is compiled to (vite.config.ts): React's own, with every text in the language of now. Declarations
// are worded while their module loads, so a page that changes its language says them anew where they are drawn.
import type { ElementType, Key, ReactElement } from 'react';
import { jsx as draw, jsxs as drawSeveral, Fragment as ReactFragment } from 'react/jsx-runtime';
import { reworded } from './reworded.ts';

export const Fragment = ReactFragment;

export function jsx(type: ElementType, props: Record<string, unknown>, key?: Key): ReactElement {
  return draw(type, reworded(props), key);
}

export function jsxs(type: ElementType, props: Record<string, unknown>, key?: Key): ReactElement {
  return drawSeveral(type, reworded(props), key);
}
