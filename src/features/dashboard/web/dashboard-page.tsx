import { SegmentedControl } from '@mantine/core';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { PageHeader } from '#platform/web/components/page-header.tsx';
import { t } from '#shared/words.ts';
import { ApplicationsView } from './applications-view.tsx';
import classes from './dashboard.module.css';
import { UsersView } from './users-view.tsx';

const views = [
  { value: 'applications', label: t`Applications` },
  { value: 'users', label: t`Users` },
];

/** /admin/dashboard: the applications, or with `?view=users` the people who work on them. */
export function DashboardPage() {
  const { view: asked } = useSearch({ strict: false }) as { view?: string };
  const navigate = useNavigate();
  const view = asked === 'users' ? 'users' : 'applications';
  return (
    <section className={classes.page}>
      <PageHeader
        title={t`Dashboard`}
        actions={
          <SegmentedControl
            className={classes.views}
            aria-label={t`Figures of`}
            data={views}
            value={view}
            // Search, order and open record belong to the table of the view that is left.
            onChange={(next) =>
              void navigate({ to: '.', search: (next === 'users' ? { view: next } : {}) as never })
            }
          />
        }
      />
      {view === 'users' ? <UsersView /> : <ApplicationsView />}
    </section>
  );
}
