import { Loader, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useId } from 'react';
import { ChargeLines } from '#features/charges/web/charge-lines.tsx';
import { api } from '#features/client.ts';
import { DeclaredFacts } from '#platform/web/components/declared-facts.tsx';
import { ErrorNotice } from '#platform/web/components/use-command.tsx';
import { awardRecord } from '#shared/award-record.ts';
import { t } from '#shared/words.ts';
import { ContactConsent } from './contact-consent.tsx';

/** Charges and award record; lists do not have them, so they are loaded with the details. */
export function ApplicationDetailFacts({ id }: { id: string }) {
  const heading = useId();
  const { data, error } = useQuery(api.applications.getApplication.queryOptions({ input: { id } }));
  if (!data) return error ? <ErrorNotice error={error} /> : <Loader size="sm" aria-label={t`Loading`} />;
  return (
    <>
      <section aria-labelledby={heading}>
        <Title order={3} size="h5" id={heading}>
          {t`Charges`}
        </Title>
        <ChargeLines charges={data.charges} />
      </section>
      <DeclaredFacts title={t`Award record`} fields={awardRecord} values={data} />
      <ContactConsent application={data} />
    </>
  );
}
