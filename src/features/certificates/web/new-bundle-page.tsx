import { ScrollArea, Text, TextInput } from '@mantine/core';
import { schemaResolver, useForm } from '@mantine/form';
import { notifications } from '@mantine/notifications';
import { useQuery } from '@tanstack/react-query';
import { useRouter } from '@tanstack/react-router';
import {
  EarlierCopyFields,
  type EarlierCopyInput,
  emptyEarlierCopy,
  faultOfEarlierCopy,
  toEarlierCopy,
} from '#features/applications/web/earlier-copy-fields.tsx';
import { sheetColumns } from '#features/certificates/columns.ts';
import { api, client } from '#features/client.ts';
import { readRows } from '#platform/web/api/read-rows.ts';
import { ChoiceInput } from '#platform/web/components/choice-input.tsx';
import { FormSection } from '#platform/web/components/fields.tsx';
import { FormPage } from '#platform/web/components/form-page.tsx';
import { Loading } from '#platform/web/components/loading.tsx';
import { EmptyState, Loaded, PageHeader } from '#platform/web/components/page.tsx';
import { useAddressChoice } from '#platform/web/components/page-address.ts';
import { type PlainColumns, PlainTable } from '#platform/web/components/plain-table.tsx';
import { ErrorNotice, useCommand } from '#platform/web/components/use-command.tsx';
import { formatCount } from '#shared/format.ts';
import { idsOf } from '#shared/ids-of.ts';
import { t } from '#shared/words.ts';
import { type BundleCollege, HandOverBundleInput, maximumInBundle } from '../bundle-contract.ts';
import { certificateRecord } from '../columns.ts';
import type { Certificate } from '../contract.ts';
import classes from './new-bundle-page.module.css';
import { useBundlePaths } from './use-bundle-paths.ts';

/** `leftOut` are the excluded certificates: by default all of a college's are included. */
type Values = {
  deliveredTo: string;
  designation: string;
  identitySeen: string;
  leftOut: string[];
  /** For reprints whose earlier copy was handed over, by certificate. */
  earlierCopies: Record<string, EarlierCopyInput>;
};

const columns: PlainColumns<Certificate> = {
  convocationNumber: { header: t`Convocation number`, record: certificateRecord },
  studentName: { header: t`Student` },
  examRollNumber: { header: t`Exam roll number`, isWide: true, record: certificateRecord },
  ...sheetColumns,
};

/** Bundles printed certificates of one college and hands them to a person from it. */
export function NewBundlePage() {
  const colleges = useQuery(api.bundles.listBundleColleges.queryOptions());
  return (
    <Loaded query={colleges}>
      {(found) =>
        found.colleges.length === 0 ? (
          <section>
            <PageHeader title={t`New bundle`} />
            <EmptyState message={t`No printed certificate waits to be handed over.`} />
          </section>
        ) : (
          <BundleForm colleges={found.colleges} />
        )
      }
    </Loaded>
  );
}

function BundleForm({ colleges }: { colleges: BundleCollege[] }) {
  const router = useRouter();
  const paths = useBundlePaths();
  const [chosenCode, chooseCode] = useAddressChoice('college');
  const only = colleges.length === 1 ? colleges[0] : undefined;
  const college = colleges.find((one) => one.collegeCode === chosenCode) ?? only;
  const certificates = useQuery({
    queryKey: [api.certificates.listCertificates.key()[0], 'new bundle', college?.collegeId],
    queryFn: ({ signal }) => listToHandOver(college!.collegeId, signal),
    enabled: college !== undefined,
  });
  const form = useForm<Values>({
    initialValues: { deliveredTo: '', designation: '', identitySeen: '', leftOut: [], earlierCopies: {} },
    validate: schemaResolver(HandOverBundleInput.omit({ certificateIds: true, earlierCopies: true }), {
      sync: true,
    }),
  });
  const handOver = useCommand(client.bundles.handOverBundle);
  const { leftOut, earlierCopies } = form.getValues();
  const chosen = certificates.data?.filter((one) => !leftOut.includes(one.id)) ?? [];

  const reprints = chosen.flatMap((one) =>
    one.copyOut
      ? [{ ...one, copyOut: one.copyOut, earlier: earlierCopies[one.id] ?? emptyEarlierCopy(one.copyOut) }]
      : [],
  );

  function missing(): string | null {
    if (!college) return t`Choose the college.`;
    if (chosen.length === 0) return t`Choose at least one certificate.`;
    for (const { convocationNumber, earlier } of reprints) {
      const lack = faultOfEarlierCopy(earlier);
      if (lack !== null) return `${convocationNumber}: ${lack}`;
    }
    return null;
  }

  return (
    <FormPage
      title={t`New bundle`}
      description={t`Printed certificates of one college, which a person of the college takes along and signs for.`}
      form={form}
      draftKey="new-bundle"
      draftName={(values) => [values.deliveredTo, values.designation]}
      submitLabel={t`Hand over bundle`}
      reason={missing()}
      question={{
        title: t`Hand over this bundle?`,
        body: ({ deliveredTo, designation }: Values) => (
          <Text>
            {t`${deliveredTo}, ${designation}, takes along ${formatCount(chosen.length)} certificates of ${college?.collegeName ?? ''}. The bundle is numbered and cannot be changed or undone.`}
          </Text>
        ),
      }}
      save={({ leftOut: _, earlierCopies: __, ...who }: Values) =>
        handOver.run({
          ...who,
          certificateIds: idsOf(chosen),
          earlierCopies: reprints.map(({ id, earlier }) => ({
            certificateId: id,
            earlierCopy: toEarlierCopy(earlier),
          })),
        })
      }
      onSaved={({ id, bundleNumber }) => {
        notifications.show({ message: t`Bundle ${bundleNumber} is handed over.`, color: 'green' });
        void router.navigate({ href: paths.bundle(id) });
      }}
      onCancel={() => void router.navigate({ href: paths.bundles })}
    >
      <FormSection title={t`Handed over to`}>
        <ChoiceInput
          label={t`College`}
          required
          data={colleges.map((one) => ({
            value: one.collegeCode,
            label: `${one.collegeCode} ${one.collegeName} (${formatCount(one.toHandOver)})`,
          }))}
          value={college?.collegeCode ?? null}
          onChange={chooseCode}
        />
        <TextInput
          label={t`Name`}
          description={t`The person of the college who takes the bundle along.`}
          required
          {...form.getInputProps('deliveredTo')}
        />
        <TextInput
          label={t`Designation`}
          description={t`For example Principal, Office superintendent.`}
          required
          {...form.getInputProps('designation')}
        />
        <TextInput
          label={t`Identity document seen`}
          description={t`Its kind, for example Passport or Driving licence. Never an Aadhaar number.`}
          required
          {...form.getInputProps('identitySeen')}
        />
      </FormSection>
      {certificates.error && (
        <ErrorNotice error={certificates.error} onRetry={() => void certificates.refetch()} />
      )}
      {college && certificates.isPending && <Loading />}
      {certificates.data && (
        <ScrollArea>
          <PlainTable
            columns={columns}
            rows={certificates.data}
            ticks={{
              label: t`All certificates`,
              rowLabel: (one) => t`Certificate ${one.convocationNumber}`,
              ticked: idsOf(chosen),
              onChange: (ticked) =>
                form.setFieldValue(
                  'leftOut',
                  idsOf(certificates.data).filter((id) => !ticked.includes(id)),
                ),
            }}
            foot={t`${formatCount(chosen.length)} of ${formatCount(certificates.data.length)} certificates`}
          />
        </ScrollArea>
      )}
      {reprints.length > 0 && (
        <FormSection title={t`Earlier copies`}>
          {reprints.map(({ id, convocationNumber, studentName, copyOut, earlier }) => (
            <fieldset key={id} className={classes.reprint}>
              <legend>{`${convocationNumber}, ${studentName}`}</legend>
              <EarlierCopyFields
                copyOut={copyOut}
                value={earlier}
                onChange={(value) => form.setFieldValue('earlierCopies', { ...earlierCopies, [id]: value })}
              />
            </fieldset>
          ))}
        </FormSection>
      )}
      {certificates.data && college && college.toHandOver > maximumInBundle && (
        <Text size="sm">
          {t`A bundle has at most ${maximumInBundle} certificates. The others go into the next one.`}
        </Text>
      )}
    </FormPage>
  );
}

/** In number order, as they are stored in the office. */
async function listToHandOver(collegeId: string, signal: AbortSignal): Promise<Certificate[]> {
  const of = { stage: 'to_hand_over', collegeId, sort: 'convocationNumber' } as const;
  const { rows } = await readRows(
    (place) => client.certificates.listCertificates({ ...of, ...place }, { signal }),
    maximumInBundle,
  );
  return rows;
}
