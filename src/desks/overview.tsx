import { AuditorOverviewPage } from '#features/audit/web/overview-page.tsx';
import { WaitingItems } from '#features/waiting/web/waiting-items.tsx';

/** Start page of an auditor. */
export function OverviewDesk() {
  return <AuditorOverviewPage head={<WaitingItems />} />;
}
