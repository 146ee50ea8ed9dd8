import { Button, Group, Input, Text } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { Fragment, type ReactNode } from 'react';
import { AlikeDrafts } from '#features/demand-drafts/web/alike-drafts.tsx';
import { FormSection } from '#platform/web/components/fields.tsx';
import { FileField } from '#platform/web/components/file-field.tsx';
import { PlainTable } from '#platform/web/components/plain-table.tsx';
import { FileLink } from '#platform/web/components/values.tsx';
import { formatRupees } from '#shared/format.ts';
import { t } from '#shared/words.ts';
import type { ApplicationDetail } from '../contract.ts';
import { type ApplicationFormState, emptyDraft, isUntouched } from './application-form-values.ts';
import { receiptLabel } from './application-labels.ts';
import classes from './draft-fields.module.css';
import { DraftRow } from './draft-row.tsx';
import type { LookedUpDraft } from './use-draft-lookup.ts';

/**
 * Demand drafts, with the fields in the order printed on a draft: number, date, bank, branch, amount. Beside them what
 * they pay for.
 */
export function DraftFields(props: {
  form: ApplicationFormState;
  /** The register's entry of each draft. */
  looked: LookedUpDraft[];
  title: string;
  /** The part of the fee that nothing pays for yet. */
  pending: number;
  /** Whether a draft may be pinned for the next candidate. */
  mayPin: boolean;
  fee: ReactNode;
}) {
  const { form, looked, pending } = props;
  const { drafts, totalAmount } = form.values;
  const covered = drafts.reduce(
    // A draft in the register pays with its remaining balance, whatever amount is typed.
    (sum, draft, index) => sum + (looked[index]?.known?.balance ?? (draft.amount || 0)),
    0,
  );
  const last = drafts.at(-1);
  return (
    <FormSection title={props.title}>
      <div className={classes.counter}>
        {totalAmount === 0 ? (
          <Text size="sm">{t`₹0 needs no demand draft.`}</Text>
        ) : (
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
                mayRemove={drafts.length > 1 || !props.mayPin}
              />
            ))}
            <Group justify="space-between">
              {!(last && isUntouched(last)) && (
                <Button
                  variant="default"
                  size="xs"
                  leftSection={<IconPlus size={14} aria-hidden />}
                  onClick={() => form.insertListItem('drafts', emptyDraft())}
                >
                  {drafts.length === 0 ? t`Add a demand draft` : t`Add another demand draft`}
                </Button>
              )}
              {form.errors.drafts && (
                <Text size="sm" c="red" role="alert">
                  {form.errors.drafts}
                </Text>
              )}
            </Group>
          </div>
        )}
        <div>
          {props.fee}
          <Text
            mt="xs"
            size="sm"
            role="status"
            c={covered < pending ? 'var(--mantine-color-orange-text)' : undefined}
          >
            {balanceSentence(covered, pending)}
          </Text>
        </div>
      </div>
    </FormSection>
  );
}

/** The bank receipt of each draft; a registered draft may have its own. */
export function ReceiptFields({ form, looked }: { form: ApplicationFormState; looked: LookedUpDraft[] }) {
  const { drafts, totalAmount } = form.values;
  if (totalAmount === 0) return null;
  return drafts.map((draft, index) => {
    const { known } = looked[index]!;
    const number = draft.number || String(index + 1);
    const label = drafts.length === 1 ? receiptLabel : t`Bank receipt (DD) of draft ${number}`;
    const path = `drafts.${index}.receiptFileId`;
    return known?.receipt ? (
      <Input.Wrapper key={path} label={label} labelElement="div">
        <FileLink file={known.receipt} />
      </Input.Wrapper>
    ) : (
      <FileField
        key={path}
        label={label}
        kind="receipt"
        path={path}
        isRequired={!known}
        value={draft.receipt ?? null}
        error={form.errors[path]}
        onChange={(receipt) => {
          form.setFieldValue(`drafts.${index}.receipt`, receipt);
          form.setFieldValue(path, receipt?.id ?? '');
        }}
      />
    );
  });
}

function balanceSentence(sum: number, pending: number): string | undefined {
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
