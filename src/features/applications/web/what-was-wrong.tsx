import { Alert, List, Text } from '@mantine/core';
import { IconArrowBackUp } from '@tabler/icons-react';
import { t } from '#shared/words.ts';
import type { ApplicationDetail } from '../contract.ts';
import { rejectionReasonLabels, returnReasonLabels } from '../decision-contract.ts';

/** Why an application came back to the counter. */
export function WhatWasWrong({ application }: { application: ApplicationDetail }) {
  const isRejected = application.status === 'rejected';
  const by = isRejected ? application.rejectedBy! : application.returnedBy!;
  const { rejectionReason, rejectionRemark, returnReasons, returnRemark } = application;
  const reasons = isRejected
    ? rejectionReason && [rejectionReasonLabels[rejectionReason]]
    : returnReasons.map((reason) => returnReasonLabels[reason]);
  const remark = isRejected ? rejectionRemark : returnRemark;
  return (
    <Alert
      color={isRejected ? 'red' : 'yellow'}
      variant="light"
      icon={<IconArrowBackUp aria-hidden />}
      title={isRejected ? t`Rejected by ${by}` : t`Returned by ${by}`}
    >
      {reasons && (
        <List size="sm">
          {reasons.map((reason) => (
            <List.Item key={reason}>{reason}</List.Item>
          ))}
        </List>
      )}
      {remark && <Text size="sm">{remark}</Text>}
    </Alert>
  );
}
