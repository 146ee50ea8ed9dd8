import sharp from 'sharp';
import type { Services } from '#platform/server/context.ts';
import type { PortalBranding } from '#platform/server/http/web.ts';

/** Screens and mails show the crest at up to 68 CSS pixels; the stored picture may have up to 2,400. */
const crestSide = 160;

/** The university's names, colour and crest for the portal's page and mails. */
export function universityBranding({ db, files }: Services): PortalBranding {
  let drawn: { key: string; png: Buffer } | null = null;

  async function read() {
    const row = await db
      .selectFrom('university')
      .leftJoin('files', 'files.id', 'university.crest_file_id')
      .select(['name', 'names', 'scripts', 'accent_colour', 'files.storage_key'])
      .executeTakeFirst();
    if (!row) return null;
    return {
      names: { ...(row.names as Record<string, string> | null), en: row.name },
      scripts: row.scripts,
      colour: row.accent_colour,
      crestKey: row.storage_key,
    };
  }

  return {
    read,
    readCrest: async () => {
      const key = (await read())?.crestKey;
      if (!key) return null;
      if (drawn?.key !== key) {
        const png = await sharp(await files.getBytes(key))
          .resize(crestSide, crestSide, { fit: 'inside', withoutEnlargement: true })
          .png({ palette: true })
          .toBuffer();
        drawn = { key, png };
      }
      return drawn.png;
    },
  };
}
