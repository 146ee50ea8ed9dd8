import { lazyRouteComponent } from '@tanstack/react-router';

export const ManageApplicationsDesk = lazyRouteComponent(
  () => import('./manage-applications.tsx'),
  'ManageApplicationsDesk',
);
