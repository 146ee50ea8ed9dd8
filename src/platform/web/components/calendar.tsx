import { DatePicker } from '@mantine/dates';
import { dayInIndia } from '#shared/format.ts';

/** A month for picking a day; days are `yyyy-mm-dd`. */
export function Calendar(props: {
  day: string | null;
  minDay: string | undefined;
  maxDay: string | undefined;
  onDay: (day: string) => void;
}) {
  return (
    <DatePicker
      value={props.day}
      defaultDate={props.day ?? dayInIndia(new Date())}
      minDate={props.minDay}
      maxDate={props.maxDay}
      firstDayOfWeek={1}
      onChange={(day) => day !== null && props.onDay(day)}
    />
  );
}
