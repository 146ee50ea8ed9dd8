import { Link, useSearch } from '@tanstack/react-router';
import { type Desk, entriesOf, type Screen, titleAt } from '#platform/web/router/desk.ts';
import { t } from '#shared/words.ts';
import classes from './top-bar.module.css';

/** Breadcrumbs from the menu's screen to the current one. */
export function Breadcrumbs({ trail }: { trail: readonly Screen[] }) {
  const search = useSearch({ strict: false }) as { edit?: string };
  if (trail.length < 2) return null;
  return (
    <nav aria-label={t`Breadcrumbs`} className={classes.crumbs}>
      <ol>
        {trail.map(({ path, title, editTitle }, depth) => (
          <li key={path}>
            {depth === trail.length - 1 ? (
              <span aria-current="page" title={titleAt({ title, editTitle }, search)}>
                {titleAt({ title, editTitle }, search)}
              </span>
            ) : (
              <Link to={path} activeOptions={{ exact: true }} activeProps={{}} title={title}>
                {title}
              </Link>
            )}
          </li>
        ))}
      </ol>
    </nav>
  );
}

/** The screens from the menu's entry down to the current one; empty if it is not on this desk. */
export function trailOf(desk: Desk, pathname: string): Screen[] {
  for (const entry of entriesOf(desk)) {
    const trail = trailBelow(entry, pathname);
    if (trail.length > 0) return trail;
  }
  return [];
}

function trailBelow(screen: Screen, pathname: string): Screen[] {
  if (isAt(screen.path, pathname)) return [screen];
  for (const next of screen.below) {
    const trail = trailBelow(next, pathname);
    if (trail.length > 0) return [screen, ...trail];
  }
  return [];
}

/** Whether a URL's path matches a screen's, which may contain a parameter: `/printer/print-runs/$id`. */
function isAt(path: string, pathname: string): boolean {
  const [wanted, given] = [path.split('/'), pathname.replace(/\/$/, '').split('/')];
  return (
    wanted.length === given.length && wanted.every((part, at) => part.startsWith('$') || part === given[at])
  );
}
