import { Stack, Text, TextInput } from '@mantine/core';
import { useState } from 'react';
import { readSerial, splitSerial } from '#features/stock/serials.ts';
import { useScanner } from '#platform/web/components/use-scanner.ts';
import { numberKey } from '#shared/number-pattern.ts';
import { bareNumber } from '#shared/typed-number.ts';
import { t } from '#shared/words.ts';
import type { SheetToSign } from '../contract.ts';

/** The sheets that a text identifies: one by serial or number, or all of a run. */
export function sheetsNamed<
  Sheet extends Pick<SheetToSign, 'blankSerial' | 'convocationNumber' | 'runNumber'>,
>(sheets: readonly Sheet[], text: string): Sheet[] {
  const bare = bareNumber(text);
  return sheets.filter(
    ({ blankSerial, convocationNumber, runNumber }) =>
      blankSerial === readSerial(bare) ||
      runNumber === bare.toUpperCase() ||
      numberKey(convocationNumber) === numberKey(bare),
  );
}

/** Selects sheets one after another, typed or scanned; each Enter selects a match and reports it. */
export function NameSheetsInput(props: {
  label: string;
  /** Returns the message to show. */
  onNamed: (text: string) => string | Promise<string>;
}) {
  const { label, onNamed } = props;
  const [text, setText] = useState('');
  const [announcement, setAnnouncement] = useState('');

  async function name(named: string): Promise<void> {
    if (named.trim() === '') return;
    setText('');
    setAnnouncement(await onNamed(named));
  }

  useScanner({
    accepts: (scanned) => splitSerial(scanned) !== null,
    onScan: (scanned) => void name(scanned),
  });

  return (
    <Stack gap={4}>
      <TextInput
        label={label}
        description={t`Type or scan a serial, a convocation number, or a print run, for example R-000012, and press Enter.`}
        data-takes-scans
        autoComplete="off"
        spellCheck={false}
        maxLength={60}
        value={text}
        onChange={(event) => setText(event.currentTarget.value)}
        onKeyDown={(event) => {
          if (event.key !== 'Enter' || event.ctrlKey || event.metaKey) return;
          // Enter selects a sheet instead of submitting the form.
          event.preventDefault();
          void name(event.currentTarget.value);
        }}
      />
      <Text size="sm" role="status" mih="1.5em">
        {announcement}
      </Text>
    </Stack>
  );
}
