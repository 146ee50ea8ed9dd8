import { Group, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { CertificateCopies } from '#features/certificates/web/certificate-copies.tsx';
import { api } from '#features/client.ts';
import { ErrorNotice } from '#platform/web/components/use-command.tsx';
import { formatMoment } from '#shared/format.ts';
import { t } from '#shared/words.ts';
import { describeEnd, reasonOf } from '../columns.ts';
import type { ReprintRequest } from '../contract.ts';
import { ReprintCharge } from './reprint-charge.tsx';
import { ReprintStatusBadge } from './reprint-screen.tsx';

/** The copies of a certificate, and its reprint requests with their decisions. */
export function CertificateReprints({ certificateId }: { certificateId: string }) {
  const requests = useQuery(requestsOf(certificateId));
  return (
    <Stack gap="sm">
      <CertificateCopies certificateId={certificateId} />
      {requests.error && <ErrorNotice error={requests.error} />}
      {requests.data?.rows.map((request) => (
        <Stack key={request.id} gap={4}>
          <Group gap="xs">
            <ReprintStatusBadge request={request} />
            <Text size="sm">{wordsOf(request)}</Text>
          </Group>
          <ReprintCharge request={request} />
        </Stack>
      ))}
    </Stack>
  );
}

/** The newest requests for reprints of one certificate. */
export function requestsOf(certificateId: string | undefined) {
  return api.reprints.listReprintRequests.queryOptions({
    input: { certificateId },
    enabled: certificateId !== undefined,
  });
}

function wordsOf(request: ReprintRequest): string {
  const { requestedBy, requestedAt, decidedBy, endedWith } = request;
  const reason = reasonOf(request);
  const asked = t`Reprint asked for by ${requestedBy} on ${formatMoment(requestedAt)}: ${reason}`;
  const remark = describeEnd(request);
  if (remark === null) return asked;
  return endedWith === null ? t`${asked} Rejected by ${decidedBy ?? ''}: ${remark}` : `${asked} ${remark}`;
}
