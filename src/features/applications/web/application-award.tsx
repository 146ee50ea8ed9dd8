import { Loader } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { api } from '#features/client.ts';
import { DeclaredFacts } from '#platform/web/components/declared-facts.tsx';
import { ErrorNotice } from '#platform/web/components/use-command.tsx';
import { awardRecord } from '#shared/award-record.ts';
import { t } from '#shared/words.ts';

/** The award record of an application, which no list has: it is asked for with the details. */
export function ApplicationAwardFacts({ id }: { id: string }) {
  const { data, error } = useQuery(api.applications.getApplication.queryOptions({ input: { id } }));
  if (!data) return error ? <ErrorNotice error={error} /> : <Loader size="sm" aria-label={t`Loading`} />;
  return <DeclaredFacts title={t`Award record`} fields={awardRecord} values={data} />;
}
