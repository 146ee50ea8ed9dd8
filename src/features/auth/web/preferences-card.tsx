import { NativeSelect, Stack, Text, TextInput } from '@mantine/core';
import { useState } from 'react';
import { currentSession } from '#platform/web/api/session.ts';
import { ErrorNotice } from '#platform/web/components/use-command.tsx';
import { usePreferences } from '#platform/web/components/use-preferences.ts';
import { currentLanguage, switchLanguage } from '#platform/web/languages/language.ts';
import { type Language, languageNames, languages } from '#shared/languages.ts';
import { type Density, densities, type Preferences } from '#shared/preferences.ts';
import { t } from '#shared/words.ts';
import { AccountCard } from './account-card.tsx';

const densityLabels: Record<Density, string> = { comfortable: t`Comfortable`, compact: t`Compact` };

/** Preferences that apply on every device. Each choice is saved at once. */
export function PreferencesCard() {
  const { preferences, change, error } = usePreferences();
  const [isSaved, setIsSaved] = useState(false);

  async function chooseOnLeaving(scannerPreamble: string): Promise<void> {
    if (scannerPreamble !== preferences.scannerPreamble) await choose({ scannerPreamble });
  }

  async function choose(choice: Partial<Preferences>): Promise<void> {
    setIsSaved(false);
    // After an error, the notice explains it and the select shows the saved value.
    if (!(await change(choice))) return;
    setIsSaved(true);
    await switchLanguage(currentSession().preferences.language);
  }

  return (
    <AccountCard title={t`Preferences`} description={t`They apply on every device.`}>
      <Stack gap="sm">
        {error != null && <ErrorNotice error={error} />}
        <NativeSelect
          label={t`Density`}
          description={t`How high the rows of every list are.`}
          data={densities.map((value) => ({ value, label: densityLabels[value] }))}
          value={preferences.density}
          onChange={(event) => void choose({ density: event.currentTarget.value as Density })}
        />
        <NativeSelect
          label={t`Language`}
          description={t`Of the screens, of mails to you and of the headings of your files.`}
          data={languages.map((value) => ({ value, label: languageNames[value] }))}
          value={currentLanguage()}
          onChange={(event) => void choose({ language: event.currentTarget.value as Language })}
        />
        <TextInput
          label={t`Scanner preamble`}
          description={t`The characters that your barcode scanner sends before each code, for example ~. With them a scan is recognised wherever the focus is; without them it goes into the focused field.`}
          maxLength={4}
          defaultValue={preferences.scannerPreamble}
          onBlur={(event) => void chooseOnLeaving(event.currentTarget.value.trim())}
          onKeyDown={(event) => {
            if (event.key === 'Enter') void chooseOnLeaving(event.currentTarget.value.trim());
          }}
        />
        <Text size="sm" c="dimmed" role="status">
          {isSaved && t`Saved.`}
        </Text>
      </Stack>
    </AccountCard>
  );
}
