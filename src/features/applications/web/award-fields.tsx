import { Button } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { IconChevronDown, IconChevronUp } from '@tabler/icons-react';
import { DeclaredInputOf } from '#platform/web/components/declared-input.tsx';
import { FormSection } from '#platform/web/components/fields.tsx';
import { type AwardField, awardRecord, isContactField } from '#shared/award-record.ts';
import { t } from '#shared/words.ts';
import type { ApplicationFormState } from './application-form-values.ts';

/** Contact details are shown with their consent; category and attendance with the fee that depends on them. */
const fields = (Object.keys(awardRecord) as AwardField[]).filter(
  (field) => !isContactField(field) && field !== 'category' && field !== 'attendance',
);

/** The award record: collapsed, because the student master fills in most of it; expanded when it has errors. */
export function AwardFields({ form }: { form: ApplicationFormState }) {
  const [isOpen, { toggle }] = useDisclosure(false);
  const known = fields.filter((field) => form.values[field] !== '').length;
  const isShown = isOpen || fields.some((field) => form.errors[field]);
  return (
    <FormSection
      title={t`Award record`}
      description={t`${known} of ${fields.length} fields are filled in. All of them are optional.`}
    >
      <Button
        variant="default"
        leftSection={isShown ? <IconChevronUp size={16} /> : <IconChevronDown size={16} />}
        aria-expanded={isShown}
        onClick={toggle}
      >
        {isShown ? t`Hide the award record` : t`Show the award record`}
      </Button>
      {isShown &&
        fields.map((field) => (
          <DeclaredInputOf key={field} form={form} name={field} field={awardRecord[field]} />
        ))}
    </FormSection>
  );
}
