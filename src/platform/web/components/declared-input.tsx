import { Checkbox, Fieldset, Input, NumberInput, Stack, TextInput } from '@mantine/core';
import type { UseFormReturnType } from '@mantine/form';
import { universityScripts } from '#platform/web/shell/university.tsx';
import {
  type DeclaredField,
  type FieldValue,
  isPrinted,
  type TextsByLanguage,
  unprintableIn,
} from '#shared/declared-field.ts';
import type { FileReference } from '#shared/fields.ts';
import { dayInIndia } from '#shared/format.ts';
import { optionsOf } from '#shared/labels.ts';
import { type PrintedScript, unprintableSentence } from '#shared/printed-scripts.ts';
import { type WrittenLanguage, writtenLanguages } from '#shared/scripts.ts';
import { t } from '#shared/words.ts';
import { ChoiceInput } from './choice-input.tsx';
import { MonthInput } from './day-input.tsx';
import { DialogInput } from './dialog-input.tsx';
import { NameInput } from './name-input.tsx';

type Choice = { value: string; label: string };
/** The names of records that fields refer to, and the choices that they suggest. */
export type EntryNames = Partial<Record<string, readonly Choice[]>>;

/** The input of a declared field, bound to the form. */
export function DeclaredInputOf<Values extends object>(props: {
  form: UseFormReturnType<Values>;
  name: string;
  field: DeclaredField;
  /** For fields that refer to other records. */
  names?: EntryNames;
}) {
  const { form, name, field, names = {} } = props;
  const { value, error } = form.getInputProps(name);
  // The university's own form prints with the scripts that it chooses.
  const { scripts = universityScripts() } = form.values as { scripts?: readonly PrintedScript[] };
  const unprintable = isPrinted(field) ? unprintableIn(value, scripts) : null;
  return (
    <DeclaredInput
      field={field}
      names={names}
      path={name}
      value={value}
      error={error ?? (unprintable ? unprintableSentence(unprintable, scripts) : undefined)}
      scripts={scripts}
      // The form has this field, by its declaration.
      onChange={(typed) => form.setFieldValue(name, typed as never)}
    />
  );
}

type DeclaredInputProps = {
  field: DeclaredField;
  names: EntryNames;
  /** Links error messages to this field. */
  path: string;
  value: FieldValue;
  error: string | undefined;
  scripts: readonly PrintedScript[];
  onChange: (value: FieldValue) => void;
};

/** Validation is left to the field's rule. */
function DeclaredInput({ field, names, path, value, error, scripts, onChange }: DeclaredInputProps) {
  const { label, description, missing } = field;
  const common = { label, description, isRequired: missing !== undefined };
  if (field.kind === 'scripts')
    return <ScriptsInput {...common} texts={value as TextsByLanguage} {...{ error, scripts, onChange }} />;
  if (field.kind === 'choices')
    return (
      <Checkbox.Group
        {...{ label, description, error }}
        required={common.isRequired}
        value={[...(value as readonly string[])]}
        onChange={onChange}
      >
        <Stack gap="xs" my="xs">
          {optionsOf(field.options).map((option) => (
            <Checkbox key={option.value} {...option} />
          ))}
        </Stack>
      </Checkbox.Group>
    );
  const shown = { label, description, error, required: common.isRequired, 'data-path': path };
  if (field.kind === 'line' && field.suggested !== undefined)
    return (
      <ChoiceInput
        {...shown}
        data={names[field.suggested] ?? []}
        allowsOther
        maxLength={field.most}
        value={String(value)}
        onChange={onChange}
      />
    );
  if (field.kind === 'line' && field.isName)
    return (
      <NameInput
        {...shown}
        maxLength={field.most}
        value={String(value)}
        onChange={(event) => onChange(event.currentTarget.value)}
      />
    );
  if (field.kind === 'month') return <MonthInput {...shown} value={String(value)} onChange={onChange} />;
  if (field.kind === 'decimal')
    return (
      <NumberInput
        {...shown}
        hideControls
        inputMode="decimal"
        decimalScale={field.places}
        value={value as number | ''}
        onChange={(typed) => onChange(typed === '' ? '' : Number(typed))}
      />
    );
  return (
    <DialogInput
      field={{ ...common, ...inputOf(field, names) }}
      path={path}
      value={value as string | number | FileReference}
      error={error}
      onChange={(typed) => onChange((typed ?? '') as FieldValue)}
    />
  );
}

type Typed = Exclude<DeclaredField, { kind: 'scripts' | 'choices' | 'month' | 'decimal' }>;

function inputOf(field: Typed, names: EntryNames) {
  switch (field.kind) {
    case 'day':
      return {
        kind: field.kind,
        initial: '',
        ...(field.isPast && { minDay: '1900-01-01', maxDay: dayInIndia(new Date()) }),
      };
    case 'number':
    case 'rupees':
      return { kind: field.kind, initial: '' as const, min: 0, missing: '' };
    case 'choice':
      return { kind: field.kind, options: optionsOf(field.options), initial: null, missing: '' };
    case 'file':
      return { kind: field.kind, of: field.of };
    case 'entry':
      return { kind: 'choice' as const, options: names[field.of] ?? [], initial: null, missing: '' };
    default:
      return {
        kind: field.kind,
        maxLength: lengthOf(field),
        inputMode: field.isNumber && ('numeric' as const),
      };
  }
}

/** Numbers get twice the room, because their rule removes spaces and hyphens. */
function lengthOf({
  most = 1_000,
  isNumber,
}: Extract<DeclaredField, { kind: 'line' | 'paragraph' }>): number {
  return isNumber ? 2 * most : most;
}

/** One line for each language, and a choice of further languages; an empty line is removed. */
function ScriptsInput(props: {
  label: string;
  description?: string;
  isRequired: boolean;
  texts: TextsByLanguage;
  error: string | undefined;
  scripts: readonly PrintedScript[];
  onChange: (texts: TextsByLanguage) => void;
}) {
  const { label, texts, error, scripts, onChange } = props;
  const without = (tag: string) =>
    Object.fromEntries(Object.entries(texts).filter(([other]) => other !== tag));
  const further = Object.entries(writtenLanguages).filter(
    ([tag, { script }]) => texts[tag] === undefined && scripts.includes(script),
  );
  return (
    <Fieldset legend={<Input.Label labelElement="div">{label}</Input.Label>} variant="unstyled">
      <Stack gap="xs">
        {Object.entries(texts).map(([tag, text]) => (
          <TextInput
            key={tag}
            label={writtenLanguages[tag as WrittenLanguage]?.name ?? tag}
            lang={tag}
            value={text}
            error={error !== undefined}
            onChange={(event) => onChange({ ...texts, [tag]: event.currentTarget.value })}
            onBlur={() => text.trim() === '' && onChange(without(tag))}
          />
        ))}
        <ChoiceInput
          label={t`Add a language`}
          description={props.description}
          required={props.isRequired}
          error={error}
          data={further.map(([value, { name }]) => ({ value, label: name }))}
          value={null}
          onChange={(tag) => tag && onChange({ ...texts, [tag]: '' })}
        />
      </Stack>
    </Fieldset>
  );
}
