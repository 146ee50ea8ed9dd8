import { lazyRouteComponent } from '@tanstack/react-router';

export const ApplicationFormPage = lazyRouteComponent(
  () => import('./application-form-page.tsx'),
  'ApplicationFormPage',
);
export const CompletedApplicationsPage = lazyRouteComponent(
  () => import('./completed-applications-page.tsx'),
  'CompletedApplicationsPage',
);
export const ReceiverManagementPage = lazyRouteComponent(
  () => import('./receiver-management-page.tsx'),
  'ReceiverManagementPage',
);
export const RejectedApplicationsPage = lazyRouteComponent(
  () => import('./rejected-applications-page.tsx'),
  'RejectedApplicationsPage',
);
export const TotalApplicationsPage = lazyRouteComponent(
  () => import('./total-applications-page.tsx'),
  'TotalApplicationsPage',
);
export const VerifyApplicationsPage = lazyRouteComponent(
  () => import('./verify-applications-page.tsx'),
  'VerifyApplicationsPage',
);
