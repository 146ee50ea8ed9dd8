import { PasswordInput, type PasswordInputProps } from '@mantine/core';
import { useId } from 'react';

/** Fixes Mantine's PasswordInput, which announces an error to screen readers when there is none. */
export function PasswordField(props: PasswordInputProps) {
  const ownId = useId();
  const id = props.id ?? ownId;
  const describedBy = [props.error && `${id}-error`, props.description && `${id}-description`].filter(
    Boolean,
  );
  return (
    <PasswordInput
      {...props}
      id={id}
      aria-invalid={props.error ? true : undefined}
      aria-describedby={describedBy.join(' ') || undefined}
    />
  );
}
