import { DashboardPage } from '#features/dashboard/web/dashboard-page.tsx';
import { WhatWaits } from '#features/waiting/web/what-waits.tsx';

/** Where an admin lands. */
export function DashboardDesk() {
  return <DashboardPage head={<WhatWaits />} />;
}
