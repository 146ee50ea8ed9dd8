import { characterOf } from '#platform/web/components/physical-keys.ts';
import { addToBurst, type Burst, endsBurst } from '#platform/web/components/scan-burst.ts';

/** Keys pressed between Ctrl+K and the palette, and whether Enter was among them. */
export type BufferedKeys = {
  text: string;
  isSent: boolean;
  /** The last keys, which may be a scan, and the text before them. */
  scan?: { before: string; burst: Burst };
};

type Press = Pick<KeyboardEvent, 'key' | 'code' | 'shiftKey' | 'timeStamp'>;

/** With one key more; a scan that Enter ends is read by its keys. */
export function withKey({ text, isSent, scan }: BufferedKeys, press: Press): BufferedKeys {
  if (press.key === 'Enter') {
    const isScan = scan !== undefined && endsBurst(scan.burst, press.timeStamp);
    return { text: isScan ? scan.before + scan.burst.text : text, isSent: true };
  }
  if (press.key === 'Backspace') return { text: text.slice(0, -1), isSent: false };
  if (characterOf(press) === null || isSent) return { text, isSent, scan };
  const burst = addToBurst(scan?.burst ?? null, press);
  const before = burst.text.length === 1 ? text : scan!.before;
  return { text: text + press.key, isSent, scan: { before, burst } };
}
