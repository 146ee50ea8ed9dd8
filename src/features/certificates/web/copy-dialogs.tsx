import { Image, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { addressOf } from '#platform/web/api/address-of.ts';
import { useMay } from '#platform/web/api/session.ts';
import { Dialog } from '#platform/web/components/dialog.tsx';
import { Loading } from '#platform/web/components/loading.tsx';
import { PlainTable } from '#platform/web/components/plain-table.tsx';
import { fileAddress } from '#platform/web/components/values.tsx';
import { shippedInWords } from '#shared/choice-lists.ts';
import { formatDay } from '#shared/format.ts';
import { t } from '#shared/words.ts';
import { type Copy, copyDocuments, copyLabel } from '../copy-contract.ts';

/** What is printed on one sheet: the data when it was bound to its run, without later corrections. */
export function CopyFacts({ copy, onClose }: { copy: Copy; onClose: () => void }) {
  const mayReadFiles = useMay('files:read');
  const { facts, photo } = copy;
  const rows: { label: string; value: string | null }[] = [
    { label: t`Convocation number`, value: facts.convocationNumber },
    { label: t`Certificate type`, value: shippedInWords(facts.certificateType) },
    { label: t`Copy`, value: copyLabel(facts.copyNumber) },
    { label: t`Candidate`, value: facts.candidateName },
    { label: t`Name in another script`, value: facts.candidateNameNative },
    { label: t`Course`, value: facts.course },
    { label: t`College`, value: facts.college },
    { label: t`Academic year`, value: facts.academicYear },
    { label: t`Mode of study`, value: shippedInWords(facts.modeOfStudy) },
    { label: t`Given on`, value: formatDay(facts.issuedOn) },
    { label: t`Registration number`, value: facts.registrationNumber },
    { label: t`Exam roll number`, value: facts.examRollNumber },
  ];
  return (
    <Dialog title={t`Text of sheet ${copy.blankSerial}`} onClose={onClose}>
      <Stack gap="sm">
        <Text size="sm">
          {t`What the sheet has said since it was bound to its print run. What was corrected later stands on later sheets.`}
        </Text>
        {mayReadFiles && (
          <Image
            src={fileAddress(photo.id)}
            alt={t`Photo on sheet ${copy.blankSerial}`}
            w={105}
            h={135}
            fit="contain"
          />
        )}
        <PlainTable
          verticalSpacing={4}
          rows={rows}
          rowId={({ label }) => label}
          columns={{
            label: { header: '' },
            value: { header: '' },
          }}
        />
      </Stack>
    </Dialog>
  );
}

/** A picture of one sheet: drawn again from its stored facts, with COPY across it. */
export function CopyPicture(props: { certificateId: string; copy: Copy; onClose: () => void }) {
  const {
    certificateId,
    copy: { id, blankSerial },
    onClose,
  } = props;
  const [state, setState] = useState<'loading' | 'shown' | 'failed'>('loading');
  return (
    <Dialog title={t`Sheet ${blankSerial}`} size="xl" onClose={onClose}>
      <Stack gap="sm">
        <Text size="sm">
          {t`A copy of what was printed, as the template was then, without its verification code. Viewing is recorded.`}
        </Text>
        {state === 'loading' && <Loading />}
        {state === 'failed' ? (
          <Text role="alert" c="red">
            {t`The sheet cannot be drawn just now. Try again, or read its text.`}
          </Text>
        ) : (
          <Image
            src={addressOf(copyDocuments.picture, { id: certificateId, copyId: id })}
            alt={t`Copy of sheet ${blankSerial}`}
            fit="contain"
            onLoad={() => setState('shown')}
            onError={() => setState('failed')}
          />
        )}
      </Stack>
    </Dialog>
  );
}
