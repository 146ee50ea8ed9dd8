import { Loader, Text, TextInput } from '@mantine/core';
import { schemaResolver, useForm } from '@mantine/form';
import { notifications } from '@mantine/notifications';
import { useQuery } from '@tanstack/react-query';
import { useRouter } from '@tanstack/react-router';
import { api, client } from '#features/client.ts';
import { EmptyState } from '#platform/web/components/empty-state.tsx';
import { ErrorNotice } from '#platform/web/components/error-notice.tsx';
import { FormPage } from '#platform/web/components/form-page.tsx';
import { FormSection } from '#platform/web/components/form-section.tsx';
import { PageHeader } from '#platform/web/components/page-header.tsx';
import { useCommand } from '#platform/web/components/use-command.ts';
import { dayInIndia } from '#shared/dates.ts';
import { pageSize } from '#shared/paging.ts';
import { t } from '#shared/words.ts';
import { type DemandDraft, maximumDraftsOnSlip } from '../contract.ts';
import { draftCan } from '../rules.ts';
import { type DepositSlip, PrepareSlipInput } from '../slip-contract.ts';
import { SlipChoice } from './slip-choice.tsx';
import { useDraftPaths } from './use-draft-paths.ts';

/** The drafts that are left out, because those that go along are the rule. */
type Values = { account: string; bankBranch: string; leftOut: string[] };

/** Chooses among the drafts in hand, those nearest the end of their validity first, and puts them onto a slip. */
export function NewDepositSlipPage() {
  const inHand = useQuery({
    queryKey: [api.demandDrafts.listDrafts.key()[0], 'without-slip'],
    queryFn: async () => {
      const [drafts, slips] = await Promise.all([
        listDraftsInHand(),
        client.depositSlips.listDepositSlips({ limit: 1 }),
      ]);
      return { drafts, last: slips.rows[0] ?? null };
    },
  });
  if (inHand.error) return <ErrorNotice error={inHand.error} onRetry={() => void inHand.refetch()} />;
  if (!inHand.data) return <Loader aria-label={t`Loading`} />;
  if (inHand.data.drafts.length === 0) {
    return (
      <section>
        <PageHeader title={t`New deposit slip`} />
        <EmptyState message={t`Every draft in hand is on a deposit slip already.`} />
      </section>
    );
  }
  return <SlipForm {...inHand.data} />;
}

function SlipForm({ drafts, last }: { drafts: DemandDraft[]; last: DepositSlip | null }) {
  const router = useRouter();
  const paths = useDraftPaths();
  const form = useForm<Values>({
    // Paid in where the last one was, until somebody writes another account.
    initialValues: { account: last?.account ?? '', bankBranch: last?.bankBranch ?? '', leftOut: [] },
    validate: schemaResolver(PrepareSlipInput.pick({ account: true, bankBranch: true }), { sync: true }),
  });
  const prepare = useCommand(client.depositSlips.prepareDepositSlip);
  const { leftOut } = form.getValues();
  const chosen = drafts.filter((draft) => isDepositable(draft) && !leftOut.includes(draft.id));

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
        prepare.run({ account, bankBranch, draftIds: chosen.map((draft) => draft.id) })
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
      <SlipChoice
        drafts={drafts}
        chosen={chosen}
        isDepositable={isDepositable}
        onChange={(ids) => form.setFieldValue('leftOut', ids)}
      />
      {drafts.some((draft) => !isDepositable(draft)) && (
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

async function listDraftsInHand(): Promise<DemandDraft[]> {
  const drafts: DemandDraft[] = [];
  let cursor: string | undefined;
  do {
    const page = await client.demandDrafts.listDrafts({
      show: 'without_slip',
      sort: 'validUntil',
      offset: drafts.length,
      limit: pageSize,
      cursor,
    });
    drafts.push(...page.rows);
    cursor = page.nextCursor ?? undefined;
  } while (cursor && drafts.length < maximumDraftsOnSlip);
  return drafts;
}
