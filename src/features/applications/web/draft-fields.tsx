import { ActionIcon, Autocomplete, Button, Group, Table, Text, TextInput } from '@mantine/core';
import { IconPlus, IconTrash } from '@tabler/icons-react';
import { draftDateFault, draftExpiryWarning } from '#features/demand-drafts/rules.ts';
import { dayInIndia, formatDay } from '#shared/dates.ts';
import { errorSentence } from '#shared/errors.ts';
import { formatRupees } from '#shared/money.ts';
import { t } from '#shared/words.ts';
import { DayInput } from '#web/components/day-input.tsx';
import { FormSection } from '#web/components/form-section.tsx';
import { RupeesInput } from '#web/components/rupees-input.tsx';
import type { ApplicationDetail } from '../contract.ts';
import {
  type ApplicationFormState,
  type ApplicationFormValues,
  emptyDraft,
} from './application-form-values.ts';
import classes from './draft-fields.module.css';

/** The banks whose drafts an office in Karnataka sees most; any other can be typed. */
const banks = [
  'Axis Bank',
  'Bank of Baroda',
  'Bank of India',
  'Canara Bank',
  'Central Bank of India',
  'Federal Bank',
  'HDFC Bank',
  'ICICI Bank',
  'Indian Bank',
  'Karnataka Bank',
  'Karnataka Gramin Bank',
  'Punjab National Bank',
  'State Bank of India',
  'Union Bank of India',
];

/** Demand drafts, each in the order of its face: number, date, bank, branch, amount. */
export function DraftFields({ form, title }: { form: ApplicationFormState; title: string }) {
  const drafts = form.values.drafts;
  return (
    <FormSection title={title} description={balanceSentence(form.values)}>
      <div className={classes.drafts}>
        {drafts.map((draft, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a draft has no identity before it is saved
          <fieldset key={index} className={classes.draft} aria-label={t`Demand draft ${index + 1}`}>
            <TextInput
              label={t`DD number`}
              placeholder={t`6 digits`}
              inputMode="numeric"
              maxLength={6}
              required
              {...form.getInputProps(`drafts.${index}.number`)}
            />
            <DayInput
              label={t`DD date`}
              required
              maxDay={dayInIndia(new Date())}
              description={warningOf(draft.drawnOn)}
              {...form.getInputProps(`drafts.${index}.drawnOn`)}
              value={draft.drawnOn}
              error={form.errors[`drafts.${index}.drawnOn`] ?? faultOf(draft.drawnOn)}
            />
            <Autocomplete
              label={t`Issuing bank`}
              data={banks}
              required
              {...form.getInputProps(`drafts.${index}.bank`)}
            />
            <TextInput label={t`Branch`} required {...form.getInputProps(`drafts.${index}.branch`)} />
            <RupeesInput label={t`Amount`} required {...form.getInputProps(`drafts.${index}.amount`)} />
            <ActionIcon
              className={classes.remove}
              variant="subtle"
              color="gray"
              size="lg"
              aria-label={t`Remove demand draft ${index + 1}`}
              onClick={() => form.removeListItem('drafts', index)}
            >
              <IconTrash size={18} aria-hidden />
            </ActionIcon>
          </fieldset>
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

/** The drafts that an application has already; they stay with it. */
export function RecordedDrafts({ application }: { application: ApplicationDetail }) {
  if (application.allocations.length === 0) return null;
  return (
    <FormSection title={t`Recorded demand drafts`}>
      <Table className={classes.recorded}>
        <Table.Thead>
          <Table.Tr>
            <Table.Th>{t`DD number`}</Table.Th>
            <Table.Th>{t`DD date`}</Table.Th>
            <Table.Th>{t`Bank and branch`}</Table.Th>
            <Table.Th ta="right">{t`Amount`}</Table.Th>
            <Table.Th ta="right">{t`Pays here`}</Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {application.allocations.map((draft) => (
            <Table.Tr key={draft.demandDraftId}>
              <Table.Td>{draft.number}</Table.Td>
              <Table.Td>{formatDay(draft.drawnOn)}</Table.Td>
              <Table.Td>
                {draft.bank}, {draft.branch}
              </Table.Td>
              <Table.Td ta="right">{formatRupees(draft.amount)}</Table.Td>
              <Table.Td ta="right">{formatRupees(draft.allocatedAmount)}</Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </FormSection>
  );
}

function balanceSentence({ drafts, totalAmount }: ApplicationFormValues): string | undefined {
  const sum = drafts.reduce((total, draft) => total + (draft.amount || 0), 0);
  if (sum === 0 || !totalAmount) return undefined;
  if (sum === totalAmount) return t`These drafts pay the fee of ${formatRupees(totalAmount)} exactly.`;
  if (sum < totalAmount)
    return t`${formatRupees(totalAmount - sum)} of ${formatRupees(totalAmount)} are not covered yet.`;
  return t`${formatRupees(sum - totalAmount)} more than the fee; the rest stays as the draft's balance.`;
}

function faultOf(day: string): string | undefined {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(day)) return undefined;
  const fault = draftDateFault(day, dayInIndia(new Date()));
  return fault ? errorSentence(fault, undefined) : undefined;
}

function warningOf(day: string): string | undefined {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(day) || faultOf(day)) return undefined;
  const left = draftExpiryWarning(day, dayInIndia(new Date()));
  return left === null ? undefined : t`Only ${left} days until this draft is stale: deposit it first.`;
}
