import { Trans } from '@lingui/react/macro';
import { Anchor, Text } from '@mantine/core';
import { paths } from '#shared/paths.ts';
import type { EarlierApplication } from '../contract.ts';

/** Links to an existing application with the number above. */
export function EarlierNote({ earlier }: { earlier: EarlierApplication }) {
  const { id, acknowledgementNumber, candidateName, registrationNumber, examRollNumber } = earlier;
  return (
    <Text span size="sm" c="var(--mantine-color-text)" role="status">
      <Trans>
        Already received:{' '}
        <Anchor href={paths.applicationReceiver.application(id)} target="_blank" rel="noopener" inherit>
          application ACK {acknowledgementNumber} {candidateName}
        </Anchor>
        , with College Registration number {registrationNumber} and Exam roll number {examRollNumber}.
      </Trans>
    </Text>
  );
}
