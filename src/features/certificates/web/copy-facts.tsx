import { Image, Stack, Text } from '@mantine/core';
import { useSession } from '#platform/web/api/session.ts';
import { Dialog } from '#platform/web/components/dialog.tsx';
import { PlainTable } from '#platform/web/components/plain-table.tsx';
import { fileAddress } from '#platform/web/components/values.tsx';
import { formatDay } from '#shared/format.ts';
import { mayUse } from '#shared/permissions.ts';
import { t } from '#shared/words.ts';
import { type Copy, copyLabel } from '../copy-contract.ts';

/** What is printed on one sheet: the data when it was bound to its run, without later corrections. */
export function CopyFacts({ copy, onClose }: { copy: Copy; onClose: () => void }) {
  const { role } = useSession();
  const { facts, photo } = copy;
  const rows: { label: string; value: string | null }[] = [
    { label: t`Convocation number`, value: facts.convocationNumber },
    { label: t`Certificate type`, value: facts.certificateType },
    { label: t`Copy`, value: copyLabel(facts.copyNumber) },
    { label: t`Candidate`, value: facts.candidateName },
    { label: t`Name in Kannada or Devanagari`, value: facts.candidateNameNative },
    { label: t`Course`, value: facts.course },
    { label: t`College`, value: facts.college },
    { label: t`Academic year`, value: facts.academicYear },
    { label: t`Mode of study`, value: facts.modeOfStudy },
    { label: t`Given on`, value: formatDay(facts.issuedOn) },
    { label: t`Registration number`, value: facts.registrationNumber },
    { label: t`Exam roll`, value: facts.examRollNumber },
  ];
  return (
    <Dialog title={t`Text of sheet ${copy.blankSerial}`} onClose={onClose}>
      <Stack gap="sm">
        <Text size="sm">
          {t`What the sheet has said since it was bound to its print run. What was corrected later stands on later sheets.`}
        </Text>
        {mayUse(role, 'files:read') && (
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
