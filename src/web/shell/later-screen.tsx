import { Text } from '@mantine/core';
import { IconHourglass } from '@tabler/icons-react';
import { useMatches } from '@tanstack/react-router';
import { PageHeader } from '#web/components/page-header.tsx';
import classes from './later-screen.module.css';

/** A screen of a later stage: its name, and one sentence that says what will stand there. */
export function LaterScreen() {
  const { title, sentence } = useMatches().at(-1)?.staticData ?? {};
  return (
    <>
      <PageHeader title={title ?? ''} />
      <div className={classes.note}>
        <IconHourglass size={20} aria-hidden />
        <div>
          <Text fw={600}>Not built yet</Text>
          <Text>{sentence}</Text>
        </div>
      </div>
    </>
  );
}
