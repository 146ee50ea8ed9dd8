import { Loader, type LoaderProps } from '@mantine/core';
import { t } from '#shared/words.ts';

/** Shown while something loads. A progress bar without a value: an element without a role may have no name (ARIA 1.2). */
export function Loading(props: LoaderProps) {
  return <Loader role="progressbar" aria-label={t`Loading`} {...props} />;
}
