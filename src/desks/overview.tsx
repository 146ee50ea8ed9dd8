import { AuditorOverviewPage } from '#features/audit/web/overview-page.tsx';
import { WhatWaits } from '#features/waiting/web/what-waits.tsx';

/** Start page of an auditor. */
export function OverviewDesk() {
  return <AuditorOverviewPage head={<WhatWaits />} />;
}
