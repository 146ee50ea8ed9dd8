import { createHash, createSign, generateKeyPairSync, type KeyObject, randomBytes } from 'node:crypto';
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';

type Claims = Record<string, unknown>;

/** An identity token before it is signed. */
export type Token = { header: Claims; claims: Claims; key: KeyObject };

/**
 * An OpenID provider for tests: code flow with PKCE, RS256, `iss` in its answers. Whoever comes is signed in as `account`
 * without being asked.
 */
export type OpenidProvider = {
  issuer: string;
  clientId: string;
  clientSecret: string;
  /** The claims of whoever comes next. */
  account: Claims;
  /** Changes a token before it is signed. */
  forge: (token: Token) => void;
  /** Whether its token endpoint answers as a proxy does whose server is down. */
  isDown: boolean;
  /** Parameters of the requests at its authorization endpoint. */
  asked: URLSearchParams[];
  close(): Promise<void>;
};

export async function startOpenidProvider(): Promise<OpenidProvider> {
  const { privateKey, publicKey } = generateKeyPairSync('rsa', { modulusLength: 2_048 });
  const codes = new Map<string, { asked: URLSearchParams; account: Claims }>();

  const server = createServer(async (request, response) => {
    const json = (status: number, body: object) =>
      response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
    const { pathname, searchParams } = new URL(request.url!, provider.issuer);
    if (pathname === '/.well-known/openid-configuration') return json(200, metadataOf(provider.issuer));
    if (pathname === '/keys')
      return json(200, {
        keys: [{ ...publicKey.export({ format: 'jwk' }), kid: 'one', alg: 'RS256', use: 'sig' }],
      });
    if (pathname === '/authorize') {
      const code = randomBytes(16).toString('hex');
      provider.asked.push(searchParams);
      codes.set(code, { asked: searchParams, account: provider.account });
      const back = new URL(searchParams.get('redirect_uri')!);
      back.search = String(
        new URLSearchParams({ code, state: searchParams.get('state')!, iss: provider.issuer }),
      );
      return response.writeHead(303, { location: back.href }).end();
    }
    if (provider.isDown) return response.writeHead(503, { 'content-type': 'text/html' }).end('<h1>503</h1>');
    const form = new URLSearchParams(await textOf(request));
    const begun = codes.get(form.get('code') ?? '');
    codes.delete(form.get('code') ?? '');
    const challenge = createHash('sha256')
      .update(form.get('code_verifier') ?? '')
      .digest('base64url');
    const isRight =
      begun?.asked.get('code_challenge') === challenge &&
      form.get('client_secret') === provider.clientSecret &&
      form.get('redirect_uri') === begun.asked.get('redirect_uri');
    if (!isRight) return json(400, { error: 'invalid_grant' });
    const seconds = Math.floor(Date.now() / 1_000);
    const token: Token = {
      header: { alg: 'RS256', kid: 'one' },
      claims: {
        iss: provider.issuer,
        aud: provider.clientId,
        sub: 'one',
        nonce: begun.asked.get('nonce'),
        iat: seconds,
        auth_time: seconds,
        exp: seconds + 300,
        ...begun.account,
      },
      key: privateKey,
    };
    provider.forge(token);
    return json(200, { access_token: 'one', token_type: 'Bearer', id_token: signed(token) });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const provider: OpenidProvider = {
    issuer: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    clientId: 'dikshant',
    clientSecret: 'a-secret-of-the-portal-alone',
    account: {},
    forge: () => undefined,
    isDown: false,
    asked: [],
    close: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
  return provider;
}

/** The settings of a portal that signs in with it. */
export function settingsFor({ issuer, clientId, clientSecret }: OpenidProvider): Record<string, string> {
  return { OIDC_ISSUER: issuer, OIDC_CLIENT_ID: clientId, OIDC_CLIENT_SECRET: clientSecret };
}

function metadataOf(issuer: string): object {
  return {
    issuer,
    authorization_endpoint: `${issuer}/authorize`,
    token_endpoint: `${issuer}/token`,
    jwks_uri: `${issuer}/keys`,
    response_types_supported: ['code'],
    subject_types_supported: ['public'],
    id_token_signing_alg_values_supported: ['RS256'],
    code_challenge_methods_supported: ['S256'],
    token_endpoint_auth_methods_supported: ['client_secret_post'],
    authorization_response_iss_parameter_supported: true,
  };
}

function signed({ header, claims, key }: Token): string {
  const text = [header, claims]
    .map((part) => Buffer.from(JSON.stringify(part)).toString('base64url'))
    .join('.');
  const signature = createSign('RSA-SHA256').update(text).sign(key).toString('base64url');
  return `${text}.${header.alg === 'none' ? '' : signature}`;
}

async function textOf(request: IncomingMessage): Promise<string> {
  let text = '';
  for await (const part of request) text += part;
  return text;
}
