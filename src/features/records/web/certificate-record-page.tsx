import { Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { whoIsNextOn } from '#features/applications/web/next-step.tsx';
import { CertificateBadge, certificateDetails } from '#features/certificates/web/certificate-details.tsx';
import { CertificateRevocations } from '#features/certificates/web/certificate-revocations.tsx';
import { useCertificateActions } from '#features/certificates/web/use-certificate-actions.tsx';
import { api } from '#features/client.ts';
import { CertificateReprints } from '#features/reprints/web/certificate-reprints.tsx';
import { reprintOfCertificate } from '#features/reprints/web/reprint-actions.tsx';
import { Loaded } from '#platform/web/components/page.tsx';
import type { RecordPage } from '../contract.ts';
import { RecordFrame, useRecordKey } from './record-page.tsx';

const requestReprint = { ...reprintOfCertificate, isFor: 'reprints:request' } as const;

/** /<desk>/records/certificate/<id or convocation number>. */
export function CertificateRecordPage() {
  const key = useRecordKey();
  const record = useQuery(api.records.getCertificateRecord.queryOptions({ input: { key } }));
  return <Loaded query={record}>{(found) => <CertificateRecord record={found} />}</Loaded>;
}

function CertificateRecord({ record }: { record: RecordPage }) {
  const own = useQuery(api.certificates.getCertificate.queryOptions({ input: { id: record.id } }));
  const actions = useCertificateActions();
  return (
    <RecordFrame
      record={record}
      own={own}
      subject={(row) => row.studentName}
      badge={(row) => <CertificateBadge state={row.state} />}
      next={(row) => <Text fw={600}>{whoIsNextOn(row.state, row.withheldAt)}</Text>}
      fields={certificateDetails}
      actions={[...actions, requestReprint]}
    >
      {(row) => (
        <>
          <CertificateReprints certificateId={row.id} />
          <CertificateRevocations certificateId={row.id} />
        </>
      )}
    </RecordFrame>
  );
}
