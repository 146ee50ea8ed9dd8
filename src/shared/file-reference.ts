import { z } from 'zod';
import { Id } from './identifiers.ts';

/** An uploaded file: its bytes are at `/api/files/{id}`, its small picture at `/api/files/{id}/thumbnail`. */
export const FileReference = z.object({
  id: Id,
  name: z.string(),
  mediaType: z.string(),
  byteSize: z.number().int(),
});
export type FileReference = z.infer<typeof FileReference>;
