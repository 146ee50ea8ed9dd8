import { lazyPages } from '#platform/web/router/desk.ts';

export const { DepositSlipsPage } = lazyPages(() => import('./deposit-slips-page.tsx'));
export const { NewDepositSlipPage } = lazyPages(() => import('./new-deposit-slip-page.tsx'));
