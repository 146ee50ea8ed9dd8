import { Button, Group, Stack, Text, TextInput, type TextInputProps } from '@mantine/core';
import { schemaResolver, useForm } from '@mantine/form';
import { useMutation } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import type { z } from 'zod';
import { hasCode } from '#platform/web/api/problem.ts';
import { PasswordField } from '#platform/web/components/password-field.tsx';
import { ErrorNotice } from '#platform/web/components/use-command.tsx';
import type { ErrorCode } from '#shared/errors.ts';
import { translateLabel } from '#shared/translate-label.ts';
import { t } from '#shared/words.ts';

type Passed = 'name' | 'description' | 'autoComplete' | 'autoCapitalize' | 'spellCheck' | 'autoFocus';

export type StepField = Pick<TextInputProps, Passed> & {
  label: string;
  /** For a password: the label of the button that reveals it. */
  show?: string;
  /** The message when the field is blank, unless a schema provides one. */
  missing?: string;
  /** Errors about this field; others are shown above the fields. */
  refusals?: readonly ErrorCode[];
  /** Whether it gets the focus in a dialog. */
  isFocused?: boolean;
};

type StepFormProps<Name extends string, Input, Output> = {
  /** Keyed by the names under which `input` gets the typed values. */
  fields: Record<Name, StepField>;
  schema?: z.ZodType;
  call: (input: Input) => Promise<Output>;
  input: (typed: Record<Name, string>) => Input;
  onDone: (output: Output) => void;
  submitLabel: string;
  isGrave?: boolean;
  /** Adds Cancel before the button. */
  onCancel?: () => void;
  /** Content opposite the button. */
  beside?: ReactNode;
  /** Content below a sign-in step, which has wider spacing. */
  below?: ReactNode;
  children?: ReactNode;
};

/** A few typed lines, such as passwords and codes, with their errors; they are not stored anywhere. */
export function StepForm<Name extends string, Input, Output>(props: StepFormProps<Name, Input, Output>) {
  const { schema, below } = props;
  const fields = Object.entries<StepField>(props.fields);
  const form = useForm<Record<string, string>>({
    mode: 'uncontrolled',
    validateInputOnBlur: schema !== undefined,
    initialValues: Object.fromEntries(fields.map(([name]) => [name, ''])),
    validate: schema
      ? schemaResolver(schema, { sync: true })
      : Object.fromEntries(
          fields.map(([name, { show, missing }]) => [
            name,
            (typed: string) => ((show ? typed : typed.trim()) ? null : missing),
          ]),
        ),
  });
  const refusedIn = (error: Error | null) =>
    fields.find(([, { refusals = [] }]) => refusals.some((code) => hasCode(error, code)))?.[0];
  const sending = useMutation({
    mutationFn: (typed: Record<string, string>) => props.call(props.input(typed as Record<Name, string>)),
    onSuccess: (output) => {
      form.reset();
      props.onDone(output);
    },
    onError: (error) => {
      const name = refusedIn(error);
      if (name) form.setFieldError(name, error.message);
    },
  });
  return (
    <form noValidate onSubmit={form.onSubmit((typed) => sending.mutate(typed))}>
      <Stack gap={below ? 'md' : 'sm'}>
        {props.children}
        {sending.error && !refusedIn(sending.error) && <ErrorNotice error={sending.error} />}
        {fields.map(([name, { show, missing: _missing, refusals: _refusals, isFocused, ...passed }]) => {
          const input = { ...passed, 'data-autofocus': isFocused, ...form.getInputProps(name) };
          const eye = { 'aria-label': show && translateLabel(show), tabIndex: 0 };
          return show ? (
            <PasswordField key={form.key(name)} {...input} visibilityToggleButtonProps={eye} />
          ) : (
            <TextInput key={form.key(name)} {...input} />
          );
        })}
        <Group justify={props.beside ? 'space-between' : 'end'} gap="xs" mt={below ? undefined : 'xs'}>
          {props.beside}
          {props.onCancel && (
            <Button variant="default" onClick={props.onCancel}>
              {t`Cancel`}
            </Button>
          )}
          <Button
            type="submit"
            color={props.isGrave ? 'red' : undefined}
            miw={below ? 120 : undefined}
            loading={sending.isPending}
          >
            {props.submitLabel}
          </Button>
        </Group>
        {below && (
          <Text component="div" size="sm">
            {below}
          </Text>
        )}
      </Stack>
    </form>
  );
}
