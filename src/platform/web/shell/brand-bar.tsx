import { Group, UnstyledButton } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { currentLanguage, switchLanguage } from '#platform/web/languages/language.ts';
import { languageNames, languages } from '#shared/languages.ts';
import { paths } from '#shared/paths.ts';
import { t } from '#shared/words.ts';
import classes from './brand-bar.module.css';
import { Crest, universityName } from './university.tsx';

/** The header of pages outside the desks; `children` are at its end. */
export function BrandBar({ children }: { children?: ReactNode }) {
  return (
    <header className={classes.bar}>
      <Link to={paths.login} className={classes.brand}>
        <Crest size={32} />
        <span>
          {t`Dikshant`}
          <span className={classes.university}>{universityName()}</span>
        </span>
      </Link>
      {children}
    </header>
  );
}

/** The languages by their own names, for pages before signing in; the choice is stored on the device. */
export function LanguageLinks() {
  return (
    <Group component="nav" className="unprinted" gap="0.25rem 0.875rem" aria-label={t`Language`}>
      {languages.map((language) => (
        <UnstyledButton
          key={language}
          className={classes.language}
          lang={language}
          aria-current={language === currentLanguage() || undefined}
          onClick={() => void switchLanguage(language)}
        >
          {languageNames[language]}
        </UnstyledButton>
      ))}
    </Group>
  );
}
