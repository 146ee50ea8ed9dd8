import { Trans } from '@lingui/react/macro';
import { SegmentedControl, Stack, Text, TextInput } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { api, client } from '#features/client.ts';
import { ConfirmDialog } from '#platform/web/components/confirm-dialog.tsx';
import { DayInput } from '#platform/web/components/day-input.tsx';
import { readError } from '#platform/web/components/read-error.ts';
import { useCommand } from '#platform/web/components/use-command.ts';
import { dayInIndia } from '#shared/dates.ts';
import { t } from '#shared/words.ts';
import {
  EarlierCopyFields,
  type EarlierCopyInput,
  emptyEarlierCopy,
  lackOfEarlierCopy,
  toEarlierCopy,
} from './earlier-copy-fields.tsx';

/** The certificate as its caller's list knows it; what may have changed meanwhile is asked for. */
export type ToHandOver = { id: string; convocationNumber: string; studentName: string };

const ways = { in_person: t`In person`, post: t`By post`, bundle: t`In a bundle` };
type Way = keyof typeof ways;

/**
 * Records how a printed certificate leaves: to a person, by post, or in a bundle, which is put together on a page of its
 * own. Stands here because the counter's list of applications opens it as well as the lists of certificates.
 */
export function HandOverDialog(props: {
  certificate: ToHandOver | null;
  newBundlePath: (collegeCode: string) => string;
  onClose: () => void;
}) {
  if (!props.certificate) return null;
  return <OpenDialog key={props.certificate.id} {...props} certificate={props.certificate} />;
}

function OpenDialog({
  certificate: { id, convocationNumber: number, studentName },
  newBundlePath,
  onClose,
}: {
  certificate: ToHandOver;
  newBundlePath: (collegeCode: string) => string;
  onClose: () => void;
}) {
  const [way, setWay] = useState<Way>('in_person');
  const [collection, setCollection] = useState({ collectedBy: studentName, identitySeen: '' });
  const [letter, setLetter] = useState({ carrier: '', trackingNumber: '', postedOn: dayInIndia(new Date()) });
  const [typedEarlier, setEarlier] = useState<EarlierCopyInput | null>(null);
  const navigate = useNavigate();
  const certificate = useQuery(api.certificates.getCertificate.queryOptions({ input: { id } }));
  const done = {
    onSuccess: () => {
      notifications.show({ message: t`Certificate ${number} is handed over.`, color: 'green' });
      onClose();
    },
  };
  const collect = useCommand(client.certificates.handOverCertificate, done);
  const post = useCommand(client.certificates.postCertificate, done);
  const { data } = certificate;
  const earlier = data?.copyOut ? (typedEarlier ?? emptyEarlierCopy(data.copyOut)) : null;
  const command = way === 'post' ? post : collect;
  const { issues } = readError(command.error);
  const errorAt = (field: string) => issues.find((issue) => String(issue.path) === field)?.message;

  function confirm(): unknown {
    if (!data) return;
    const { version } = data;
    const earlierCopy = earlier && toEarlierCopy(earlier);
    if (way === 'bundle') return navigate({ href: newBundlePath(data.collegeCode) });
    if (way === 'post') return post.attempt({ id, version, ...letter, earlierCopy });
    return collect.attempt({ id, version, ...collection, earlierCopy });
  }

  return (
    <ConfirmDialog
      isOpen
      title={t`Hand over certificate ${number}?`}
      confirmLabel={way === 'bundle' ? t`Choose certificates` : t`Hand over`}
      reason={data ? missing() : t`The certificate is being looked up.`}
      isPending={command.isPending}
      error={(way === 'bundle' ? null : command.error) ?? certificate.error}
      onConfirm={confirm}
      onCancel={onClose}
    >
      <Stack gap="sm">
        <SegmentedControl
          fullWidth
          aria-label={t`How it is handed over`}
          data={Object.entries(ways).map(([value, label]) => ({ value, label }))}
          value={way}
          onChange={(chosen) => setWay(chosen as Way)}
        />
        {way === 'bundle' ? (
          <Text>
            {t`Certificates of ${data?.collegeName ?? '…'} go together to a person of the college, who signs for all of them. Choose them on the next page.`}
          </Text>
        ) : (
          <Text>
            <Trans>
              The sheet carries the serial number <strong>{data?.blankSerial ?? '…'}</strong>. Compare it
              before you give it away.
            </Trans>
          </Text>
        )}
        {way !== 'bundle' && data?.copyOut && earlier && (
          <EarlierCopyFields copyOut={data.copyOut} value={earlier} onChange={setEarlier} />
        )}
        {way === 'in_person' && (
          <>
            <TextInput
              label={t`Collected by`}
              data-autofocus
              value={collection.collectedBy}
              error={errorAt('collectedBy')}
              maxLength={120}
              onChange={(event) => setCollection({ ...collection, collectedBy: event.currentTarget.value })}
            />
            <TextInput
              label={t`Identity document seen`}
              description={t`Its kind, such as Passport or Driving licence. Never an Aadhaar number.`}
              value={collection.identitySeen}
              error={errorAt('identitySeen')}
              maxLength={120}
              onChange={(event) => setCollection({ ...collection, identitySeen: event.currentTarget.value })}
            />
          </>
        )}
        {way === 'post' && (
          <>
            <TextInput
              label={t`Carrier`}
              description={t`Such as India Post, Speed Post.`}
              value={letter.carrier}
              error={errorAt('carrier')}
              maxLength={60}
              onChange={(event) => setLetter({ ...letter, carrier: event.currentTarget.value })}
            />
            <TextInput
              label={t`Tracking number`}
              description={t`As on the receipt of the carrier.`}
              value={letter.trackingNumber}
              error={errorAt('trackingNumber')}
              maxLength={40}
              onChange={(event) => setLetter({ ...letter, trackingNumber: event.currentTarget.value })}
            />
            <DayInput
              label={t`Posted on`}
              value={letter.postedOn}
              error={errorAt('postedOn')}
              maxDay={dayInIndia(new Date())}
              onChange={(postedOn) => setLetter({ ...letter, postedOn })}
            />
          </>
        )}
      </Stack>
    </ConfirmDialog>
  );

  function missing(): string | null {
    const lack = way !== 'bundle' && earlier ? lackOfEarlierCopy(earlier) : null;
    if (lack !== null) return lack;
    if (way === 'in_person') {
      if (collection.collectedBy.trim().length < 2) return t`Enter who collects it.`;
      return collection.identitySeen.trim().length < 2 ? t`Enter the identity document that was seen.` : null;
    }
    if (way === 'bundle') return null;
    if (letter.carrier.trim().length < 2) return t`Enter the carrier.`;
    if (letter.trackingNumber.trim().length < 4) return t`Enter the tracking number.`;
    return /^\d{4}-\d{2}-\d{2}$/.test(letter.postedOn) ? null : t`Enter the date as dd/mm/yyyy.`;
  }
}
