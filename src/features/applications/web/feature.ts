import { lazyPages } from '#platform/web/router/desk.ts';

export const { ApplicationFormPage } = lazyPages(() => import('./application-form.tsx'));
export const { CompletedApplicationsPage, RejectedApplicationsPage, TotalApplicationsPage } = lazyPages(
  () => import('./application-list-screen.tsx'),
);
export const { ReceiverManagementPage } = lazyPages(() => import('./receiver-management-page.tsx'));
export const { VerifyApplicationsPage } = lazyPages(() => import('./verify-applications-page.tsx'));
