import type { Services } from '#platform/server/context.ts';
import { type PreparedFile, prepareFile } from '#platform/server/files/receive-file.ts';
import type { FileKind } from '#shared/file-kinds.ts';

export type Upload = { kind: FileKind; name: string; draw: () => Buffer | Promise<Buffer> };

/** As many as the readers of pictures and PDFs are busy with. */
const mostAhead = 8;

/** Draws, checks and stores files ahead of their time: while commands follow each other, the readers have something to do. */
export class Uploads {
  readonly #services: Services;
  readonly #expected = new Map<string, Upload>();
  readonly #prepared = new Map<string, Promise<PreparedFile>>();

  constructor(services: Services) {
    this.#services = services;
  }

  /** Expected in the order in which they are taken. */
  expect(key: string, upload: Upload): void {
    this.#expected.set(key, upload);
  }

  async take(key: string, upload: Upload): Promise<PreparedFile> {
    this.#expected.delete(key);
    const prepared = this.#prepared.get(key) ?? this.#prepare(upload);
    this.#prepared.delete(key);
    this.#prepareAhead();
    return prepared;
  }

  #prepareAhead(): void {
    for (const [key, upload] of this.#expected) {
      if (this.#prepared.size >= mostAhead) return;
      this.#expected.delete(key);
      const prepared = this.#prepare(upload);
      // Whoever takes it is told.
      prepared.catch(() => {});
      this.#prepared.set(key, prepared);
    }
  }

  async #prepare({ kind, name, draw }: Upload): Promise<PreparedFile> {
    return prepareFile(this.#services, { kind, name, bytes: await draw() });
  }
}
