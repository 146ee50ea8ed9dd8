import { ScrollArea, Text, TextInput } from '@mantine/core';
import { schemaResolver, useForm } from '@mantine/form';
import { notifications } from '@mantine/notifications';
import { useQuery } from '@tanstack/react-query';
import { useRouter } from '@tanstack/react-router';
import { useState } from 'react';
import { ofCertificate, sheetColumns } from '#features/certificates/columns.ts';
import { api, client } from '#features/client.ts';
import { readRows } from '#platform/web/api/read-rows.ts';
import { ChoiceInput } from '#platform/web/components/choice-input.tsx';
import { FormSection } from '#platform/web/components/fields.tsx';
import { FormPage } from '#platform/web/components/form-page.tsx';
import { EmptyState, Loaded, PageHeader } from '#platform/web/components/page.tsx';
import { type PlainColumns, PlainTable } from '#platform/web/components/plain-table.tsx';
import { useCommand } from '#platform/web/components/use-command.tsx';
import { formatCount } from '#shared/format.ts';
import { idsOf } from '#shared/ids-of.ts';
import { recordRef } from '#shared/record-kinds.ts';
import { t } from '#shared/words.ts';
import { maximumInSigningBatch, SendForSignatureInput, type SheetToSign } from '../contract.ts';
import { NameSheetsInput, sheetsNamed } from './name-sheets-input.tsx';
import { useSigningPaths } from './use-signing-paths.ts';

type Values = { office: string; carriedBy: string; chosen: string[] };
type Waiting = { rows: SheetToSign[]; isPart: boolean };

const columns: PlainColumns<SheetToSign> = {
  convocationNumber: { header: t`Convocation number`, record: ofCertificate },
  studentName: { header: t`Student` },
  courseDegree: sheetColumns.courseDegree,
  runNumber: { header: t`Print run`, isWide: true, record: ({ runNumber }) => recordRef('run', runNumber) },
  blankSerial: sheetColumns.blankSerial,
};

/** Collects sheets to be signed by hand and sends them to the signing office. */
export function NewSigningBatchPage() {
  const waiting = useQuery({
    queryKey: [api.signing.listSheetsToSign.key()[0], 'new batch'],
    queryFn: ({ signal }) =>
      readRows((place) => client.signing.listSheetsToSign({ ...place }, { signal }), maximumInSigningBatch),
  });
  return (
    <Loaded query={waiting}>
      {(found) =>
        found.rows.length === 0 ? (
          <section>
            <PageHeader title={t`New signing batch`} />
            <EmptyState message={t`No printed sheet waits to be signed by hand.`} />
          </section>
        ) : (
          <BatchForm waiting={found} />
        )
      }
    </Loaded>
  );
}

function BatchForm({ waiting }: { waiting: Waiting }) {
  const router = useRouter();
  const paths = useSigningPaths();
  const offices = useQuery(api.signing.listSigningOffices.queryOptions());
  const [further, setFurther] = useState<readonly SheetToSign[]>([]);
  const form = useForm<Values>({
    initialValues: { office: '', carriedBy: '', chosen: [] },
    validate: schemaResolver(SendForSignatureInput.omit({ sheetIds: true }), { sync: true }),
  });
  const send = useCommand(client.signing.sendForSignature);
  const listed = new Set(idsOf(waiting.rows));
  const rows = [...waiting.rows, ...further.filter(({ id }) => !listed.has(id))];
  const { chosen } = form.getValues();
  // A colleague may have sent some of them meanwhile.
  const sheetIds = idsOf(rows).filter((id) => chosen.includes(id));

  function choose(ids: readonly string[]): void {
    form.setFieldValue('chosen', (before: string[]) => [...new Set([...before, ...ids])]);
  }

  async function name(text: string): Promise<string> {
    const here = sheetsNamed(rows, text);
    const found = here.length > 0 || !waiting.isPart ? here : await lookUp(text);
    if (found.length === 0) return t`No sheet that waits for its signature is named ${text}.`;
    setFurther((before) => [...before, ...found]);
    choose(idsOf(found));
    return found.length === 1
      ? t`${found[0]!.blankSerial}, ${found[0]!.studentName}: chosen.`
      : t`Sheets chosen: ${formatCount(found.length)}.`;
  }

  return (
    <FormPage
      title={t`New signing batch`}
      description={t`Sheets that are signed by hand, which somebody carries to the office that signs. Until they are back they are not handed over.`}
      form={form}
      draftKey="new-signing-batch"
      draftName={(values) => [values.office, values.carriedBy]}
      submitLabel={t`Send for signature`}
      reason={missing()}
      question={{
        title: t`Send this batch for signature?`,
        body: ({ office, carriedBy }: Values) => (
          <Text>
            {t`Sheets that ${carriedBy} carries to ${office}: ${formatCount(sheetIds.length)}. The batch is numbered and cannot be changed.`}
          </Text>
        ),
      }}
      save={({ office, carriedBy }: Values) => send.run({ office, carriedBy, sheetIds })}
      onSaved={({ id, batchNumber }) => {
        notifications.show({ message: t`Batch ${batchNumber} is out for signature.`, color: 'green' });
        void router.navigate({ href: paths.signingBatch(id) });
      }}
      onCancel={() => void router.navigate({ href: paths.signingBatches })}
    >
      <FormSection title={t`Sent to`}>
        <ChoiceInput
          label={t`Office that signs`}
          description={t`For example Vice-Chancellor.`}
          required
          maxLength={120}
          data={offices.data?.offices ?? []}
          allowsOther
          {...form.getInputProps('office')}
        />
        <TextInput
          label={t`Carried by`}
          description={t`The person who takes the sheets along.`}
          required
          {...form.getInputProps('carriedBy')}
        />
      </FormSection>
      <NameSheetsInput label={t`Choose sheets`} onNamed={name} />
      <ScrollArea>
        <PlainTable
          columns={columns}
          rows={rows}
          ticks={{
            label: t`All sheets`,
            rowLabel: (one) => t`Sheet ${one.blankSerial}`,
            ticked: sheetIds,
            onChange: (ticked) => form.setFieldValue('chosen', ticked),
          }}
          foot={t`${formatCount(sheetIds.length)} of ${formatCount(rows.length)} sheets`}
        />
      </ScrollArea>
      {waiting.isPart && (
        <Text size="sm">
          {t`The ${formatCount(maximumInSigningBatch)} sheets that were printed first. Others are found by their numbers.`}
        </Text>
      )}
    </FormPage>
  );

  function missing(): string | null {
    if (sheetIds.length === 0) return t`Choose at least one sheet.`;
    return sheetIds.length > maximumInSigningBatch
      ? t`A batch has at most ${maximumInSigningBatch} sheets.`
      : null;
  }
}

/** Searches all waiting sheets. */
async function lookUp(text: string): Promise<SheetToSign[]> {
  const { rows } = await readRows(
    (place) => client.signing.listSheetsToSign({ search: text.trim(), ...place }),
    maximumInSigningBatch,
  );
  return sheetsNamed(rows, text);
}
