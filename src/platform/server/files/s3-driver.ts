import { randomUUID } from 'node:crypto';
import { createReadStream, createWriteStream } from 'node:fs';
import { mkdir, open, rm } from 'node:fs/promises';
import path from 'node:path';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { HeadBucketCommand, paginateListObjectsV2, S3Client } from '@aws-sdk/client-s3';
import { S3Driver as FlydriveDriver } from 'flydrive/drivers/s3';
import type { WriteOptions } from 'flydrive/types';
import type { ObjectStore } from '#platform/server/settings.ts';
import type { StoreDriver, StoredEntry } from './store-driver.ts';
import { temporaryPrefix } from './write-durably.ts';

/** Time limit until a response begins, retries included; uploads get another second for each megabyte. */
const timeoutMilliseconds = 20_000;
const bytesPerMillisecond = 1_000;
/** A client may read a large file slowly: how long the connection to the object store may stay idle. */
const idleMilliseconds = 120_000;

type Command = { input: object };
type S3Error = Error & { code?: string; $metadata?: { httpStatusCode?: number } };

/**
 * Files as objects of a bucket. An interrupted upload leaves no object; after each upload the object's size is checked,
 * because gateways do not verify checksums. Our own SHA-256 is in the file's row.
 */
export class S3Driver extends FlydriveDriver implements StoreDriver {
  readonly #client: S3Client;
  readonly #bucket: string;
  readonly #directory: string;

  /** `directory` buffers streams, because S3 needs their length. */
  constructor(
    { endpoint, region, bucket, accessKey: accessKeyId, secretKey: secretAccessKey }: ObjectStore,
    directory: string,
  ) {
    const client = new S3Client({
      region,
      credentials: { accessKeyId, secretAccessKey },
      ...(endpoint && { endpoint, forcePathStyle: true }),
      requestChecksumCalculation: 'WHEN_REQUIRED',
      responseChecksumValidation: 'WHEN_REQUIRED',
      requestHandler: { connectionTimeout: 3_000, socketTimeout: idleMilliseconds },
    });
    boundRequests(client);
    super({ client, bucket, visibility: 'private', supportsACL: false });
    this.#client = client;
    this.#bucket = bucket;
    this.#directory = directory;
  }

  override async put(key: string, contents: string | Uint8Array, options?: WriteOptions): Promise<void> {
    await super.put(key, contents, options);
    await this.#assertSize(key, Buffer.byteLength(contents));
  }

  override async putStream(key: string, contents: Readable, options?: WriteOptions): Promise<void> {
    await mkdir(this.#directory, { recursive: true, mode: 0o700 });
    const file = path.join(this.#directory, temporaryPrefix + randomUUID());
    const handle = await open(file, 'wx+', 0o600);
    try {
      // Unlinked while open: however this process ends, no file is left.
      await rm(file);
      await pipeline(contents, createWriteStream(file, { fd: handle.fd, autoClose: false }));
      const { size: contentLength } = await handle.stat();
      // The library treats a length of 0 as missing.
      if (contentLength === 0) return await this.put(key, '', options);
      const bytes = createReadStream(file, { fd: handle.fd, start: 0, autoClose: false });
      await super.putStream(key, bytes, { ...options, contentLength });
      await this.#assertSize(key, contentLength);
    } finally {
      await handle.close();
    }
  }

  async *entries(): AsyncGenerator<StoredEntry> {
    for await (const { Contents: objects = [] } of paginateListObjectsV2(
      { client: this.#client },
      { Bucket: this.#bucket },
    ))
      for (const { Key: key, LastModified: changedAt } of objects) yield { key: key!, changedAt: changedAt! };
  }

  async assertUsable(): Promise<void> {
    try {
      await this.#client.send(new HeadBucketCommand({ Bucket: this.#bucket }));
    } catch (error) {
      const status = (error as S3Error).$metadata?.httpStatusCode ?? 500;
      if (status === 404)
        throw new Error(`The object store has no bucket '${this.#bucket}'. Check S3_BUCKET and S3_ENDPOINT.`);
      if (status < 500)
        throw new Error(
          `The object store refuses the bucket '${this.#bucket}' with ${status}. Check S3_ACCESS_KEY, S3_SECRET_KEY and S3_REGION.`,
        );
    }
  }

  async #assertSize(key: string, size: number): Promise<void> {
    const { contentLength } = await this.getMetaData(key);
    if (contentLength !== size)
      throw new Error(`The object store keeps ${contentLength} of the ${size} bytes of ${key}.`);
  }
}

/** Aborts a request whose response does not begin in time. The client's own timeout would also count the upload. */
function boundRequests(client: S3Client): void {
  const send = client.send.bind(client) as (command: Command, options: object) => Promise<unknown>;
  const bounded = async (command: Command, options: object = {}) => {
    const { Body: body, ContentLength: length } = command.input as {
      Body?: string | Uint8Array;
      ContentLength?: number;
    };
    const bytes = length ?? (body === undefined ? 0 : Buffer.byteLength(body));
    const timeout = new AbortController();
    const timer = setTimeout(() => timeout.abort(), timeoutMilliseconds + bytes / bytesPerMillisecond);
    try {
      return await send(command, { ...options, abortSignal: timeout.signal });
    } catch (error) {
      throw withCode(error as S3Error);
    } finally {
      clearTimeout(timer);
    }
  };
  // One function for all overloads.
  client.send = bounded as unknown as typeof client.send;
}

/** Marks temporary errors like an unreachable database: the same request may succeed a moment later. */
function withCode(error: S3Error): S3Error {
  const status = error.$metadata?.httpStatusCode;
  const isPassing =
    ['AbortError', 'TimeoutError'].includes(error.name) || (status !== undefined && status >= 500);
  if (isPassing) error.code = 'ETIMEDOUT';
  return error;
}
