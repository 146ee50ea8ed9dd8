import { Checkbox, Stack, Text, TextInput } from '@mantine/core';
import { t } from '#shared/words.ts';

/** What became of the copy handed over before, as being entered. */
export type EarlierCopyInput = { isLost: boolean; serial: string; remark: string };

/** The copy that is still with its holder, and why it was reprinted. */
type CopyOut = { copyNumber: number; reason: string | null };

export function emptyEarlierCopy({ reason }: CopyOut): EarlierCopyInput {
  return { isLost: false, serial: '', remark: reason ?? '' };
}

/** As input of the hand-over commands. */
export function toEarlierCopy({ isLost, serial, remark }: EarlierCopyInput) {
  return isLost
    ? ({ became: 'lost', remark: remark.trim() } as const)
    : ({ became: 'surrendered', serial: serial.trim() } as const);
}

/** Why it is incomplete, or null. */
export function faultOfEarlierCopy({ isLost, serial, remark }: EarlierCopyInput): string | null {
  if (isLost) return remark.trim().length < 3 ? t`Enter how the sheet was lost.` : null;
  return serial.trim() === '' ? t`Enter the serial of the surrendered sheet.` : null;
}

/** Asks for the sheet that a reprint replaces: its serial, read from the sheet, or how it was lost. */
export function EarlierCopyFields(props: {
  copyOut: CopyOut;
  value: EarlierCopyInput;
  onChange: (value: EarlierCopyInput) => void;
}) {
  const { copyOut, value, onChange } = props;
  return (
    <Stack gap="xs">
      <Text size="sm">
        {copyOut.copyNumber === 0
          ? t`This is a reprint, and the original was handed over. Take the original back first.`
          : t`This is a reprint, and reprint ${copyOut.copyNumber} was handed over. Take that sheet back first.`}
      </Text>
      {value.isLost ? (
        <TextInput
          label={t`How the sheet was lost`}
          required
          maxLength={500}
          value={value.remark}
          onChange={(event) => onChange({ ...value, remark: event.currentTarget.value })}
        />
      ) : (
        <TextInput
          label={t`Serial of the surrendered sheet`}
          description={t`Read it from the sheet, or scan it.`}
          required
          data-takes-scans
          autoComplete="off"
          spellCheck={false}
          maxLength={20}
          value={value.serial}
          onChange={(event) => onChange({ ...value, serial: event.currentTarget.value })}
        />
      )}
      <Checkbox
        label={t`The sheet is lost`}
        checked={value.isLost}
        onChange={(event) => onChange({ ...value, isLost: event.currentTarget.checked })}
      />
    </Stack>
  );
}
