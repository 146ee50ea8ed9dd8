import { sha256Of } from '#platform/server/files/stored-files.ts';
import { type DrawingFault, forbiddenWords } from './forbidden-words.ts';
import { type Drawing, tryDrawing } from './try-drawing.ts';

/** A pack is checked, previewed and imported: this process does not repeat a successful trial. */
const drawn = new Set<string>();

/** The faults of an untrusted drawing. Its words are checked first, and none of it runs in this process. */
export async function checkDrawing(drawing: Drawing): Promise<DrawingFault[]> {
  const faults = forbiddenWords(drawing.source);
  const key = sha256Of(Buffer.from(JSON.stringify(drawing)));
  if (faults.length > 0 || drawn.has(key)) return faults;
  const fault = await tryDrawing(drawing);
  if (fault) return [fault];
  drawn.add(key);
  return [];
}
