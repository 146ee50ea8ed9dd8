// Like jsx-runtime.ts, for `npm run dev` and component tests.
import type { ElementType, ReactElement } from 'react';
import * as runtime from 'react/jsx-dev-runtime';
import { translateProps } from './translate-props.ts';

type Draw = (type: ElementType, props: unknown, ...rest: unknown[]) => ReactElement;
// React's types omit it, because only compilers call it.
const draw = (runtime as unknown as { jsxDEV: Draw }).jsxDEV;
export const { Fragment } = runtime;

export function jsxDEV(type: ElementType, props: Record<string, unknown>, ...rest: unknown[]): ReactElement {
  return draw(type, translateProps(props), ...rest);
}
