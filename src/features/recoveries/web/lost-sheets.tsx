import { Group, Stack, Text, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { api, client } from '#features/client.ts';
import { useSession } from '#platform/web/api/session.ts';
import { ActionButton, DialogButton } from '#platform/web/components/action-button.tsx';
import { CommandDialog } from '#platform/web/components/command-dialog.tsx';
import { Loaded } from '#platform/web/components/page.tsx';
import { PlainTable } from '#platform/web/components/plain-table.tsx';
import { ErrorNotice, useCommand } from '#platform/web/components/use-command.tsx';
import { shippedInWords } from '#shared/choice-lists.ts';
import { dayInIndia } from '#shared/format.ts';
import { recordRef } from '#shared/record-kinds.ts';
import { t } from '#shared/words.ts';
import type { LostSheet } from '../contract.ts';

/** Lost sheets that somebody brought, recorded again by two people once it is known what was lost. */
export function LostSheets({ isOpen }: { isOpen: boolean }) {
  const { role } = useSession();
  const sheets = useQuery(api.recoveries.listLostSheets.queryOptions());
  const confirm = useCommand(client.recoveries.confirmLostSheet);
  return (
    <Stack gap="sm">
      <Title order={2} size="h4">
        {t`Sheets recorded again from the paper`}
      </Title>
      {confirm.error !== null && <ErrorNotice error={confirm.error} />}
      {role === 'admin' && (
        <Group mb="sm">
          <DialogButton
            reason={isOpen ? t`End recovery mode first.` : null}
            variant="default"
            dialog={(onClose) => <RecordDialog onClose={onClose} />}
          >
            {t`Record a sheet`}
          </DialogButton>
        </Group>
      )}
      <Loaded query={sheets}>
        {({ sheets: rows }) =>
          rows.length === 0 ? (
            <Text size="sm">{t`No sheet was recorded again.`}</Text>
          ) : (
            <PlainTable<LostSheet>
              rows={rows}
              columns={{
                convocationNumber: {
                  header: t`Convocation number`,
                  record: ({ convocationNumber }) => recordRef('certificate', convocationNumber),
                },
                candidateName: { header: t`Candidate name` },
                serial: { header: t`Serial number`, record: ({ serial }) => recordRef('sheet', serial) },
                recordedBy: { header: t`Recorded by` },
                confirmedBy: {
                  header: t`Confirmed by`,
                  render: ({ id, version, isOwn, confirmedBy }) =>
                    confirmedBy ??
                    (role === 'admin' ? (
                      <ActionButton
                        size="xs"
                        reason={
                          isOwn
                            ? t`You recorded this sheet yourself, so another admin has to confirm it.`
                            : null
                        }
                        onClick={() => confirm.attempt({ id, version })}
                      >
                        {t`Confirm`}
                      </ActionButton>
                    ) : (
                      t`Nobody yet`
                    )),
                },
              }}
            />
          )
        }
      </Loaded>
    </Stack>
  );
}

function RecordDialog({ onClose }: { onClose: () => void }) {
  const { data } = useQuery(api.applications.listApplicationChoices.queryOptions());
  if (!data) return null;
  const line = (label: string, maxLength: number) =>
    ({
      kind: 'line',
      label,
      isRequired: true,
      maxLength,
      atLeast: 2,
      missing: t`Enter what stands on the sheet.`,
    }) as const;
  const choice = (label: string, options: readonly { value: string; label: string }[]) =>
    ({
      kind: 'choice',
      label,
      options,
      initial: null,
      missing: t`Choose what stands on the sheet.`,
    }) as const;
  return (
    <CommandDialog
      title={t`Record a sheet that was lost in a restore`}
      confirmLabel={t`Record sheet`}
      call={client.recoveries.recordLostSheet}
      fields={{
        convocationNumber: line(t`Convocation number`, 80),
        candidateName: line(t`Candidate name`, 120),
        serial: line(t`Serial number`, 40),
        code: line(t`Verification code`, 11),
        courseId: choice(
          t`Course`,
          data.courses.map(({ id, name }) => ({ value: id, label: name })),
        ),
        collegeId: choice(
          t`College`,
          data.colleges.map(({ id, name }) => ({ value: id, label: name })),
        ),
        certificateType: choice(
          t`Certificate type`,
          data.certificateTypes.map((value) => ({ value, label: shippedInWords(value) })),
        ),
        academicYear: line(t`Academic year`, 7),
        printedOn: { kind: 'day', label: t`Printed on`, initial: '', maxDay: dayInIndia(new Date()) },
      }}
      input={(said) => said}
      done={() => t`Recorded. Another admin has to confirm it.`}
      onClose={onClose}
    />
  );
}
