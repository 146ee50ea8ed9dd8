// The JSX runtime of the screens (vite.config.ts): React's own, with every text translated into the current language.
// Labels are evaluated while their module loads, so they have to be translated again after a change of language.
import type { ElementType, Key, ReactElement } from 'react';
import { jsx as draw, jsxs as drawSeveral, Fragment as ReactFragment } from 'react/jsx-runtime';
import { translateProps } from './translate-props.ts';

export const Fragment = ReactFragment;

export function jsx(type: ElementType, props: Record<string, unknown>, key?: Key): ReactElement {
  return draw(type, translateProps(props), key);
}

export function jsxs(type: ElementType, props: Record<string, unknown>, key?: Key): ReactElement {
  return drawSeveral(type, translateProps(props), key);
}
