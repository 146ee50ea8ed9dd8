import { Button, Checkbox, Group, Loader, ScrollArea, Stack, Table, Text } from '@mantine/core';
import { IconFileTypePdf, IconSignature } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import { useState } from 'react';
import { api } from '#features/client.ts';
import { addressOf } from '#platform/web/api/address-of.ts';
import { useSession } from '#platform/web/api/session.ts';
import { ActionButton } from '#platform/web/components/action-button.tsx';
import { ErrorNotice } from '#platform/web/components/error-notice.tsx';
import { Day, Moment } from '#platform/web/components/moment.tsx';
import { PageHeader } from '#platform/web/components/page-header.tsx';
import { formatCount } from '#shared/money.ts';
import { mayUse } from '#shared/permissions.ts';
import { t } from '#shared/words.ts';
import { type BundleDetail, bundleDocuments } from '../bundle-contract.ts';
import { SignaturesDialog } from './signatures-dialog.tsx';
import { useBundlePaths } from './use-bundle-paths.ts';

/** One bundle: who took it, the list that is signed, and which students have signed since. */
export function BundlePage() {
  const { id } = useParams({ strict: false }) as { id: string };
  const { role } = useSession();
  const { newBundle } = useBundlePaths();
  const bundle = useQuery(api.bundles.getBundle.queryOptions({ input: { id } }));
  if (bundle.error) return <ErrorNotice error={bundle.error} onRetry={() => void bundle.refetch()} />;
  if (!bundle.data) return <Loader aria-label={t`Loading`} />;
  const mayRecord = mayUse(role, 'certificates:hand_over') && newBundle !== null;
  return <OpenBundle bundle={bundle.data} mayRecord={mayRecord} />;
}

function OpenBundle({ bundle, mayRecord }: { bundle: BundleDetail; mayRecord: boolean }) {
  const [chosen, setChosen] = useState<readonly string[]>([]);
  const [isAsked, setIsAsked] = useState(false);
  const unsigned = bundle.certificates.filter((one) => one.signedOn === null).map((one) => one.certificateId);
  // A colleague may have recorded some of them meanwhile.
  const toSign = unsigned.filter((id) => chosen.includes(id));
  return (
    <Stack gap="md">
      <PageHeader
        title={t`Bundle ${bundle.bundleNumber}`}
        description={`${bundle.collegeName} (${bundle.collegeCode})`}
        actions={
          <Button
            component="a"
            variant="default"
            href={addressOf(bundleDocuments.list, { id: bundle.id })}
            target="_blank"
            rel="noopener"
            leftSection={<IconFileTypePdf size={16} aria-hidden />}
          >
            {t`List of the bundle (PDF)`}
          </Button>
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
        {mayRecord && unsigned.length > 0 && (
          <ActionButton
            leftSection={<IconSignature size={16} aria-hidden />}
            reason={toSign.length === 0 ? t`Choose whose signatures the list has.` : null}
            onClick={() => setIsAsked(true)}
          >
            {t`Record signatures`}
          </ActionButton>
        )}
      </Group>
      <Certificates
        bundle={bundle}
        unsigned={unsigned}
        chosen={toSign}
        onChange={mayRecord ? setChosen : undefined}
      />
      {isAsked && (
        <SignaturesDialog bundle={bundle} certificateIds={toSign} onClose={() => setIsAsked(false)} />
      )}
    </Stack>
  );
}

function Certificates(props: {
  bundle: BundleDetail;
  unsigned: readonly string[];
  chosen: readonly string[];
  /** Left out for who only looks at it. */
  onChange?: (chosen: readonly string[]) => void;
}) {
  const { bundle, unsigned, chosen, onChange } = props;
  const isChoosing = onChange !== undefined && unsigned.length > 0;
  const isComplete = chosen.length === unsigned.length;
  const toggle = (id: string) =>
    onChange?.(chosen.includes(id) ? chosen.filter((one) => one !== id) : [...chosen, id]);
  return (
    <ScrollArea>
      <Table>
        <Table.Thead>
          <Table.Tr>
            {isChoosing && (
              <Table.Th w={40}>
                <Checkbox
                  aria-label={t`All that are not signed`}
                  checked={isComplete}
                  indeterminate={chosen.length > 0 && !isComplete}
                  onChange={() => onChange(isComplete ? [] : unsigned)}
                />
              </Table.Th>
            )}
            <Table.Th>{t`Convocation number`}</Table.Th>
            <Table.Th>{t`Student`}</Table.Th>
            <Table.Th visibleFrom="sm">{t`Exam roll number`}</Table.Th>
            <Table.Th visibleFrom="sm">{t`Course`}</Table.Th>
            <Table.Th visibleFrom="sm">{t`Blank serial`}</Table.Th>
            <Table.Th>{t`Signed on`}</Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {bundle.certificates.map((one) => (
            <Table.Tr key={one.certificateId}>
              {isChoosing && (
                <Table.Td>
                  {one.signedOn === null && (
                    <Checkbox
                      aria-label={t`Signature for ${one.convocationNumber}`}
                      checked={chosen.includes(one.certificateId)}
                      onChange={() => toggle(one.certificateId)}
                    />
                  )}
                </Table.Td>
              )}
              <Table.Td>{one.convocationNumber}</Table.Td>
              <Table.Td>{one.studentName}</Table.Td>
              <Table.Td visibleFrom="sm">{one.examRollNumber}</Table.Td>
              <Table.Td visibleFrom="sm">{`${one.courseDegree}, ${one.certificateType}`}</Table.Td>
              <Table.Td visibleFrom="sm" ff="monospace">
                {one.blankSerial}
              </Table.Td>
              <Table.Td>
                <Day value={one.signedOn} />
              </Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </ScrollArea>
  );
}
