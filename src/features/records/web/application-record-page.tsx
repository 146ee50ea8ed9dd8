import { IconChecklist } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import type { Application } from '#features/applications/contract.ts';
import { applicationActions } from '#features/applications/web/application-actions.ts';
import {
  ApplicationStatusBadge,
  applicationDetails,
} from '#features/applications/web/application-columns.tsx';
import { ApplicationDetailFacts } from '#features/applications/web/application-detail-facts.tsx';
import { ApplicationFiles } from '#features/applications/web/application-files.tsx';
import { narrowedAddress } from '#features/applications/web/application-list.ts';
import { conversationAbove } from '#features/applications/web/conversation.tsx';
import { NextStep } from '#features/applications/web/next-step.tsx';
import { CertificateRevocations } from '#features/certificates/web/certificate-revocations.tsx';
import { api } from '#features/client.ts';
import { CertificateReprints } from '#features/reprints/web/certificate-reprints.tsx';
import { reprintOfApplication } from '#features/reprints/web/reprint-actions.tsx';
import type { RowAction } from '#platform/web/components/list.tsx';
import { Loaded } from '#platform/web/components/page.tsx';
import { whyNot } from '#shared/errors.ts';
import { paths } from '#shared/paths.ts';
import { t } from '#shared/words.ts';
import type { RecordPage } from '../contract.ts';
import { RecordFrame, useRecordKey } from './record-page.tsx';

const actions: RowAction<Application>[] = [
  ...applicationActions,
  {
    label: t`Open on the verify screen`,
    icon: IconChecklist,
    isFor: 'applications:verify',
    to: ({ id }) =>
      narrowedAddress(paths.caseWorker.verifyApplications, {
        search: '',
        sort: undefined,
        status: 'all',
        open: id,
      }),
    disabledReason: ({ status }) => whyNot(status === 'received' || 'applications.not_pending'),
  },
  { ...reprintOfApplication, isFor: 'reprints:request' },
];

/** /<desk>/records/application/<id or acknowledgement number>. */
export function ApplicationRecordPage() {
  const key = useRecordKey();
  const record = useQuery(api.records.getApplicationRecord.queryOptions({ input: { key } }));
  return <Loaded query={record}>{(found) => <ApplicationRecord record={found} />}</Loaded>;
}

function ApplicationRecord({ record }: { record: RecordPage }) {
  const own = useQuery(api.applications.getApplication.queryOptions({ input: { id: record.id } }));
  return (
    <RecordFrame
      record={record}
      own={own}
      subject={(row) => row.candidateName}
      badge={(row) => <ApplicationStatusBadge status={row.status} />}
      next={(row) => <NextStep application={row} />}
      head={conversationAbove}
      fields={applicationDetails}
      actions={actions}
    >
      {(row) => (
        <>
          <ApplicationDetailFacts id={row.id} />
          <ApplicationFiles application={row} />
          {row.certificateId && (
            <>
              <CertificateReprints certificateId={row.certificateId} />
              <CertificateRevocations certificateId={row.certificateId} />
            </>
          )}
        </>
      )}
    </RecordFrame>
  );
}
