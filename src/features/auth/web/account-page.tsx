import { NativeSelect, Stack, Text, TextInput } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { lazyRouteComponent } from '@tanstack/react-router';
import { Suspense, useState } from 'react';
import { currentSession, useSession, useSignOn } from '#platform/web/api/session.ts';
import { PageHeader } from '#platform/web/components/page.tsx';
import { ErrorNotice } from '#platform/web/components/use-command.tsx';
import { usePreferences } from '#platform/web/components/use-preferences.ts';
import { currentLanguage, switchLanguage } from '#platform/web/languages/language.ts';
import { optionsOf } from '#shared/labels.ts';
import { type Language, languageNames, languages } from '#shared/languages.ts';
import { type Density, densityLabels, type Preferences } from '#shared/preferences.ts';
import { roleLabels } from '#shared/roles.ts';
import { t } from '#shared/words.ts';
import { AccountCard } from './account-card.tsx';
import classes from './account-page.module.css';
import { ChangePasswordForm } from './change-password-form.tsx';
import { SecondFactorCard } from './second-factor-card.tsx';
import { SessionsCard } from './sessions-card.tsx';

const PasskeysCard = lazyRouteComponent(() => import('./passkeys-card.tsx'), 'PasskeysCard');

/** My account: what the portal has about the person, how and where they sign in, and their preferences. */
export function AccountPage() {
  const { provider, passkeys } = useSignOn();
  return (
    <Stack gap="md">
      <PageHeader title={t`My account`} />
      <div className={classes.cards}>
        <Stack gap="md">
          <PersonCard />
          <SecondFactorCard />
        </Stack>
        {!provider && <PasswordCard passkeys={passkeys} />}
        {passkeys && (
          <Suspense>
            <PasskeysCard />
          </Suspense>
        )}
        <SessionsCard />
        <PreferencesCard />
      </div>
    </Stack>
  );
}

function PersonCard() {
  const session = useSession();
  const facts = [
    [t`Name`, session.name],
    [t`Email Id`, session.email],
    [t`Role`, roleLabels[session.role]],
    [t`Code`, session.code === 'ALL' ? 'ALL (whole university)' : session.code],
  ];
  return (
    <AccountCard title={t`Person`}>
      <dl className={`facts ${classes.facts}`}>
        {facts.map(([term, value]) => (
          <div key={term}>
            <dt>{term}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      <Text size="sm" c="dimmed" mt="md">
        {t`An administrator changes these.`}
      </Text>
    </AccountCard>
  );
}

function PasswordCard({ passkeys }: { passkeys: boolean }) {
  return (
    <AccountCard
      title={t`Password`}
      description={
        passkeys
          ? t`When it is changed, your other sessions end and your passkeys are removed.`
          : t`Your other sessions end when it is changed.`
      }
    >
      <ChangePasswordForm
        currentLabel={t`Current password`}
        submitLabel={t`Change password`}
        onChanged={() =>
          notifications.show({
            color: 'green',
            title: t`Password changed`,
            message: t`Use the new one from now on. Your other sessions have ended.`,
          })
        }
      />
    </AccountCard>
  );
}

/** Preferences that apply on every device. Each choice is saved at once. */
function PreferencesCard() {
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
          data={optionsOf(densityLabels)}
          value={preferences.density}
          onChange={(event) => void choose({ density: event.currentTarget.value as Density })}
        />
        <NativeSelect
          label={t`Language`}
          description={t`For the screens, mails to you and the headings of your files.`}
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
