import { Text } from '@mantine/core';
import { charged, describeCharge, type ScheduledCharge } from '#features/charges/charge.ts';
import { t } from '#shared/words.ts';

/** Each charge with the schedule row that applied. */
export function ChargeLines({ charges }: { charges: readonly ScheduledCharge[] }) {
  return (
    <ul aria-label={t`Charges`} style={{ margin: 0, padding: 0, listStyle: 'none' }}>
      {charged(charges).map((charge) => (
        <Text component="li" size="sm" key={charge.kind}>
          {describeCharge(charge)}
        </Text>
      ))}
    </ul>
  );
}
