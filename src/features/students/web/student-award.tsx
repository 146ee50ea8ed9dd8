import { Loader } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { api } from '#features/client.ts';
import { DeclaredFacts } from '#platform/web/components/declared-facts.tsx';
import { ErrorNotice } from '#platform/web/components/use-command.tsx';
import { studentAward } from '#shared/award-record.ts';
import { t } from '#shared/words.ts';

/** The award record, which lists do not have, loaded with the details. */
export function StudentAwardFacts({ id }: { id: string }) {
  const { data, error } = useQuery(api.students.getStudent.queryOptions({ input: { id } }));
  if (!data) return error ? <ErrorNotice error={error} /> : <Loader size="sm" aria-label={t`Loading`} />;
  return <DeclaredFacts title={t`Award record`} fields={studentAward} values={data} />;
}
