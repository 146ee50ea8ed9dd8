import { UnstyledButton } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import crest from '#platform/web/assets/crest.svg';
import { currentLanguage, switchLanguage } from '#platform/web/languages/language.ts';
import { languageNames, languages } from '#shared/languages.ts';
import { paths } from '#shared/paths.ts';
import { t } from '#shared/words.ts';
import classes from './brand-bar.module.css';

/** The head of a page outside the desks; `children` stand at its end. */
export function BrandBar({ children }: { children?: ReactNode }) {
  return (
    <header className={classes.bar}>
      <Link to={paths.login} className={classes.brand}>
        <img src={crest} alt="" width={32} height={32} />
        {t`Dikshant`}
      </Link>
      {children}
    </header>
  );
}

/** The languages by their own names, for pages before signing in; the choice is the device's. */
export function LanguageLinks() {
  return (
    <nav className={classes.languages} aria-label={t`Language`}>
      {languages.map((language) => (
        <UnstyledButton
          key={language}
          className={classes.language}
          lang={language}
          aria-current={language === currentLanguage() || undefined}
          onClick={() => switchLanguage(language)}
        >
          {languageNames[language]}
        </UnstyledButton>
      ))}
    </nav>
  );
}
