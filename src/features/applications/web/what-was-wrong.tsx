import { Alert, List, Text } from '@mantine/core';
import { IconArrowBackUp } from '@tabler/icons-react';
import { t } from '#shared/words.ts';
import { type ApplicationDetail, returnReasonLabels } from '../contract.ts';

/** Why an application came back to the counter. */
export function WhatWasWrong({ application }: { application: ApplicationDetail }) {
  const isRejected = application.status === 'rejected';
  const by = isRejected ? application.rejectedBy! : application.returnedBy!;
  return (
    <Alert
      color={isRejected ? 'red' : 'yellow'}
      variant="light"
      icon={<IconArrowBackUp aria-hidden />}
      title={isRejected ? t`Rejected by ${by}` : t`Returned by ${by}`}
    >
      {isRejected ? (
        <Text size="sm">{application.rejectionRemark}</Text>
      ) : (
        <>
          <List size="sm">
            {application.returnReasons.map((reason) => (
              <List.Item key={reason}>{returnReasonLabels[reason]}</List.Item>
            ))}
          </List>
          {application.returnRemark && <Text size="sm">{application.returnRemark}</Text>}
        </>
      )}
    </Alert>
  );
}
