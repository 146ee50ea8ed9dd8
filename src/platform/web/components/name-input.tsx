import { TextInput, type TextInputProps } from '@mantine/core';
import { universityScripts } from '#platform/web/shell/university.tsx';
import { isDoubtfulName, latinFault, printedFault } from '#shared/names.ts';
import { t } from '#shared/words.ts';
import classes from './name-input.module.css';

/** A person's name. A letter that certificates cannot print is named while it is typed, and a doubt stops nobody. */
export function NameInput({
  isLatin = false,
  description,
  error,
  ...props
}: TextInputProps & { value?: string; isLatin?: boolean }) {
  const { value = '' } = props;
  const fault = isLatin ? latinFault(value) : printedFault(value, universityScripts());
  const isDoubtful = !fault && isDoubtfulName(value);
  return (
    <TextInput
      {...props}
      error={error ?? fault}
      description={
        isDoubtful ? (
          <span
            className={classes.doubt}
          >{t`Check it against the marks card. You can save it as it is.`}</span>
        ) : (
          description
        )
      }
    />
  );
}
