import { DashboardPage } from '#features/dashboard/web/dashboard-page.tsx';
import { WaitingTables } from '#features/waiting/web/waiting-tables.tsx';

/** Start page of an admin. */
export function DashboardDesk() {
  return <DashboardPage head={<WaitingTables />} />;
}
