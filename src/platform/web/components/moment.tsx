import { formatDay, formatMoment } from '#shared/dates.ts';

/** An ISO moment in Indian time, `07/03/2026, 14:05`. */
export function Moment(props: { value: string | null; empty?: string }) {
  if (props.value === null) return <>{props.empty ?? '-'}</>;
  return <time dateTime={props.value}>{formatMoment(props.value)}</time>;
}

/** A day, `07/03/2026`. */
export function Day(props: { value: string | null; empty?: string }) {
  if (props.value === null) return <>{props.empty ?? '-'}</>;
  return <time dateTime={props.value}>{formatDay(props.value)}</time>;
}
