import { StockWord } from '#features/stock/web/stock-words.tsx';
import type { Cells } from '#platform/web/components/list.tsx';
import type { Certificate } from '../contract.ts';

/** How every list of certificates draws its columns. */
export const certificateCells: Cells<Certificate> = {
  chosenColour: (row) => <StockWord word={row.chosenColour} />,
  selectedPaper: (row) => <StockWord word={row.selectedPaper} />,
};
