import { Stack } from '@mantine/core';
import type { ReactNode } from 'react';
import { staffCells, staffDetails } from '#features/staff/web/staff-columns.tsx';
import { everybodyList, type RoleFilter, roleFilter } from '#features/staff/web/staff-list.ts';
import type { SelectFilters } from '#platform/web/components/list.tsx';
import { ListSection } from '#platform/web/components/list-screen.tsx';
import { PageHeader, PageViews, usePageView } from '#platform/web/components/page.tsx';
import { optionsOf } from '#shared/labels.ts';
import { t } from '#shared/words.ts';
import { ApplicationsView } from './applications-view.tsx';
import classes from './dashboard.module.css';
import { StaffTiles } from './figure-tiles.tsx';

const views = optionsOf({ applications: t`Applications`, users: t`Users` });

/** /admin/dashboard: figures on applications, or with `?view=users` on the people who work on them. */
export function DashboardPage({ head }: { head: ReactNode }) {
  const view = usePageView(views);
  return (
    <Stack component="section" gap="md">
      <PageHeader
        title={t`Dashboard`}
        actions={<PageViews className={classes.views} label={t`Figures of`} views={views} view={view} />}
      />
      {head}
      {view === 'users' ? <UsersView /> : <ApplicationsView />}
    </Stack>
  );
}

const userFilters: SelectFilters<RoleFilter> = { role: roleFilter };

/** The people who work with the portal, read-only; accounts are changed in user management. */
function UsersView() {
  return (
    <>
      <StaffTiles />
      <ListSection
        title={t`Users`}
        searchPlaceholder={t`Search user......`}
        emptyMessage={t`No users found`}
        emptyHelp={t`Everybody who signs in to the portal is listed here, with role and account.`}
        cells={staffCells}
        filters={userFilters}
        list={everybodyList}
        rowLabel={(row) => row.name}
        details={staffDetails}
      />
    </>
  );
}
