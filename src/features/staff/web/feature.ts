import { lazyPages } from '#platform/web/router/desk.ts';

export const { AddApplicationReceiverPage, AddAuditorPage, AddCaseWorkerPage, AddPrinterPage } = lazyPages(
  () => import('./staff-form.tsx'),
);
export const { PeopleOnDayPage } = lazyPages(() => import('./people-on-day-page.tsx'));
export const { AuditorManagementPage, CaseWorkerManagementPage, PrinterManagementPage, UserManagementPage } =
  lazyPages(() => import('./staff-list-pages.tsx'));
