import { lazyRouteComponent } from '@tanstack/react-router';

export const DepositSlipsPage = lazyRouteComponent(
  () => import('./deposit-slips-page.tsx'),
  'DepositSlipsPage',
);
export const NewDepositSlipPage = lazyRouteComponent(
  () => import('./new-deposit-slip-page.tsx'),
  'NewDepositSlipPage',
);
