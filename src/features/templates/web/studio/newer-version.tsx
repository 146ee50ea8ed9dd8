import { Button, Group, Text } from '@mantine/core';
import { IconUsers } from '@tabler/icons-react';
import { Notice } from '#platform/web/components/page.tsx';
import { formatMoment } from '#shared/format.ts';
import { t } from '#shared/words.ts';
import type { Template } from '../../contract.ts';

/** Somebody else saved the draft meanwhile: the user chooses which version to keep. */
export function NewerVersion(props: { newest: Template; onTake: () => void; onOverwrite: () => void }) {
  const { madeBy, madeAt } = props.newest.versions[0]!;
  const who = madeBy ?? t`A colleague`;
  return (
    <Notice
      color="yellow"
      role="alert"
      icon={<IconUsers aria-hidden />}
      title={t`This draft was changed meanwhile`}
    >
      <Text size="sm">{t`${who} saved it at ${formatMoment(madeAt)}. Your changes are not saved yet.`}</Text>
      <Group gap="xs" mt="xs">
        <Button size="xs" variant="default" onClick={props.onTake}>
          {t`Show theirs and discard mine`}
        </Button>
        <Button size="xs" color="red" variant="light" onClick={props.onOverwrite}>
          {t`Save mine in place of theirs`}
        </Button>
      </Group>
    </Notice>
  );
}
