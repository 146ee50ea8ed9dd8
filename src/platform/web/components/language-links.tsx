import { UnstyledButton } from '@mantine/core';
import { currentLanguage, switchLanguage } from '#platform/web/languages/language.ts';
import { languageNames, languages } from '#shared/languages.ts';
import { t } from '#shared/words.ts';
import classes from './language-links.module.css';

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
