import { lazyRouteComponent } from '@tanstack/react-router';

export const AuditorManagementPage = lazyRouteComponent(
  () => import('./role-management-page.tsx'),
  'AuditorManagementPage',
);
export const CaseWorkerManagementPage = lazyRouteComponent(
  () => import('./role-management-page.tsx'),
  'CaseWorkerManagementPage',
);
export const PrinterManagementPage = lazyRouteComponent(
  () => import('./role-management-page.tsx'),
  'PrinterManagementPage',
);
export const AddApplicationReceiverPage = lazyRouteComponent(
  () => import('./staff-form-page.tsx'),
  'AddApplicationReceiverPage',
);
export const AddAuditorPage = lazyRouteComponent(() => import('./staff-form-page.tsx'), 'AddAuditorPage');
export const AddCaseWorkerPage = lazyRouteComponent(
  () => import('./staff-form-page.tsx'),
  'AddCaseWorkerPage',
);
export const AddPrinterPage = lazyRouteComponent(() => import('./staff-form-page.tsx'), 'AddPrinterPage');
export const UserManagementPage = lazyRouteComponent(
  () => import('./user-management-page.tsx'),
  'UserManagementPage',
);
