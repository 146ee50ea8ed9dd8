import { lazyRouteComponent } from '@tanstack/react-router';

export const BankStatementPage = lazyRouteComponent(
  () => import('./bank-statement-page.tsx'),
  'BankStatementPage',
);
export const BankStatementsPage = lazyRouteComponent(
  () => import('./bank-statements-page.tsx'),
  'BankStatementsPage',
);
