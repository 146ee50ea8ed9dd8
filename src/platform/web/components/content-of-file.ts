import { beginningBytes, contentOf } from '#shared/file-kinds.ts';

/** What a chosen file is, by its first bytes. */
export async function contentOfFile(file: Blob): Promise<string | null> {
  return contentOf(new Uint8Array(await file.slice(0, beginningBytes).arrayBuffer()));
}
