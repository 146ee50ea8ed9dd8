import { Tooltip } from '@mantine/core';
import { IconDiscount2 } from '@tabler/icons-react';
import { Money } from '#platform/web/components/money.tsx';
import { t } from '#shared/words.ts';
import { describeConcession } from '../concession.ts';
import type { Application } from '../contract.ts';
import classes from './total-amount.module.css';

/** What an application has to pay, with a mark when that is less than the fee. */
export function TotalAmount({
  application: { totalAmount, feeAmount, concession },
}: {
  application: Pick<Application, 'totalAmount' | 'feeAmount' | 'concession'>;
}) {
  if (!concession) return <Money amount={totalAmount} />;
  const words = describeConcession(feeAmount, concession);
  return (
    <Tooltip label={words} multiline maw={320}>
      <span className={classes.total}>
        <IconDiscount2 size={16} role="img" aria-label={t`Concession`} />
        <Money amount={totalAmount} />
      </span>
    </Tooltip>
  );
}
