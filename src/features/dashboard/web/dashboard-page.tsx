import { PageHeader } from '#platform/web/components/page-header.tsx';
import { PageViews, usePageView } from '#platform/web/components/page-views.tsx';
import { t } from '#shared/words.ts';
import { ApplicationsView } from './applications-view.tsx';
import classes from './dashboard.module.css';
import { UsersView } from './users-view.tsx';

const views = [
  { value: 'applications', label: t`Applications` },
  { value: 'users', label: t`Users` },
] as const;

/** /admin/dashboard: the applications, or with `?view=users` the people who work on them. */
export function DashboardPage() {
  const view = usePageView(views);
  return (
    <section className={classes.page}>
      <PageHeader
        title={t`Dashboard`}
        actions={<PageViews className={classes.views} label={t`Figures of`} views={views} view={view} />}
      />
      {view === 'users' ? <UsersView /> : <ApplicationsView />}
    </section>
  );
}
