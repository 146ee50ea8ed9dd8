import { IconBuildingBank, IconCoinRupee, IconHourglass, IconReceiptRupee } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { api } from '#features/client.ts';
import { ErrorNotice } from '#platform/web/components/error-notice.tsx';
import { FigureTile, FigureTiles } from './figure-tile.tsx';

/** What was asked for, what came, what is missing, and what still lies in the drawer. */
export function FeeTiles() {
  const fees = useQuery(api.dashboard.getFeeFigures.queryOptions());
  if (fees.error) return <ErrorNotice error={fees.error} onRetry={() => void fees.refetch()} />;
  return (
    <FigureTiles>
      <FigureTile name="feeGenerated" figure={fees.data?.generated} icon={IconReceiptRupee} isMoney />
      <FigureTile name="feeCollected" figure={fees.data?.collected} icon={IconCoinRupee} isMoney />
      <FigureTile name="pendingFee" figure={fees.data?.pending} icon={IconHourglass} isMoney isBurden />
      <FigureTile name="draftsToDeposit" figure={fees.data?.undeposited} icon={IconBuildingBank} isBurden />
    </FigureTiles>
  );
}
