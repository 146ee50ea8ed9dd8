import { TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { api, client } from '#features/client.ts';
import { useSession } from '#platform/web/api/session.ts';
import { DeclaredInputOf, type EntryNames } from '#platform/web/components/declared-input.tsx';
import { FormSection } from '#platform/web/components/fields.tsx';
import { FormPage } from '#platform/web/components/form-page.tsx';
import { Loading } from '#platform/web/components/loading.tsx';
import { RecordFormPage, useRecordForm } from '#platform/web/components/record-form.tsx';
import { ErrorNotice } from '#platform/web/components/use-command.tsx';
import {
  blankOf,
  type DeclaredEntry,
  type FieldValue,
  mapFields,
  textOfField,
} from '#shared/declared-field.ts';
import { errorSentence } from '#shared/errors.ts';
import { FileReference } from '#shared/fields.ts';
import { t } from '#shared/words.ts';
import { typedSchema } from '../contract.ts';
import { type MasterRow, nameOfEntry } from '../declared/master.ts';
import { type AnyMaster, masters } from '../declared/masters.ts';
import type { MasterName } from '../declared/named-masters.ts';
import { masterPath } from '../master-paths.ts';
import { hasFixedKey } from '../rules.ts';
import { useFourEyes } from './four-eyes.tsx';
import { useChoices } from './use-choices.ts';

/** The form of a master: /admin/settings/courses/add; `?edit=<id>` opens an entry. */
export function EntryFormPage({ name }: { name: MasterName }) {
  const refers = Object.values(masters[name].fields).some(({ kind }) => kind === 'entry');
  const categories = useChoices('categories');
  const names = useQuery(api.settings.listNames.queryOptions({ enabled: refers }));
  if (names.error) return <ErrorNotice error={names.error} />;
  if (refers && !names.data) return <Loading />;
  return (
    <RecordFormPage get={api[name].getEntry}>
      {(row) => (
        <EntryForm key={row?.id ?? 'new'} name={name} row={row} names={{ ...names.data, categories }} />
      )}
    </RecordFormPage>
  );
}

function EntryForm(props: { name: MasterName; row: MasterRow | null; names: EntryNames | undefined }) {
  const { name, row, names } = props;
  const master: AnyMaster = masters[name];
  const { title, one, fields, key } = master;
  const { role } = useSession();
  const isProposed = useFourEyes(name);
  const { form, page } = useRecordForm<MasterRow, DeclaredEntry>({
    record: row,
    name,
    schema: typedSchema(masters[name]),
    blank: mapFields(fields, (field) => field.initial ?? blankOf(field)),
    get: client[name].getEntry,
    add: client[name].addEntry,
    edit: ({ id, version, ...entry }, options) => client[name].editEntry({ id, version, entry }, options),
    added: (entry) => noticeOf(entry, t`${nameOfEntry(master, entry)} is added.`),
    saved: (entry) => noticeOf(entry, t`${nameOfEntry(master, entry)} is saved.`),
    toEntry: (values) => mapFields(fields, (_field, one) => sentOf(values[one]!)),
    backTo: masterPath(name, role),
    labels: mapFields(fields, ({ label }) => label),
    textOf: (field, value) => textOfField(fields, field, value) || t`(empty)`,
  });

  function noticeOf(entry: DeclaredEntry, written: string): string {
    return isProposed
      ? t`${nameOfEntry(master, entry)}: change proposed. Another administrator has to confirm it.`
      : written;
  }

  return (
    <FormPage
      {...page}
      title={row ? t`Edit ${one}` : t`Add ${one}`}
      description={row ? nameOfEntry(masters[name], row) : undefined}
      draftName={(values) => [nameOfEntry(masters[name], values as DeclaredEntry)]}
      submitLabel={row ? t`Save ${one}` : t`Add ${one}`}
      isProposed={isProposed}
    >
      <FormSection title={title}>
        {Object.entries(fields).map(([name, field]) => {
          if (row && key.includes(name) && hasFixedKey(master, row))
            return (
              <TextInput
                key={name}
                label={field.label}
                value={textOfField(fields, name, form.values[name])}
                readOnly
                variant="filled"
                description={errorSentence('masters.key_in_use', undefined)}
              />
            );
          return <DeclaredInputOf key={name} form={form} name={name} field={field} names={names} />;
        })}
      </FormSection>
    </FormPage>
  );
}

function sentOf(value: FieldValue): FieldValue {
  return FileReference.safeParse(value).data?.id ?? value;
}
