import { addDays, parseTypedDay } from './format.ts';

const timed = /^(.*\d)[ ,T]+(\d{1,2}):(\d{2})(?::(\d{2})(?:\.\d+)?)?(?: ?([AP])M)?Z?$/i;
const iso = /^\d{4}-\d{2}-\d{2}$/;

/**
 * A written day without its time, if that is within a minute of midnight: workbooks written in India have days that end
 * some seconds early. Any other time stays, so that it is named rather than dropped.
 */
export function withoutMidnight(text: string): string {
  const [, day, hour, minute, second = '0', half] = timed.exec(text.trim()) ?? [];
  if (day === undefined) return text;
  const hours = half ? (Number(hour) % 12) + (half.toUpperCase() === 'P' ? 12 : 0) : Number(hour);
  const seconds = hours * 3_600 + Number(minute) * 60 + Number(second);
  if (seconds <= 60) return day;
  if (seconds < 86_340 || seconds >= 86_400) return text;
  const read = iso.test(day) ? day : parseTypedDay(day, '');
  return read ? addDays(read, 1) : text;
}
