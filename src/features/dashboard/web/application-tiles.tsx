import { IconCoinRupee, IconFileText, IconHourglass, IconSchool } from '@tabler/icons-react';
import type { ApplicationFigures } from '../contract.ts';
import { FigureTile, FigureTiles } from './figure-tile.tsx';

export function ApplicationTiles({ figures }: { figures: ApplicationFigures | undefined }) {
  return (
    <FigureTiles>
      <FigureTile name="students" figure={figures?.students} icon={IconSchool} />
      <FigureTile name="applications" figure={figures?.applications} icon={IconFileText} />
      <FigureTile name="revenue" figure={figures?.revenue} icon={IconCoinRupee} isMoney />
      <FigureTile name="pendingFee" figure={figures?.pendingFee} icon={IconHourglass} isMoney isBurden />
    </FigureTiles>
  );
}
