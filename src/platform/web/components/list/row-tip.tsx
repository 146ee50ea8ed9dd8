import { Portal } from '@mantine/core';
import { type RefObject, useEffect, useState } from 'react';
import classes from './row-actions.module.css';

type Tip = { text: string; right: number; top: number };

/** The one tooltip of a list: says what the `data-tip` under the pointer or the focus says, until it scrolls or Escape. */
export function RowTip(props: { within: RefObject<HTMLElement | null> }) {
  const [tip, setTip] = useState<Tip | null>(null);
  useEffect(() => {
    const region = props.within.current;
    if (!region) return;
    const show = (event: Event) => {
      const target = event.target instanceof Element ? event.target.closest<HTMLElement>('[data-tip]') : null;
      if (!target || (event.type === 'focusin' && !target.matches(':focus-visible'))) return setTip(null);
      const box = target.getBoundingClientRect();
      setTip({ text: target.dataset.tip ?? '', right: box.right, top: box.top - 4 });
    };
    const hide = () => setTip(null);
    const hideByKey = (event: KeyboardEvent) => {
      if (event.key === 'Escape') hide();
    };
    const shows = ['mouseover', 'focusin'] as const;
    const hides = ['mouseleave', 'focusout', 'scroll', 'click'] as const;
    for (const name of shows) region.addEventListener(name, show);
    for (const name of hides) region.addEventListener(name, hide);
    document.addEventListener('keydown', hideByKey);
    return () => {
      for (const name of shows) region.removeEventListener(name, show);
      for (const name of hides) region.removeEventListener(name, hide);
      document.removeEventListener('keydown', hideByKey);
    };
  }, [props.within]);
  if (!tip) return null;
  return (
    <Portal>
      {/* The button's own name says the same to a screen reader. */}
      <div className={classes.tip} style={{ left: tip.right, top: tip.top }} aria-hidden>
        {tip.text}
      </div>
    </Portal>
  );
}
