import { Trans } from '@lingui/react/macro';
import { Group, Image, SegmentedControl, Stack, Text, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { type ChangeEvent, useState } from 'react';
import { api, client } from '#features/client.ts';
import { useChoices } from '#features/masters/web/use-choices.ts';
import { ChoiceInput } from '#platform/web/components/choice-input.tsx';
import { DayInput } from '#platform/web/components/day-input.tsx';
import { ConfirmDialog } from '#platform/web/components/dialog.tsx';
import { readError } from '#platform/web/components/read-error.ts';
import { notifyDone } from '#platform/web/components/take-back.tsx';
import { useCommand } from '#platform/web/components/use-command.tsx';
import { fileAddress } from '#platform/web/components/values.tsx';
import type { FileReference } from '#shared/fields.ts';
import { dayInIndia } from '#shared/format.ts';
import { optionsOf } from '#shared/labels.ts';
import { t } from '#shared/words.ts';
import { type Collected, CollectorFields, faultOfCollector, toCollector } from './collector-fields.tsx';
import {
  EarlierCopyFields,
  type EarlierCopyInput,
  emptyEarlierCopy,
  faultOfEarlierCopy,
  toEarlierCopy,
} from './earlier-copy-fields.tsx';
import { TakeBackHandOver } from './take-back-offers.tsx';

const ways = { in_person: t`In person`, post: t`By post`, bundle: t`In a bundle` };
type Way = keyof typeof ways;

/**
 * Records how a printed certificate leaves: to a person, by post, or in a bundle, which has its own page. It is in this
 * feature because the counter's list of applications opens it as well.
 */
export function HandOverDialog(props: {
  /** As the caller's list has it; what may have changed is loaded. */
  certificate: { id: string; convocationNumber: string; studentName: string };
  newBundlePath: (collegeCode: string) => string;
  onClose: () => void;
}) {
  const {
    certificate: { id, convocationNumber: number, studentName },
    newBundlePath,
    onClose,
  } = props;
  const today = dayInIndia(new Date());
  const [way, setWay] = useState<Way>('in_person');
  const [collected, setCollected] = useState<Collected>({ isByOther: false, name: '', identitySeen: null });
  const [typed, setTyped] = useState({
    carrier: '',
    trackingNumber: '',
    postedOn: today,
  });
  const [typedEarlier, setEarlier] = useState<EarlierCopyInput | null>(null);
  const carriers = useChoices('carriers');
  const navigate = useNavigate();
  const certificate = useQuery(api.certificates.getCertificate.queryOptions({ input: { id } }));
  const done = {
    onSuccess: () => {
      notifyDone(t`Certificate ${number} is handed over.`, <TakeBackHandOver id={id} />);
      onClose();
    },
  };
  const collect = useCommand(client.certificates.handOverCertificate, done);
  const post = useCommand(client.certificates.postCertificate, done);
  const { data } = certificate;
  const copyOut = way === 'bundle' ? null : (data?.copyOut ?? null);
  const earlier = copyOut && (typedEarlier ?? emptyEarlierCopy(copyOut));
  const command = way === 'post' ? post : collect;
  const { issues } = readError(command.error);
  const inputOf = (field: keyof typeof typed) => ({
    value: typed[field],
    error: issues.find((issue) => String(issue.path) === field)?.message,
  });
  const textOf = (field: keyof typeof typed) => ({
    ...inputOf(field),
    onChange: (event: ChangeEvent<HTMLInputElement>) =>
      setTyped({ ...typed, [field]: event.currentTarget.value }),
  });

  function confirm(): unknown {
    if (!data) return;
    const { version } = data;
    const earlierCopy = earlier && toEarlierCopy(earlier);
    if (way === 'bundle') return navigate({ href: newBundlePath(data.collegeCode) });
    if (way === 'post') return post.attempt({ id, version, ...typed, earlierCopy });
    return collect.attempt({ id, version, ...toCollector(collected, studentName), earlierCopy });
  }

  return (
    <ConfirmDialog
      title={t`Hand over certificate ${number}?`}
      size="lg"
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
          data={optionsOf(ways)}
          value={way}
          onChange={setWay}
        />
        <Face name={studentName} certificate={data} />
        <Text>
          {way === 'bundle' ? (
            t`Certificates of ${data?.collegeName ?? '…'} go together to a person of the college, who signs for all of them. Choose them on the next page.`
          ) : (
            <Trans>
              The sheet carries the serial number <strong>{data?.blankSerial ?? '…'}</strong>. Compare it
              before you give it away.
            </Trans>
          )}
        </Text>
        {copyOut && earlier && <EarlierCopyFields copyOut={copyOut} value={earlier} onChange={setEarlier} />}
        {way === 'in_person' && (
          <CollectorFields
            candidate={studentName}
            value={collected}
            onChange={(change) => setCollected((before) => ({ ...before, ...change }))}
          />
        )}
        {way === 'post' && (
          <>
            <ChoiceInput
              label={t`Carrier`}
              description={t`For example India Post, Speed Post.`}
              maxLength={60}
              data={carriers}
              allowsOther
              value={typed.carrier}
              onChange={(carrier) => setTyped({ ...typed, carrier })}
            />
            <TextInput
              label={t`Tracking number`}
              description={t`As on the receipt of the carrier.`}
              maxLength={40}
              {...textOf('trackingNumber')}
            />
            <DayInput
              label={t`Posted on`}
              maxDay={today}
              {...inputOf('postedOn')}
              onChange={(postedOn) => setTyped({ ...typed, postedOn })}
            />
          </>
        )}
      </Stack>
    </ConfirmDialog>
  );

  function missing(): string | null {
    const lack = earlier && faultOfEarlierCopy(earlier);
    if (lack !== null) return lack;
    if (way === 'in_person') return faultOfCollector(collected);
    if (way === 'bundle') return null;
    if (typed.carrier.trim().length < 2) return t`Enter the carrier.`;
    if (typed.trackingNumber.trim().length < 4) return t`Enter the tracking number.`;
    return /^\d{4}-\d{2}-\d{2}$/.test(typed.postedOn) ? null : t`Enter the date as dd/mm/yyyy.`;
  }
}

/** Whom the certificate belongs to, to be compared with who stands at the counter. */
function Face(props: {
  name: string;
  /** Undefined while it is loaded. */
  certificate:
    | { photo: FileReference; examRollNumber: string; courseDegree: string; collegeName: string }
    | undefined;
}) {
  const { name, certificate } = props;
  return (
    <Group align="flex-start" wrap="nowrap">
      {certificate && (
        <Image src={fileAddress(certificate.photo.id)} alt={t`Photo`} w={175} h={225} fit="contain" />
      )}
      <div>
        <Text fw={600} size="lg">
          {name}
        </Text>
        {certificate && (
          <>
            <Text>{t`Exam roll number ${certificate.examRollNumber}`}</Text>
            <Text>{certificate.courseDegree}</Text>
            <Text c="dimmed">{certificate.collegeName}</Text>
          </>
        )}
      </div>
    </Group>
  );
}
