import { IconClipboardCheck, IconInbox, IconPrinter, IconUsers } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { api } from '#features/client.ts';
import { ErrorNotice } from '#platform/web/components/error-notice.tsx';
import { FigureTile, FigureTiles } from './figure-tile.tsx';

/** How many people of each kind work with the portal. */
export function StaffTiles() {
  const staff = useQuery(api.dashboard.getStaffFigures.queryOptions());
  if (staff.error) return <ErrorNotice error={staff.error} onRetry={() => void staff.refetch()} />;
  return (
    <FigureTiles>
      <FigureTile name="users" figure={staff.data?.users} icon={IconUsers} />
      <FigureTile name="caseWorkers" figure={staff.data?.caseWorkers} icon={IconClipboardCheck} />
      <FigureTile name="receivers" figure={staff.data?.receivers} icon={IconInbox} />
      <FigureTile name="printers" figure={staff.data?.printers} icon={IconPrinter} />
    </FigureTiles>
  );
}
