import { NumberInput, Stack, TextInput } from '@mantine/core';
import { schemaResolver, useForm } from '@mantine/form';
import { useState } from 'react';
import { client } from '#features/client.ts';
import { applyIssues } from '#platform/web/components/apply-issues.ts';
import { ChoiceInput } from '#platform/web/components/choice-input.tsx';
import { ConfirmDialog } from '#platform/web/components/confirm-dialog.tsx';
import { readError } from '#platform/web/components/read-error.ts';
import { useCommand } from '#platform/web/components/use-command.ts';
import { t } from '#shared/words.ts';
import { PaperEntry } from '../blank-contract.ts';
import { InkEntry, inkUnits } from '../ink-contract.ts';
import { unitLabel } from '../rules.ts';

type KindDialogProps = { onAdded: (id: string) => void; onClose: () => void };

/** Adds a kind of certificate paper that was never in stock before. */
export function AddPaperDialog({ onAdded, onClose }: KindDialogProps) {
  const form = useForm({
    initialValues: { name: '', code: '', colour: '', warnBelow: 100 as number | string },
    validate: schemaResolver(PaperEntry, { sync: true }),
  });
  const command = useCommand(client.stock.addPaper);
  const submit = useSubmit(form, (values) => command.run(values as PaperEntry), onAdded);
  return (
    <ConfirmDialog
      isOpen
      title={t`New certificate paper`}
      confirmLabel={t`Add certificate paper`}
      isPending={command.isPending}
      error={submit.refused}
      onConfirm={submit.run}
      onCancel={onClose}
    >
      <Stack gap="sm">
        <TextInput label={t`Certificate name`} required data-autofocus {...form.getInputProps('name')} />
        <TextInput label={t`Code`} required {...form.getInputProps('code')} />
        <TextInput label={t`Color`} required {...form.getInputProps('colour')} />
        <NumberInput
          label={t`Warn below`}
          description={t`Sheets in store and issued.`}
          required
          min={0}
          allowDecimal={false}
          {...form.getInputProps('warnBelow')}
        />
      </Stack>
    </ConfirmDialog>
  );
}

/** Adds a kind of ink that was never in stock before. */
export function AddInkDialog({ onAdded, onClose }: KindDialogProps) {
  const form = useForm({
    initialValues: {
      name: '',
      code: '',
      colour: '',
      unit: 'cartridges',
      sheetsPerUnit: '' as number | string,
      warnBelow: 2 as number | string,
    },
    validate: schemaResolver(InkEntry, { sync: true }),
  });
  const command = useCommand(client.stock.addInk);
  const submit = useSubmit(form, (values) => command.run(values as InkEntry), onAdded);
  return (
    <ConfirmDialog
      isOpen
      title={t`New ink`}
      confirmLabel={t`Add ink`}
      isPending={command.isPending}
      error={submit.refused}
      onConfirm={submit.run}
      onCancel={onClose}
    >
      <Stack gap="sm">
        <TextInput label={t`Ink name`} required data-autofocus {...form.getInputProps('name')} />
        <TextInput label={t`Code`} required {...form.getInputProps('code')} />
        <TextInput label={t`Color`} required {...form.getInputProps('colour')} />
        <ChoiceInput
          label={t`Unit`}
          required
          data={inkUnits.map((unit) => ({ value: unit, label: unitLabel(unit) }))}
          {...form.getInputProps('unit')}
        />
        <NumberInput
          label={t`Expected yield`}
          description={t`Sheets that one unit prints.`}
          required
          min={1}
          allowDecimal={false}
          {...form.getInputProps('sheetsPerUnit')}
        />
        <NumberInput
          label={t`Warn below`}
          required
          min={0}
          allowDecimal={false}
          {...form.getInputProps('warnBelow')}
        />
      </Stack>
    </ConfirmDialog>
  );
}

type DialogForm<Values> = {
  validate: () => { hasErrors: boolean };
  getValues: () => Values;
  setErrors: (errors: Record<string, string>) => void;
};

/** Checks, sends, and puts what the server refuses at the field that it is about. */
function useSubmit<Values>(
  form: DialogForm<Values>,
  send: (values: Values) => Promise<{ id: string }>,
  onAdded: (id: string) => void,
) {
  const [refused, setRefused] = useState<unknown>(null);
  async function run(): Promise<void> {
    setRefused(null);
    if (form.validate().hasErrors) return;
    try {
      const { id } = await send(form.getValues());
      onAdded(id);
    } catch (error) {
      const elsewhere = applyIssues(form, readError(error).issues);
      if (readError(error).issues.length === 0 || elsewhere.length > 0) setRefused(error);
    }
  }
  return { run, refused };
}
