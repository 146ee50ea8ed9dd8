import { type RefObject, useEffect, useState } from 'react';
import { CopyNumber } from '../copy-number.tsx';
import classes from './cell-copy.module.css';

type ButtonPosition = { number: string; left: number; top: number };

/** Pixels of the button at the end of its cell. */
const size = 24;

/**
 * The list's one copy button, shown over the cell with a number (`data-copied`) under the pointer. With the keyboard,
 * numbers are copied in the row's details.
 */
export function CellCopy(props: { within: RefObject<HTMLElement | null> }) {
  const [position, setPosition] = useState<ButtonPosition | null>(null);
  useEffect(() => {
    const region = props.within.current;
    const frame = region?.parentElement;
    if (!region || !frame) return;
    const show = ({ target }: Event) => {
      if (!(target instanceof Element) || target.closest(`.${classes.button}`)) return;
      const cell = target.closest<HTMLElement>('[data-copied]');
      const number = cell?.dataset.copied;
      if (!cell || !number) return setPosition(null);
      const box = cell.getBoundingClientRect();
      const right = Math.min(box.right, region.getBoundingClientRect().right);
      setPosition({ number, left: right - size - 2, top: box.top + (box.height - size) / 2 });
    };
    const hide = () => setPosition(null);
    const listening = new AbortController();
    const { signal } = listening;
    frame.addEventListener('mouseover', show, { signal });
    frame.addEventListener('mouseleave', hide, { signal });
    region.addEventListener('scroll', hide, { signal });
    region.addEventListener('keydown', hide, { signal });
    return () => listening.abort();
  }, [props.within]);
  if (!position) return null;
  const { number, ...at } = position;
  return (
    <span className={classes.button} style={at}>
      <CopyNumber key={number} number={number} size={size} variant="default" tabIndex={-1} />
    </span>
  );
}
