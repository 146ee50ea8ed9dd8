import { DashboardPage } from '#features/dashboard/web/dashboard-page.tsx';
import { WhatWaits } from '#features/waiting/web/what-waits.tsx';

/** Start page of an admin. */
export function DashboardDesk() {
  return <DashboardPage head={<WhatWaits />} />;
}
