import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import crest from '#platform/web/assets/crest.svg';
import { paths } from '#shared/paths.ts';
import { t } from '#shared/words.ts';
import classes from './brand-bar.module.css';

/** The head of a page outside the desks; `children` stand at its end. */
export function BrandBar({ children }: { children?: ReactNode }) {
  return (
    <header className={classes.bar}>
      <Link to={paths.login} className={classes.brand}>
        <img src={crest} alt="" width={32} height={32} />
        {t`Dikshant`}
      </Link>
      {children}
    </header>
  );
}
