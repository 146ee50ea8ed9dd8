import { Stack } from '@mantine/core';
import { LargeFile } from '#features/applications/web/application-files.tsx';
import { CertificateCopies } from '#features/certificates/web/certificate-copies.tsx';
import { t } from '#shared/words.ts';
import type { ReprintRequest } from '../contract.ts';

/** What a decision is made by: the photo of the error, and the copies that there are. */
export function ReprintEvidence({ request }: { request: ReprintRequest }) {
  return (
    <Stack gap="md">
      <LargeFile title={t`Photo of error`} file={request.errorPhoto} />
      <CertificateCopies certificateId={request.certificateId} />
    </Stack>
  );
}
