import { useEffect, useRef, useState } from 'react';
import { t } from '#shared/words.ts';
import { DayInput } from './day-input.tsx';

/** A day as a filter. It applies on Enter, on blur, or when picked in the calendar, never while half typed. */
export function DayFilterInput(props: {
  className: string | undefined;
  label: string;
  /** `yyyy-mm-dd`, or empty. */
  day: string;
  onDay: (day: string) => void;
  /** The fault of a complete day. */
  fault?: string | undefined;
}) {
  const { day, onDay } = props;
  const [typed, setTyped] = useState(day);
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => setTyped(day), [day]);
  const isReadable = typed === '' || /^\d{4}-\d{2}-\d{2}$/.test(typed);

  function apply(value: string): void {
    if ((value === '' || /^\d{4}-\d{2}-\d{2}$/.test(value)) && value !== day) onDay(value);
  }

  return (
    <div ref={box}>
      <DayInput
        className={props.className}
        label={props.label}
        w="auto"
        maw={props.className === undefined ? undefined : '18rem'}
        value={typed}
        error={isReadable ? props.fault : t`Enter the date as dd/mm/yyyy.`}
        onChange={(value) => {
          setTyped(value);
          // Picked in the calendar: the field itself is not focused.
          if (!box.current?.contains(document.activeElement)) apply(value);
        }}
        onBlur={() => apply(typed)}
        onKeyDown={(event) => {
          if (event.key === 'Enter') apply(typed);
        }}
      />
    </div>
  );
}
