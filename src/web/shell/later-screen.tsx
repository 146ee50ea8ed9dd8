import { Stack, Text } from '@mantine/core';
import { IconHourglass } from '@tabler/icons-react';
import { useMatches } from '@tanstack/react-router';
import { t } from '#shared/words.ts';
import { PageHeader } from '#web/components/page-header.tsx';
import classes from './later-screen.module.css';
import { laterSentences } from './later-sentences.ts';

/** A screen of a later stage: its name, and one sentence that says what will stand there. */
export function LaterScreen() {
  const match = useMatches().at(-1);
  const title = match?.staticData.title;
  const sentence = laterSentences[match?.pathname ?? ''];
  return (
    <Stack gap="md">
      <PageHeader title={title ?? ''} />
      <div className={classes.note}>
        <IconHourglass size={20} aria-hidden />
        <div>
          <Text fw={600}>{t`Not built yet`}</Text>
          <Text>{sentence}</Text>
        </div>
      </div>
    </Stack>
  );
}
