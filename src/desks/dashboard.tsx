import { DashboardPage } from '#features/dashboard/web/dashboard-page.tsx';
import { WaitingItems } from '#features/waiting/web/waiting-items.tsx';

/** Start page of an admin. */
export function DashboardDesk() {
  return <DashboardPage head={<WaitingItems isTable />} />;
}
