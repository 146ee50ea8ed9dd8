import { PasswordInput, type PasswordInputProps } from '@mantine/core';
import { useId } from 'react';

/** Mantine's says of no fault, to a screen reader, that it is one. */
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
