import { ScrollArea, Text, TextInput } from '@mantine/core';
import { schemaResolver, useForm } from '@mantine/form';
import { notifications } from '@mantine/notifications';
import { useQuery } from '@tanstack/react-query';
import { useRouter } from '@tanstack/react-router';
import { api, client } from '#features/client.ts';
import { readRows } from '#platform/web/api/read-rows.ts';
import { FormSection } from '#platform/web/components/fields.tsx';
import { FormPage } from '#platform/web/components/form-page.tsx';
import { EmptyState, Loaded, PageHeader } from '#platform/web/components/page.tsx';
import { type PlainColumns, PlainTable } from '#platform/web/components/plain-table.tsx';
import { useCommand } from '#platform/web/components/use-command.tsx';
import { dayInIndia, formatCount, formatRupees } from '#shared/format.ts';
import { idsOf } from '#shared/ids-of.ts';
import { t } from '#shared/words.ts';
import { type DemandDraft, maximumDraftsOnSlip } from '../contract.ts';
import { draftCan, sumOfDrafts } from '../rules.ts';
import { type DepositSlip, PrepareSlipInput } from '../slip-contract.ts';
import { useDraftPaths } from './draft-acts.tsx';
import { DraftValidity } from './draft-badge.tsx';

/** `leftOut` are the excluded drafts: by default all are included. */
type Values = { account: string; bankBranch: string; leftOut: string[] };

const columns: PlainColumns<DemandDraft> = {
  number: { header: t`DD number`, record: ({ id }) => ({ kind: 'draft', id }) },
  drawnOn: { header: t`DD Date`, kind: 'day', isWide: true },
  bank: { header: t`Bank and branch`, value: ({ bank, branch }) => `${bank}, ${branch}` },
  collegeCode: { header: t`College`, isWide: true },
  validUntil: { header: t`Valid until`, render: (draft) => <DraftValidity draft={draft} /> },
  amount: { header: t`Amount`, kind: 'rupees' },
};

/** Selects among the drafts in hand, those closest to becoming stale first, and puts them on a slip. */
export function NewDepositSlipPage() {
  const inHand = useQuery({
    queryKey: [api.demandDrafts.listDrafts.key()[0], 'without-slip'],
    queryFn: async () => {
      const [drafts, slips] = await Promise.all([
        readRows(
          (place) => client.demandDrafts.listDrafts({ show: 'without_slip', sort: 'validUntil', ...place }),
          maximumDraftsOnSlip,
        ),
        client.depositSlips.listDepositSlips({ limit: 1 }),
      ]);
      return { drafts: drafts.rows, last: slips.rows[0] ?? null };
    },
  });
  return (
    <Loaded query={inHand}>
      {(found) =>
        found.drafts.length === 0 ? (
          <section>
            <PageHeader title={t`New deposit slip`} />
            <EmptyState message={t`Every draft in hand is on a deposit slip already.`} />
          </section>
        ) : (
          <SlipForm {...found} />
        )
      }
    </Loaded>
  );
}

function SlipForm({ drafts, last }: { drafts: DemandDraft[]; last: DepositSlip | null }) {
  const router = useRouter();
  const paths = useDraftPaths();
  const form = useForm<Values>({
    // The account of the last slip is the default.
    initialValues: { account: last?.account ?? '', bankBranch: last?.bankBranch ?? '', leftOut: [] },
    validate: schemaResolver(PrepareSlipInput.pick({ account: true, bankBranch: true }), { sync: true }),
  });
  const prepare = useCommand(client.depositSlips.prepareDepositSlip);
  const { leftOut } = form.getValues();
  const choices = drafts.filter(isDepositable);
  const chosen = choices.filter((draft) => !leftOut.includes(draft.id));

  function goToSlips(open?: string): void {
    const address = open ? `${paths.depositSlips}?open=${encodeURIComponent(open)}` : paths.depositSlips;
    void router.navigate({ href: address });
  }

  return (
    <FormPage
      title={t`New deposit slip`}
      description={
        drafts.length === maximumDraftsOnSlip
          ? t`The ${maximumDraftsOnSlip} drafts whose validity ends first. The others go onto the next slip.`
          : t`The drafts in hand that are on no slip yet, those whose validity ends first at the top.`
      }
      form={form}
      draftKey="new-deposit-slip"
      draftName={(values) => [values.account, values.bankBranch]}
      submitLabel={t`Prepare deposit slip`}
      reason={chosen.length === 0 ? t`Choose at least one draft.` : null}
      save={({ account, bankBranch }: Values) =>
        prepare.run({ account, bankBranch, draftIds: idsOf(chosen) })
      }
      onSaved={({ id, slipNumber }) => {
        notifications.show({ message: t`Slip ${slipNumber} is prepared.`, color: 'green' });
        goToSlips(id);
      }}
      onCancel={() => goToSlips()}
    >
      <FormSection title={t`Paid into`}>
        <TextInput label={t`Account`} required {...form.getInputProps('account')} />
        <TextInput label={t`Bank and branch`} required {...form.getInputProps('bankBranch')} />
      </FormSection>
      <ScrollArea>
        <PlainTable
          columns={columns}
          rows={drafts}
          ticks={{
            label: t`All drafts`,
            rowLabel: (draft) => t`Draft ${draft.number}`,
            isFor: isDepositable,
            ticked: idsOf(chosen),
            onChange: (ticked) =>
              form.setFieldValue(
                'leftOut',
                idsOf(choices).filter((id) => !ticked.includes(id)),
              ),
          }}
          foot={t`${formatCount(chosen.length)} of ${formatCount(choices.length)} drafts, ${formatRupees(sumOfDrafts(chosen))} in all`}
        />
      </ScrollArea>
      {choices.length < drafts.length && (
        <Text size="sm">
          {t`Drafts whose validity has passed cannot be deposited: their banks have to revalidate them.`}
        </Text>
      )}
    </FormPage>
  );
}

function isDepositable(draft: DemandDraft): boolean {
  return draftCan.goOnSlip(draft, dayInIndia(new Date())) === true;
}
