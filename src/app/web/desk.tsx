import '#features/words.ts';
import { desks } from '#desks/desks.ts';
import { OpenByScan } from '#features/applications/web/open-by-scan.tsx';
import { RecoveryNotice } from '#features/recoveries/web/recovery-notice.tsx';
import { FindRecords } from '#features/search/web/find-records.tsx';
import { MenuCounts } from '#features/waiting/web/menu-count.tsx';
import { ShellLayout } from '#platform/web/shell/shell-layout.tsx';

/** The shell with the menu, and the scanner listener: loaded together so that no scan is missed. */
export function Desk() {
  return (
    <>
      <ShellLayout
        desks={desks}
        notice={<RecoveryNotice />}
        search={<FindRecords desks={desks} />}
        Counts={MenuCounts}
      />
      <OpenByScan />
    </>
  );
}
