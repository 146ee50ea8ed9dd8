import { type ClipboardEvent, type KeyboardEvent, useEffect, useId, useRef } from 'react';
import { withPlainDigits } from '#shared/characters.ts';
import { t } from '#shared/words.ts';
import classes from './code-boxes.module.css';

type CodeBoxesProps = {
  /** Label of the group of boxes. */
  label: string;
  length: number;
  /** Digits so far, without gaps. */
  value: string;
  onChange: (value: string) => void;
  /** Called when the last digit is entered, by typing, pasting or autofill. */
  onComplete?: (value: string) => void;
  error?: string | null;
  isDisabled?: boolean;
  autoFocus?: boolean;
};

/**
 * A one-time code, one box for each digit. The focus moves on by itself, Backspace moves back, and a whole code may be
 * pasted with spaces or hyphens; password managers and phones fill the whole code into the first box.
 */
export function CodeBoxes(props: CodeBoxesProps) {
  const { length, value } = props;
  const boxes = useRef<(HTMLInputElement | null)[]>([]);
  const errorId = useId();

  const shouldFocus = useRef(props.autoFocus);
  useEffect(() => {
    if (shouldFocus.current) boxes.current[0]?.focus();
  }, []);

  // After a refused code the caller clears the value; the focus returns to the first box.
  const isRefused = Boolean(props.error) && value === '';
  useEffect(() => {
    if (isRefused) boxes.current[0]?.focus();
  }, [isRefused]);

  function change(next: string, focusAt: number): void {
    props.onChange(next);
    boxes.current[Math.max(0, Math.min(length - 1, focusAt))]?.focus();
    if (next.length === length && next !== value) props.onComplete?.(next);
  }

  /** Digits entered in a box: one typed, or several pasted or autofilled. */
  function enterDigits(box: number, text: string): void {
    const digits = withPlainDigits(text).replace(/\D/g, '');
    if (digits === '') return;
    const from = Math.min(box, value.length);
    const start = digits.length >= length ? 0 : from;
    const next = (value.slice(0, start) + digits + value.slice(start + digits.length)).slice(0, length);
    change(next, start + digits.length);
  }

  function type(box: number, text: string): void {
    if (text === '') {
      change(value.slice(0, box) + value.slice(box + 1), box);
      return;
    }
    const before = value[box] ?? '';
    const isOneMore = before !== '' && text.length === 2;
    enterDigits(box, isOneMore ? text.replace(before, '') || before : text);
  }

  function onKeyDown(box: number, event: KeyboardEvent<HTMLInputElement>): void {
    if (event.key === 'Backspace' && !value[box]) {
      event.preventDefault();
      change(value.slice(0, Math.max(0, box - 1)), box - 1);
    }
    if (event.key === 'ArrowLeft' || event.key === 'ArrowRight') {
      event.preventDefault();
      boxes.current[box + (event.key === 'ArrowLeft' ? -1 : 1)]?.focus();
    }
  }

  function onPaste(box: number, event: ClipboardEvent<HTMLInputElement>): void {
    event.preventDefault();
    enterDigits(box, event.clipboardData.getData('text'));
  }

  return (
    <fieldset>
      <legend className={classes.legend}>{props.label}</legend>
      <div className={classes.boxes}>
        {Array.from({ length }, (_, box) => (
          <input
            // biome-ignore lint/suspicious/noArrayIndexKey: a box is its position
            key={box}
            ref={(element) => {
              boxes.current[box] = element;
            }}
            className={classes.box}
            type="text"
            inputMode="numeric"
            pattern="[0-9]*"
            autoComplete={box === 0 ? 'one-time-code' : 'off'}
            aria-label={t`Digit ${box + 1} of ${length}`}
            aria-invalid={props.error ? true : undefined}
            aria-describedby={props.error ? errorId : undefined}
            disabled={props.isDisabled}
            value={value[box] ?? ''}
            onChange={(event) => type(box, event.currentTarget.value)}
            onKeyDown={(event) => onKeyDown(box, event)}
            onPaste={(event) => onPaste(box, event)}
            onFocus={(event) => event.currentTarget.select()}
          />
        ))}
      </div>
      {props.error && (
        <p id={errorId} className={classes.error} role="alert">
          {props.error}
        </p>
      )}
    </fieldset>
  );
}
