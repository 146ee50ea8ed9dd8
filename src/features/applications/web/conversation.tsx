import { useQuery } from '@tanstack/react-query';
import { api } from '#features/client.ts';
import { useSession } from '#platform/web/api/session.ts';
import { Section } from '#platform/web/components/page.tsx';
import { t } from '#shared/words.ts';
import type { ApplicationDetail } from '../contract.ts';
import { headingOf, linesOf } from '../conversation-words.ts';
import classes from './conversation.module.css';

/** What desk and counter said to each other about a case: returns, corrections, answers and decisions. */
export function Conversation({ application }: { application: Pick<ApplicationDetail, 'conversation'> }) {
  const reader = useSession().staffId;
  const { conversation } = application;
  if (conversation.every(({ act }) => act === 'verified')) return null;
  return (
    <Section title={t`Conversation`} order={3} gap={4}>
      <ol className={`plain-list ${classes.entries}`}>
        {conversation.map((entry, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: entries are only ever added at the end
          <li key={index} data-act={entry.act} data-taken-back={entry.takenBackAt !== null || undefined}>
            <b>{headingOf(entry, reader)}</b>
            {linesOf(entry).map((line) => (
              <div key={line}>{line}</div>
            ))}
          </li>
        ))}
      </ol>
    </Section>
  );
}

/** The same above the details of a record, which loads the whole application. */
export function conversationAbove({ id }: { id: string }) {
  return <LoadedConversation id={id} />;
}

function LoadedConversation({ id }: { id: string }) {
  const { data } = useQuery(api.applications.getApplication.queryOptions({ input: { id } }));
  return data ? <Conversation application={data} /> : null;
}
