import { AuditorOverviewPage } from '#features/audit/web/overview-page.tsx';
import { WhatWaits } from '#features/waiting/web/what-waits.tsx';

/** Where an auditor lands. */
export function OverviewDesk() {
  return <AuditorOverviewPage head={<WhatWaits />} />;
}
