import { Link } from '@tanstack/react-router';
import type { Screen } from '#platform/web/router/screen.ts';
import { t } from '#shared/words.ts';
import classes from './breadcrumbs.module.css';

/** The way back from a screen that is not in the menu itself to the one that is. */
export function Breadcrumbs({ trail }: { trail: readonly Screen[] }) {
  if (trail.length < 2) return null;
  return (
    <nav aria-label={t`Breadcrumbs`} className={classes.crumbs}>
      <ol>
        {trail.map(({ path, title }, depth) => (
          <li key={path}>
            {depth === trail.length - 1 ? (
              <span aria-current="page">{title}</span>
            ) : (
              <Link to={path} activeOptions={{ exact: true }} activeProps={{}}>
                {title}
              </Link>
            )}
          </li>
        ))}
      </ol>
    </nav>
  );
}
