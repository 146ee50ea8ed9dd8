import { lazyPages } from '#platform/web/router/desk.ts';

export const { BankStatementPage } = lazyPages(() => import('./bank-statement-page.tsx'));
export const { BankStatementsPage } = lazyPages(() => import('./bank-statements-page.tsx'));
