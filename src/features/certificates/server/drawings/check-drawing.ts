import { sha256Of } from '#platform/server/files/stored-files.ts';
import { type DrawingFault, forbiddenWords } from './forbidden-words.ts';
import { type Drawing, tryDrawing } from './try-drawing.ts';

/** A pack is checked, looked at and imported: what could be drawn once is not tried again by this process. */
const drawn = new Set<string>();

/**
 * What is wrong with a drawing that a stranger wrote. What it names is looked at first, and nothing of it is run in this
 * process.
 */
export async function checkDrawing(drawing: Drawing): Promise<DrawingFault[]> {
  const faults = forbiddenWords(drawing.source);
  const key = sha256Of(Buffer.from(JSON.stringify(drawing)));
  if (faults.length > 0 || drawn.has(key)) return faults;
  const fault = await tryDrawing(drawing);
  if (fault) return [fault];
  drawn.add(key);
  return [];
}
