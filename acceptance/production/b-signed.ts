import { createHash, createHmac } from 'node:crypto';

/** A request that signs for itself (AWS Signature Version 4), as any stranger to our sources would write it. */
export async function signedFetch(
  keys: { access: string; secret: string },
  method: string,
  address: string,
  body?: Uint8Array<ArrayBuffer>,
): Promise<Buffer> {
  const url = new URL(address);
  const moment = new Date().toISOString().replaceAll(/[-:]|\.\d+/g, '');
  const day = moment.slice(0, 8);
  const digest = createHash('sha256')
    .update(body ?? '')
    .digest('hex');
  const query = [...url.searchParams]
    .map(([name, value]) => `${encode(name)}=${encode(value)}`)
    .sort()
    .join('&');
  const headers = { host: url.host, 'x-amz-content-sha256': digest, 'x-amz-date': moment };
  const names = Object.keys(headers).join(';');
  const canonical = [
    method,
    url.pathname,
    query,
    ...Object.entries(headers).map(([name, value]) => `${name}:${value}`),
    '',
    names,
    digest,
  ].join('\n');
  const scope = `${day}/us-east-1/s3/aws4_request`;
  const text = ['AWS4-HMAC-SHA256', moment, scope, createHash('sha256').update(canonical).digest('hex')].join(
    '\n',
  );
  let key: Buffer = Buffer.from(`AWS4${keys.secret}`);
  for (const part of [day, 'us-east-1', 's3', 'aws4_request'])
    key = createHmac('sha256', key).update(part).digest();
  const signature = createHmac('sha256', key).update(text).digest('hex');
  const response = await fetch(`${url.origin}${url.pathname}${query ? `?${query}` : ''}`, {
    method,
    headers: {
      ...headers,
      authorization: `AWS4-HMAC-SHA256 Credential=${keys.access}/${scope}, SignedHeaders=${names}, Signature=${signature}`,
    },
    ...(body ? { body } : {}),
    signal: AbortSignal.timeout(30_000),
  });
  const answer = Buffer.from(await response.arrayBuffer());
  if (!response.ok)
    throw new Error(`${method} ${url.pathname}: ${response.status} ${answer.toString().slice(0, 300)}`);
  return answer;
}

const encode = (text: string) =>
  encodeURIComponent(text).replaceAll(
    /[!'()*]/g,
    (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`,
  );
