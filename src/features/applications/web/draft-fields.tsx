import { Button, Group, Text } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { Fragment } from 'react';
import { AlikeDrafts } from '#features/demand-drafts/web/alike-drafts.tsx';
import { FormSection } from '#platform/web/components/fields.tsx';
import { FileField } from '#platform/web/components/file-field.tsx';
import { PlainTable } from '#platform/web/components/plain-table.tsx';
import { formatRupees } from '#shared/format.ts';
import { t } from '#shared/words.ts';
import type { ApplicationDetail } from '../contract.ts';
import { type ApplicationFormState, emptyDraft } from './application-form-values.ts';
import classes from './draft-fields.module.css';
import { DraftRow } from './draft-row.tsx';
import type { LookedUpDraft } from './use-draft-lookup.ts';

/** Demand drafts, with the fields in the order printed on a draft: number, date, bank, branch, amount. */
export function DraftFields(props: {
  form: ApplicationFormState;
  /** The register's entry of each draft. */
  looked: LookedUpDraft[];
  title: string;
  /** The part of the fee that nothing pays for yet. */
  pending: number;
  /** Whether a draft may be pinned for the next candidate. */
  mayPin: boolean;
}) {
  const { form, looked, pending } = props;
  const { drafts } = form.values;
  return (
    <FormSection title={props.title} description={balanceSentence(form, looked, pending)}>
      <div className={classes.drafts}>
        {drafts.map((_draft, index) => (
          <DraftRow
            // biome-ignore lint/suspicious/noArrayIndexKey: a draft has no identity before it is saved
            key={index}
            form={form}
            index={index}
            looked={looked[index]!}
            pending={pending}
            mayPin={props.mayPin}
          />
        ))}
        <Group justify="space-between">
          <Button
            variant="default"
            size="xs"
            leftSection={<IconPlus size={14} aria-hidden />}
            onClick={() => form.insertListItem('drafts', emptyDraft())}
          >
            {drafts.length === 0 ? t`Add a demand draft` : t`Add another demand draft`}
          </Button>
          {form.errors.drafts && (
            <Text size="sm" c="red" role="alert">
              {form.errors.drafts}
            </Text>
          )}
        </Group>
      </div>
    </FormSection>
  );
}

/** A draft in the register pays with its remaining balance, whatever amount is typed. */
function balanceSentence(
  { values: { drafts } }: ApplicationFormState,
  looked: LookedUpDraft[],
  pending: number,
): string | undefined {
  const sum = drafts.reduce(
    (total, draft, index) => total + (looked[index]?.known?.balance ?? (draft.amount || 0)),
    0,
  );
  if (sum === 0 || pending === 0) return undefined;
  if (sum === pending) return t`These drafts pay the fee of ${formatRupees(pending)} exactly.`;
  if (sum < pending)
    return t`${formatRupees(pending - sum)} of ${formatRupees(pending)} are not covered yet.`;
  return t`${formatRupees(sum - pending)} more than the fee; the rest stays as the draft's balance.`;
}

/** The drafts already recorded. They stay; only a receipt that cannot be read is replaced. */
export function RecordedDrafts(props: { form: ApplicationFormState; application: ApplicationDetail }) {
  const { form, application } = props;
  if (application.allocations.length === 0) return null;
  return (
    <FormSection title={t`Recorded demand drafts`}>
      <PlainTable
        className={classes.recorded}
        rows={application.allocations}
        rowId={({ demandDraftId }) => demandDraftId}
        columns={{
          number: { header: t`DD number` },
          drawnOn: { header: t`DD date`, kind: 'day' },
          bank: { header: t`Bank and branch`, value: ({ bank, branch }) => `${bank}, ${branch}` },
          amount: { header: t`Amount`, kind: 'rupees' },
          allocatedAmount: {
            header: t`Pays here`,
            kind: 'rupees',
            render: (draft) => formatRupees(draft.allocatedAmount),
          },
        }}
      />
      {application.allocations.map((draft) => {
        const { demandDraftId, number, receipt } = draft;
        const index = form.values.recordedReceipts.findIndex((one) => one.demandDraftId === demandDraftId);
        if (index < 0) return null;
        const replaced = form.values.recordedReceipts[index]!.receipt;
        return (
          <Fragment key={demandDraftId}>
            <FileField
              label={t`Bank receipt (DD) of draft ${number}`}
              kind="receipt"
              value={replaced}
              onChange={(file) => form.setFieldValue(`recordedReceipts.${index}.receipt`, file ?? receipt)}
            />
            {replaced && replaced.id !== receipt?.id && (
              <AlikeDrafts
                entry={{ ...draft, receiptFileId: replaced.id }}
                {...form.getInputProps(`recordedReceipts.${index}.alikeReason`)}
              />
            )}
          </Fragment>
        );
      })}
    </FormSection>
  );
}
