import { Loader, type LoaderProps } from '@mantine/core';
import { t } from '#shared/words.ts';

/** Turns while something is loaded; for a screen reader a progress bar without a value, because only a role may be named. */
export function Loading(props: LoaderProps) {
  return <Loader role="progressbar" aria-label={t`Loading`} {...props} />;
}
