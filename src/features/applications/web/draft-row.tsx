import { Trans } from '@lingui/react/macro';
import { ActionIcon, Anchor, Kbd, Switch, Text, TextInput } from '@mantine/core';
import { IconTrash } from '@tabler/icons-react';
import type { DraftFace, DraftOnRegister } from '#features/demand-drafts/contract.ts';
import { draftDateFault, draftExpiryWarning } from '#features/demand-drafts/rules.ts';
import { AlikeDrafts } from '#features/demand-drafts/web/alike-drafts.tsx';
import { useChoices } from '#features/masters/web/use-choices.ts';
import { ChoiceInput } from '#platform/web/components/choice-input.tsx';
import { DayInput } from '#platform/web/components/day-input.tsx';
import { RupeesInput } from '#platform/web/components/fields.tsx';
import { readError } from '#platform/web/components/read-error.ts';
import { errorSentence } from '#shared/errors.ts';
import { dayInIndia, formatCount, formatRupees } from '#shared/format.ts';
import { formatAcknowledgement } from '#shared/number-text.ts';
import { paths } from '#shared/paths.ts';
import { t } from '#shared/words.ts';
import type { ApplicationFormState } from './application-form-values.ts';
import classes from './draft-fields.module.css';
import { faultOfRegisteredDraft } from './draft-fill.ts';
import type { LookedUpDraft } from './use-draft-lookup.ts';

/** One draft: its fields, and what the register has about it. */
export function DraftRow(props: {
  form: ApplicationFormState;
  index: number;
  looked: LookedUpDraft;
  pending: number;
  mayPin: boolean;
  mayRemove: boolean;
}) {
  const { form, index, looked, pending } = props;
  const banks = useChoices('banks');
  const draft = form.values.drafts[index]!;
  const input = (field: keyof DraftFace) => form.getInputProps(`drafts.${index}.${field}`);
  const today = dayInIndia(new Date());
  const { known } = looked;
  const fault = known
    ? faultOfRegisteredDraft(draft, known, { collegeId: form.values.collegeId, today })
    : refusalOf(looked.error);
  // For a draft in the register, its recorded state counts, not its age.
  const dateFault = known ? undefined : dateFaultOf(draft.drawnOn, today);
  const isShort = known && fault === null && known.balance < pending;
  return (
    <fieldset
      className={classes.draft}
      aria-label={t`Demand draft ${index + 1}`}
      onKeyDown={(event) => {
        if (event.key !== 'F2') return;
        event.preventDefault();
        openPaidApplication(known);
      }}
    >
      <TextInput
        label={t`DD number`}
        placeholder={t`6 digits`}
        inputMode="numeric"
        maxLength={6}
        required
        data-takes-scans
        {...input('number')}
        error={input('number').error ?? fault}
      />
      <DayInput
        label={t`DD date`}
        required
        maxDay={today}
        description={known || dateFault ? undefined : expiryWarningOf(draft.drawnOn, today)}
        inputWrapperOrder={['label', 'input', 'description', 'error']}
        descriptionProps={{ c: 'var(--mantine-color-orange-text)' }}
        {...input('drawnOn')}
        value={draft.drawnOn}
        error={input('drawnOn').error ?? dateFault}
      />
      <ChoiceInput
        className={classes.bank}
        label={t`Issuing bank`}
        data={banks}
        allowsOther
        required
        {...input('bank')}
      />
      <TextInput className={classes.branch} label={t`Branch`} required {...input('branch')} />
      <RupeesInput label={t`Amount`} required {...input('amount')} />
      {props.mayRemove && (
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
      )}
      <div className={classes.note} role="status">
        {known && <RegisteredDraftNote known={known} />}
        {isShort && (
          <Text size="sm" fw={600} c="var(--mantine-color-orange-text)">
            {t`Its balance of ${formatRupees(known.balance)} does not cover the fee of ${formatRupees(pending)}: add another draft.`}
          </Text>
        )}
      </div>
      {!known && (
        <div className={classes.alike}>
          <AlikeDrafts entry={draft} {...form.getInputProps(`drafts.${index}.alikeReason`)} />
        </div>
      )}
      {props.mayPin && (
        <Switch
          className={classes.pin}
          label={t`Keep this draft for the next candidate`}
          {...form.getInputProps(`drafts.${index}.isPinned`, { type: 'checkbox' })}
        />
      )}
    </fieldset>
  );
}

/** Another college's draft is refused without details; other errors of the look-up are reported on saving. */
function refusalOf(error: unknown): string | null {
  if (!error) return null;
  const { code, sentence } = readError(error);
  return code === 'demand_drafts.other_college' ? sentence : null;
}

function isDay(typed: string): boolean {
  return /^\d{4}-\d{2}-\d{2}$/.test(typed);
}

function dateFaultOf(day: string, today: string): string | undefined {
  const fault = isDay(day) ? draftDateFault(day, today) : null;
  return fault ? errorSentence(fault, undefined) : undefined;
}

function expiryWarningOf(day: string, today: string): string | undefined {
  const left = isDay(day) ? draftExpiryWarning(day, today) : null;
  return left === null ? undefined : t`Only ${left} days until this draft is stale: deposit it first.`;
}

/** The register's entry of the draft: whom it already pays for, each a link, and its balance. */
function RegisteredDraftNote({ known }: { known: DraftOnRegister }) {
  const others = known.paysCount - known.pays.length;
  return (
    <Text size="sm" component="div">
      {known.paysCount === 0 ? t`Recorded already, and pays for nobody yet` : t`Recorded already: pays`}{' '}
      {known.pays.map((one, index) => (
        <span key={one.applicationId}>
          {index > 0 && ', '}
          <Anchor
            href={paths.applicationReceiver.application(one.applicationId)}
            target="_blank"
            rel="noopener"
            inherit
            aria-keyshortcuts={index === 0 ? 'F2' : undefined}
          >
            ACK {formatAcknowledgement(one.acknowledgementNumber)} {one.candidateName}
          </Anchor>{' '}
          {formatRupees(one.amount)}
          {index === 0 && (
            <Text span size="xs" c="dimmed" visibleFrom="sm">
              {' '}
              <Trans>
                (<Kbd size="xs">F2</Kbd> opens it)
              </Trans>
            </Text>
          )}
        </span>
      ))}
      {others > 0 && ` ${t`and ${formatCount(others)} more`}`} ·{' '}
      <b>{t`balance ${formatRupees(known.balance)}`}</b>
    </Text>
  );
}

/** Opens the newest application that the draft pays for in a new tab; this form stays as it is. */
function openPaidApplication(known: DraftOnRegister | null | undefined): void {
  const newest = known?.pays[0];
  if (newest) window.open(paths.applicationReceiver.application(newest.applicationId), '_blank', 'noopener');
}
