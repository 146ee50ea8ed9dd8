import { Anchor, Group, Stack, Text, Title } from '@mantine/core';
import { IconFileSearch, IconRosetteDiscountCheck } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { appVersion } from '#platform/web/app-version.ts';
import { currentLanguage } from '#platform/web/languages/language.ts';
import { LanguageLinks } from '#platform/web/shell/brand-bar.tsx';
import { Crest, universityName } from '#platform/web/shell/university.tsx';
import { paths } from '#shared/paths.ts';
import { t } from '#shared/words.ts';
import classes from './sign-in-frame.module.css';

/** The landing page: the university on one side, the sign-in step on the other. */
export function SignInFrame({ children }: { children: ReactNode }) {
  return (
    <div className={classes.page}>
      <header className={classes.side}>
        <div className={classes.brand}>
          <Crest className={classes.crest} />
          <div>
            <Title order={1} className={classes.name}>
              {t`Dikshant`}
            </Title>
            <span
              className={classes.native}
              lang={currentLanguage() === 'kn' ? 'kn' : 'hi'}
            >{t`दीक्षांत`}</span>
          </div>
        </div>
        {universityName() && <p className={classes.university}>{universityName()}</p>}
        <p className={classes.purpose}>
          {t`The university's convocation certificates: received at the counter, checked, printed on numbered paper, and verifiable by anyone at any time.`}
        </p>
        <Group gap="xs" className={classes.public}>
          <Link to={paths.verify}>
            <IconRosetteDiscountCheck size={18} aria-hidden />
            {t`Verify a certificate`}
          </Link>
          <Link to={paths.status}>
            <IconFileSearch size={18} aria-hidden />
            {t`Check your application`}
          </Link>
        </Group>
        <LanguageLinks />
        <span className={classes.version}>{appVersion}</span>
      </header>
      <main className={classes.main}>
        <div className={classes.card}>{children}</div>
      </main>
    </div>
  );
}

/** The heading and instruction of a step. */
export function StepHead({ title, children }: { title: string; children?: ReactNode }) {
  return (
    <Stack gap={4} mb="1.1rem">
      <Title order={2}>{title}</Title>
      {children && (
        <Text component="div" c="dimmed">
          {children}
        </Text>
      )}
    </Stack>
  );
}

/** The link back to the login form. */
export function BackToLogin({ onBack }: { onBack: () => void }) {
  return (
    <Anchor component="button" type="button" size="sm" onClick={onBack}>
      {t`Back to login`}
    </Anchor>
  );
}
