import { Select, Text } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import type { Certificate } from '#features/certificates/contract.ts';
import { api } from '#features/client.ts';
import { ErrorNotice } from '#platform/web/components/error-notice.tsx';
import { t } from '#shared/words.ts';

const typingPause = 250;
const offered = 20;

/** Finds a printed certificate by name, number, roll number or college. */
export function CertificatePicker(props: {
  /** Says which one is chosen, once it is. */
  chosen: Pick<Certificate, 'id' | 'convocationNumber' | 'studentName'> | null;
  onChoose: (certificate: Certificate) => void;
  error?: ReactNode;
}) {
  const { chosen } = props;
  const label = chosen ? certificateLabel(chosen) : '';
  const [typed, setTyped] = useState(label);
  const [search] = useDebouncedValue(typed === label ? '' : typed.trim(), typingPause);
  const found = useQuery(
    api.certificates.listCertificates.queryOptions({
      input: { search, stage: 'printed', sort: '-printedAt', limit: offered },
    }),
  );
  const rows = found.data?.rows ?? [];
  const isMissing = chosen !== null && rows.every(({ id }) => id !== chosen.id);
  const offers = isMissing ? [chosen, ...rows] : rows;
  return (
    <>
      <Select
        label={t`Certificate`}
        description={t`Enter a convocation number, a name or a roll number.`}
        required
        searchable
        data-autofocus
        data={offers.map((row) => ({ value: row.id, label: certificateLabel(row) }))}
        // The server searched already.
        filter={({ options }) => options}
        nothingFoundMessage={found.isFetching ? t`Searching…` : t`No printed certificates found`}
        value={chosen?.id ?? null}
        allowDeselect={false}
        searchValue={typed}
        onSearchChange={setTyped}
        onChange={(id) => {
          const row = rows.find((one) => one.id === id);
          if (row) props.onChoose(row);
        }}
        error={props.error}
      />
      {found.error && <ErrorNotice error={found.error} />}
      {chosen === null && rows.length === offered && (
        <Text size="xs" c="dimmed">{t`The newest ${offered} are offered. Type more to find others.`}</Text>
      )}
    </>
  );
}

export function certificateLabel(row: { convocationNumber: string; studentName: string }): string {
  return `${row.convocationNumber}, ${row.studentName}`;
}
