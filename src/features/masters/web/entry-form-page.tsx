import { TextInput } from '@mantine/core';
import { api, client } from '#features/client.ts';
import { DialogInput } from '#platform/web/components/dialog-fields.tsx';
import { FormSection } from '#platform/web/components/fields.tsx';
import { FormPage } from '#platform/web/components/form-page.tsx';
import { RecordFormPage, useRecordForm } from '#platform/web/components/record-form.tsx';
import { errorSentence } from '#shared/errors.ts';
import { type MasterEntry, type MasterField, type MasterRow, mapFields } from '#shared/masters/master.ts';
import { type MasterName, masters } from '#shared/masters/masters.ts';
import { paths } from '#shared/paths.ts';
import { t } from '#shared/words.ts';
import { entrySchema } from '../entry-schema.ts';

/** The form of a master: /admin/settings/courses/add; `?edit=<id>` opens it filled in. */
export function EntryFormPage({ name }: { name: MasterName }) {
  return (
    <RecordFormPage get={api[name].getEntry}>
      {(row) => <EntryForm key={row?.id ?? 'new'} name={name} row={row} />}
    </RecordFormPage>
  );
}

function EntryForm({ name, row }: { name: MasterName; row: MasterRow | null }) {
  const { title, one, fields, key } = masters[name];
  const { form, page } = useRecordForm<MasterRow, MasterEntry>({
    record: row,
    name,
    schema: entrySchema(masters[name]),
    blank: mapFields(fields, () => ''),
    get: client[name].getEntry,
    add: client[name].addEntry,
    edit: ({ id, version, ...entry }, options) => client[name].editEntry({ id, version, entry }, options),
    added: (entry) => t`${entry[key]!} is added.`,
    saved: (entry) => t`${entry[key]!} is saved.`,
    backTo: paths.admin.master(name),
    labels: mapFields(fields, ({ label }) => label),
  });

  return (
    <FormPage
      {...page}
      title={row ? t`Edit ${one}` : t`Add ${one}`}
      description={row ? String(row[key]) : undefined}
      draftName={(values) => [String(values[key])]}
      submitLabel={row ? t`Save ${one}` : t`Add ${one}`}
    >
      <FormSection title={title}>
        {Object.entries(fields).map(([field, { kind, label, description }]) => {
          const { value, error } = form.getInputProps(field);
          if (field === key && row?.isUsed)
            return (
              <TextInput
                key={field}
                label={label}
                value={value}
                readOnly
                variant="filled"
                description={errorSentence('masters.key_in_use', undefined)}
              />
            );
          const common = { label, description, isRequired: fields[field]!.missing !== undefined };
          return (
            <DialogInput
              key={field}
              field={inputOf(kind, common)}
              value={value}
              error={error}
              onChange={(typed) => form.setFieldValue(field, typed as string | number)}
            />
          );
        })}
      </FormSection>
    </FormPage>
  );
}

/** The input of a kind of field. What is wrong with a value its rule says. */
function inputOf(
  kind: MasterField['kind'],
  common: { label: string; description?: string; isRequired: boolean },
) {
  if (kind === 'day') return { ...common, kind, initial: '' };
  if (kind === 'number' || kind === 'rupees')
    return { ...common, kind, initial: '', min: 0, missing: '' } as const;
  return { ...common, kind, maxLength: 1_000 };
}
