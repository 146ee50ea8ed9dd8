import { Checkbox, Fieldset, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import type { FoundStudent } from '#features/students/contract.ts';
import { DeclaredInputOf } from '#platform/web/components/declared-input.tsx';
import { FoldedSection } from '#platform/web/components/fields.tsx';
import { type AwardField, awardRecord, contactFields, isContactField } from '#shared/award-record.ts';
import { contactNoticeVersion, linesOfNotice } from '#shared/contact-notice.ts';
import { formatDay } from '#shared/format.ts';
import { t } from '#shared/words.ts';
import { type FoldProps, filledState, foldOf } from './form-faults.ts';

/** The consent to contact details, and the details; unticking it clears them. Only the candidate's word ticks it. */
export function ContactFields({ form, faults, student }: FoldProps) {
  const { contactNotice } = form.values;

  function tick(isTicked: boolean): void {
    const emptied = Object.fromEntries(contactFields.map((field) => [field, '']));
    form.setValues(isTicked ? { contactNotice: contactNoticeVersion } : { contactNotice: null, ...emptied });
    form.clearFieldError('contactNotice');
    if (isTicked) readVersion = contactNoticeVersion;
  }

  return (
    <FoldedSection
      title={t`Contact details`}
      state={consentState(contactNotice, student)}
      {...foldOf(form, faults, ['contactNotice', ...contactFields], null)}
    >
      <Stack gap="xs" style={{ gridColumn: '1 / -1' }}>
        <Notice version={contactNotice ?? contactNoticeVersion} />
        {student && student.consentNoticeVersion !== '' && (
          <Text size="sm" c="var(--mantine-color-orange-text)">
            {consentAtCollege(student)}
          </Text>
        )}
        <Checkbox
          label={t`The candidate has heard the notice and consents.`}
          data-path="contactNotice"
          checked={contactNotice !== null}
          error={form.errors.contactNotice}
          onChange={(event) => tick(event.currentTarget.checked)}
        />
      </Stack>
      <Fieldset variant="unstyled" display="contents" disabled={contactNotice === null}>
        {contactFields.map((field) => (
          <DeclaredInputOf key={field} form={form} name={field} field={awardRecord[field]} />
        ))}
      </Fieldset>
    </FoldedSection>
  );
}

function consentAtCollege({ consentRecordedOn }: FoundStudent): string {
  return consentRecordedOn === null
    ? t`Consent was recorded by the college. Ask the candidate again.`
    : t`Consent was recorded on ${formatDay(consentRecordedOn)} by the college. Ask the candidate again.`;
}

function consentState(contactNotice: number | null, student: FoundStudent | null): string {
  if (contactNotice !== null) return t`consent given at the counter`;
  if (!student || student.consentNoticeVersion === '') return t`no consent`;
  return student.consentRecordedOn === null
    ? t`consented at the college; ask again`
    : t`consented on ${formatDay(student.consentRecordedOn)} by the college; ask again`;
}

/** The notice that was read out last at this desk, and is folded from then on. */
let readVersion = 0;

/** A contact notice to read out, with its version. */
function Notice({ version }: { version: number }) {
  const [isKnown] = useState(readVersion === version);
  return (
    <details open={!isKnown}>
      <summary>{t`Notice ${version}, to be read to the candidate first`}</summary>
      {linesOfNotice(version).map((line) => (
        <Text key={line} size="sm">
          {line}
        </Text>
      ))}
    </details>
  );
}

/** Contact details are shown with their consent; what the fee depends on with the candidate. */
const fields = (Object.keys(awardRecord) as AwardField[]).filter(
  (field) => !isContactField(field) && field !== 'category' && field !== 'attendance',
);

/** The award record, which the student master fills in for the most part. All of it is optional. */
export function AwardFields({ form, faults, student }: FoldProps) {
  return (
    <FoldedSection
      title={t`Award record`}
      state={filledState(form, fields, student)}
      {...foldOf(form, faults, fields, student)}
      isLazy
    >
      {fields.map((field) => (
        <DeclaredInputOf key={field} form={form} name={field} field={awardRecord[field]} />
      ))}
    </FoldedSection>
  );
}
