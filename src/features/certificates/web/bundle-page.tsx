import { Group, ScrollArea, Stack, Text } from '@mantine/core';
import { IconSignature } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import { useState } from 'react';
import { sheetColumns } from '#features/certificates/columns.ts';
import { api, client } from '#features/client.ts';
import { addressOf } from '#platform/web/api/address-of.ts';
import { useMay } from '#platform/web/api/session.ts';
import { DialogButton } from '#platform/web/components/action-button.tsx';
import { CommandDialog, pastDay } from '#platform/web/components/command-dialog.tsx';
import { PdfLink } from '#platform/web/components/links.tsx';
import { Loaded, PageHeader } from '#platform/web/components/page.tsx';
import { type PlainColumns, PlainTable } from '#platform/web/components/plain-table.tsx';
import { Moment } from '#platform/web/components/values.tsx';
import { errorSentence } from '#shared/errors.ts';
import { dayInIndia, formatCount } from '#shared/format.ts';
import { t } from '#shared/words.ts';
import { type BundleDetail, type BundledCertificate, bundleDocuments } from '../bundle-contract.ts';
import { ofCertificate } from '../columns.ts';
import { signatureDayFault } from '../rules.ts';
import { useBundlePaths } from './use-bundle-paths.ts';

const columns: PlainColumns<BundledCertificate> = {
  convocationNumber: { header: t`Convocation number`, record: ofCertificate },
  studentName: { header: t`Student` },
  examRollNumber: { header: t`Exam roll number`, isWide: true, record: ofCertificate },
  courseDegree: sheetColumns.courseDegree,
  blankSerial: { ...sheetColumns.blankSerial, isWide: true },
  signedOn: { header: t`Signed on`, kind: 'day' },
};

/** One bundle: who took it, its list to sign, and which students have signed. */
export function BundlePage() {
  const { id } = useParams({ strict: false }) as { id: string };
  const bundle = useQuery(api.bundles.getBundle.queryOptions({ input: { id } }));
  return <Loaded query={bundle}>{(found) => <OpenBundle bundle={found} />}</Loaded>;
}

function OpenBundle({ bundle }: { bundle: BundleDetail }) {
  const mayHandOver = useMay('certificates:hand_over');
  const { newBundle } = useBundlePaths();
  const [chosen, setChosen] = useState<readonly string[]>([]);
  const unsigned = bundle.certificates.filter((one) => one.signedOn === null).map((one) => one.certificateId);
  // A colleague may have recorded some of them in the meantime.
  const toSign = unsigned.filter((id) => chosen.includes(id));
  const isRecording = mayHandOver && newBundle !== null && unsigned.length > 0;
  return (
    <Stack gap="md">
      <PageHeader
        title={t`Bundle ${bundle.bundleNumber}`}
        number={bundle.bundleNumber}
        description={`${bundle.collegeName} (${bundle.collegeCode})`}
        actions={
          <PdfLink variant="default" href={addressOf(bundleDocuments.list, { id: bundle.id })}>
            {t`List of the bundle (PDF)`}
          </PdfLink>
        }
      />
      <Text>
        {t`Handed over to ${bundle.deliveredTo}, ${bundle.designation}. Identity document seen: ${bundle.identitySeen}.`}{' '}
        {t`By ${bundle.handedOverBy},`} <Moment value={bundle.handedOverAt} />.
      </Text>
      <Group justify="space-between">
        <Text role="status">
          {t`${formatCount(bundle.signedCount)} of ${formatCount(bundle.certificateCount)} students have signed.`}
        </Text>
        {isRecording && (
          <DialogButton
            leftSection={<IconSignature size={16} aria-hidden />}
            reason={toSign.length === 0 ? t`Choose whose signatures the list has.` : null}
            dialog={(onClose) => (
              <SignaturesDialog bundle={bundle} certificateIds={toSign} onClose={onClose} />
            )}
          >
            {t`Record signatures`}
          </DialogButton>
        )}
      </Group>
      <ScrollArea>
        <PlainTable
          columns={columns}
          rows={bundle.certificates}
          rowId={(one) => one.certificateId}
          ticks={
            isRecording && {
              label: t`All that are not signed`,
              rowLabel: (one) => t`Signature for ${one.convocationNumber}`,
              isFor: (one) => one.signedOn === null,
              ticked: toSign,
              onChange: setChosen,
            }
          }
        />
      </ScrollArea>
    </Stack>
  );
}

/** Asks for the day on which the selected students signed the bundle's list. */
function SignaturesDialog(props: {
  bundle: BundleDetail;
  certificateIds: readonly string[];
  onClose: () => void;
}) {
  const { bundle, certificateIds } = props;
  const today = dayInIndia(new Date());
  const handedOverOn = dayInIndia(new Date(bundle.handedOverAt));
  return (
    <CommandDialog
      title={t`Record ${formatCount(certificateIds.length)} signatures?`}
      confirmLabel={t`Record signatures`}
      call={client.bundles.recordSignatures}
      fields={{ signedOn: pastDay(t`Signed on`, handedOverOn) }}
      fault={({ signedOn }) => {
        const fault = signatureDayFault(signedOn, { handedOverOn, today });
        return fault && errorSentence(fault, undefined);
      }}
      input={({ signedOn }) => ({ id: bundle.id, certificateIds: [...certificateIds], signedOn })}
      done={({ recorded }) => t`Signatures recorded: ${formatCount(recorded)}.`}
      onClose={props.onClose}
    >
      {t`The list of bundle ${bundle.bundleNumber} was returned with their signatures: each of these students has the certificate. This cannot be undone.`}
    </CommandDialog>
  );
}
