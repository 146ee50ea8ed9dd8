import { ORPCError } from '@orpc/server';
import { checkPicture } from '#platform/server/files/receive-file.ts';
import { masterOf, type Pack, type PackFault, sectionOrder } from '../pack.ts';
import type { PackFiles } from './pack-files.ts';

/** The pictures that the portal would reject, with their paths in the pack. */
export async function pictureFaults(pack: Pack, { assets }: PackFiles): Promise<PackFault[]> {
  const faults: PackFault[] = [];
  for (const section of sectionOrder)
    for (const [index, entry] of pack[section].entries())
      for (const [field, declared] of Object.entries(masterOf(section)?.fields ?? {})) {
        const found = String((entry as Record<string, unknown>)[field] ?? '');
        const bytes = assets.get(found);
        if (declared.kind !== 'file' || !bytes) continue;
        const wanted = await refusalOf(async () => {
          await checkPicture(declared.of, bytes);
          return null;
        });
        if (wanted) faults.push({ path: `${section}[${index}].${field}`, found, wanted });
      }
  return faults;
}

/** What `check` returns, or the sentence of the domain error that it throws. */
export async function refusalOf(check: () => Promise<string | null>): Promise<string | null> {
  try {
    return await check();
  } catch (error) {
    if (!(error instanceof ORPCError)) throw error;
    return error.message;
  }
}
