import { Anchor, List, Text } from '@mantine/core';
import { IconChecklist } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { api } from '#features/client.ts';
import { useSession } from '#platform/web/api/session.ts';
import { useLinkProps } from '#platform/web/components/links.tsx';
import { Notice } from '#platform/web/components/page.tsx';
import { t } from '#shared/words.ts';
import { checklistLines, checklistPaths, type LineName, labelsOf, type Work } from '../lines.ts';

/** What is missing for a kind of work, and whom to ask; undefined until loaded. */
export function useMissing(work: Work) {
  const { data, error } = useQuery(api.checklist.listMissing.queryOptions({ input: { work } }));
  return { missing: data?.missing, administrators: data?.administrators ?? [], error };
}

const titles: Record<Work, string> = {
  receiving: t`Applications cannot be received yet`,
  printing: t`Nothing can be printed yet`,
};

/** Names what is missing: administrators get links, everybody else is told whom to ask. */
export function SetUpNotice(props: {
  work: Work;
  missing: readonly LineName[];
  administrators: readonly string[];
}) {
  const { role } = useSession();
  const { work, missing, administrators } = props;
  if (missing.length === 0) return null;
  return (
    <Notice
      color="yellow"
      flex="none"
      role="status"
      icon={<IconChecklist aria-hidden />}
      title={titles[work]}
    >
      {role === 'admin' ? (
        <>
          <Text size="sm">{t`The university is not set up for it. Missing:`}</Text>
          <List size="sm" mt={4}>
            {missing.map((name) => (
              <List.Item key={name}>
                <LineLink name={name} />
              </List.Item>
            ))}
          </List>
        </>
      ) : (
        <Text size="sm">
          {t`The university is not set up for it. Missing: ${labelsOf(missing)}. Ask an administrator: ${administrators.join(', ')}.`}
        </Text>
      )}
    </Notice>
  );
}

/** A line's name, linked to the page that completes it. */
export function LineLink({ name }: { name: LineName }) {
  const { label } = checklistLines[name];
  return (
    <Anchor size="sm" underline="always" c="inherit" {...useLinkProps(checklistPaths[name]())}>
      {label}
    </Anchor>
  );
}
