import type { Services } from '#platform/server/context.ts';
import { type PreparedFile, prepareFile } from '#platform/server/files/receive-file.ts';
import type { FileKind } from '#shared/file-kinds.ts';

export type Upload = { kind: FileKind; name: string; draw: () => Buffer | Promise<Buffer> };

/** Enough to keep the readers of pictures and PDFs busy. */
const maximumAhead = 8;

/** Draws, checks and stores files ahead of time, so that the readers work while commands run. */
export class Uploads {
  readonly #services: Services;
  readonly #expected = new Map<string, Upload>();
  readonly #prepared = new Map<string, Promise<PreparedFile>>();

  constructor(services: Services) {
    this.#services = services;
  }

  /** Call it in the order of use. */
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
      if (this.#prepared.size >= maximumAhead) return;
      this.#expected.delete(key);
      const prepared = this.#prepare(upload);
      // The code that takes it gets the error.
      prepared.catch(() => {});
      this.#prepared.set(key, prepared);
    }
  }

  async #prepare({ kind, name, draw }: Upload): Promise<PreparedFile> {
    return prepareFile(this.#services, { kind, name, bytes: await draw() });
  }
}
