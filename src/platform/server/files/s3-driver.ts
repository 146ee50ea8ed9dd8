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

/** Two tries of this long end before the browser's patience does. */
const requestMilliseconds = 10_000;

type S3Error = Error & { code?: string; $metadata?: { httpStatusCode?: number } };

/**
 * Files as objects of a bucket. An upload that is cut off leaves none; each is asked for its size before it counts as written, because
 * gateways do not verify checksums. Our own SHA-256 is in its row.
 */
export class S3Driver extends FlydriveDriver implements StoreDriver {
  readonly #client: S3Client;
  readonly #bucket: string;
  readonly #directory: string;

  /** `directory` is for streams, which S3 takes only with their length. */
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
      maxAttempts: 2,
      requestHandler: {
        connectionTimeout: 3_000,
        requestTimeout: requestMilliseconds,
        throwOnRequestTimeout: true,
        socketTimeout: requestMilliseconds,
      },
    });
    super({ client, bucket, visibility: 'private', supportsACL: false });
    this.#client = client;
    this.#bucket = bucket;
    this.#directory = directory;
    client.middlewareStack.add(
      (next) => async (args) => {
        try {
          return await next(args);
        } catch (error) {
          throw withCode(error as S3Error);
        }
      },
      { step: 'initialize', name: 'codeOfFaults' },
    );
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
      // Nameless from here on: whatever ends this process, nothing is left.
      await rm(file);
      await pipeline(contents, createWriteStream(file, { fd: handle.fd, autoClose: false }));
      const { size: contentLength } = await handle.stat();
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

/** Like a database that cannot be reached: the same request may succeed a moment later. */
function withCode(error: S3Error): S3Error {
  const status = error.$metadata?.httpStatusCode;
  const isPassing = error.name === 'TimeoutError' || (status !== undefined && status >= 500);
  if (isPassing) error.code = 'ETIMEDOUT';
  return error;
}
