import { NumberInput, Radio, Stack, Textarea, TextInput } from '@mantine/core';
import type { FileReference } from '#shared/fields.ts';
import { ChoiceInput } from './choice-input.tsx';
import { DayInput } from './day-input.tsx';
import type { DialogField, Value } from './dialog-fields.ts';
import { RupeesInput } from './fields.tsx';
import { FileField } from './file-field.tsx';

/** One field of a dialog, by its kind. */
export function DialogInput(props: {
  field: DialogField;
  /** Links error messages to this field in a form. */
  path?: string;
  value: Value;
  /** The server's error for this field. */
  error: string | undefined;
  onChange: (value: Value) => void;
}) {
  const { field, onChange } = props;
  const common = {
    label: field.label,
    description: field.description,
    required: field.isRequired,
    error: props.error,
    'data-autofocus': field.isFocused || undefined,
    'data-path': props.path,
  };
  if (field.kind === 'file') {
    const file = (props.value || null) as FileReference | null;
    const { label, description, isRequired } = field;
    return (
      <FileField
        {...{ label, description, isRequired, onChange }}
        kind={field.of}
        value={file}
        error={props.error}
      />
    );
  }
  const value = props.value as Exclude<Value, FileReference>;
  const text = String(value ?? '');
  const number = (typed: string | number) => onChange(typed === '' ? '' : Number(typed));
  switch (field.kind) {
    case 'line':
      return (
        <TextInput
          {...common}
          placeholder={field.placeholder}
          inputMode={field.inputMode}
          maxLength={field.maxLength}
          value={text}
          onChange={(event) => onChange(event.currentTarget.value)}
        />
      );
    case 'paragraph':
      return (
        <Textarea
          {...common}
          placeholder={field.placeholder}
          maxLength={field.maxLength}
          autosize
          minRows={2}
          value={text}
          onChange={(event) => onChange(event.currentTarget.value)}
        />
      );
    case 'day':
      return (
        <DayInput {...common} minDay={field.minDay} maxDay={field.maxDay} value={text} onChange={onChange} />
      );
    case 'rupees':
      return <RupeesInput {...common} value={value ?? ''} onChange={number} />;
    case 'number':
      return (
        <NumberInput
          {...common}
          min={field.min}
          max={field.max}
          suffix={field.suffix}
          allowDecimal={false}
          value={value ?? ''}
          onChange={number}
        />
      );
    case 'choice':
      if (field.isRadio)
        return (
          <Radio.Group {...common} value={text || null} onChange={onChange}>
            <Stack gap="xs" mt="xs">
              {field.options.map((option) => (
                <Radio key={option.value} {...option} />
              ))}
            </Stack>
          </Radio.Group>
        );
      return <ChoiceInput {...common} data={[...field.options]} value={text || null} onChange={onChange} />;
  }
}
