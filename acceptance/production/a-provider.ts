import { execFileSync } from 'node:child_process';
import { createHash, createSign, generateKeyPairSync, type KeyObject, randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { createServer } from 'node:https';
import path from 'node:path';
import type { Json } from '../harness/people.ts';
import { freePort } from '../harness/portal.ts';
import { letters } from '../harness/random.ts';
import { temporaryFolder } from './a-folders.ts';

// An OpenID provider in one file: code flow with PKCE, RS256. It speaks https with a certificate of its own, which the portal
// knows by NODE_EXTRA_CA_CERTS, and lives on another site than the portal (127.0.0.1, not localhost), as a real one does:
// cookies that are SameSite=Strict do not come back with its redirect.

export type Account = { sub: string; claims: Json };
export type Attempt = {
  state: string;
  nonce: string;
  challenge: string;
  redirect: string;
  scope: string;
  account: Account;
};
export type Token = { claims: Json; header: Json; key: KeyObject };

export type Provider = {
  issuer: string;
  clientId: string;
  clientSecret: string;
  certificate: string;
  /** Who signs in at it next, without being asked. */
  account: Account;
  /** Changes the next token before it is signed. */
  forge?: (token: Token) => void;
  /** Shows a page instead of going back, so that the answer can be carried elsewhere. */
  isHeld: boolean;
  /** Every request of the authorization endpoint with its parameters. */
  asked: URLSearchParams[];
  /** Every answer that was sent or held: the address to which the browser goes back. */
  answers: string[];
  /** How often the token endpoint refused, each with its reason. */
  refused: string[];
  stranger: KeyObject;
  close(): void;
};

export async function startProvider(): Promise<Provider> {
  const folder = temporaryFolder('provider');
  const [key, certificate] = [path.join(folder, 'key.pem'), path.join(folder, 'certificate.pem')];
  // biome-ignore format: one command as it would be typed
  execFileSync('openssl', ['req', '-x509', '-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes', '-days', '2', '-subj', '/CN=provider of a test', '-addext', 'subjectAltName=IP:127.0.0.1,DNS:localhost', '-keyout', key, '-out', certificate], { stdio: 'pipe' });
  const port = await freePort();
  const pair = generateKeyPairSync('rsa', { modulusLength: 2_048 });
  const kid = letters(8);
  const attempts = new Map<string, Attempt>();
  const used = new Set<string>();
  const provider: Provider = {
    issuer: `https://127.0.0.1:${port}`,
    clientId: `portal-${letters(6)}`,
    clientSecret: letters(40),
    certificate,
    account: { sub: letters(10), claims: {} },
    isHeld: false,
    asked: [],
    answers: [],
    refused: [],
    stranger: generateKeyPairSync('rsa', { modulusLength: 2_048 }).privateKey,
    close() {
      server.close();
      server.closeAllConnections();
    },
  };

  const handlers: Record<
    string,
    (request: IncomingMessage, response: ServerResponse, url: URL) => Promise<void> | void
  > = {
    '/.well-known/openid-configuration': (_, response) =>
      json(response, 200, {
        issuer: provider.issuer,
        authorization_endpoint: `${provider.issuer}/authorize`,
        token_endpoint: `${provider.issuer}/token`,
        userinfo_endpoint: `${provider.issuer}/userinfo`,
        jwks_uri: `${provider.issuer}/keys`,
        response_types_supported: ['code'],
        response_modes_supported: ['query'],
        grant_types_supported: ['authorization_code'],
        subject_types_supported: ['public'],
        id_token_signing_alg_values_supported: ['RS256'],
        scopes_supported: ['openid', 'email', 'profile'],
        claims_supported: ['sub', 'email', 'email_verified', 'name', 'amr'],
        code_challenge_methods_supported: ['S256'],
        token_endpoint_auth_methods_supported: ['client_secret_basic', 'client_secret_post'],
        authorization_response_iss_parameter_supported: true,
      }),
    '/keys': (_, response) =>
      json(response, 200, {
        keys: [{ ...pair.publicKey.export({ format: 'jwk' }), kid, alg: 'RS256', use: 'sig' }],
      }),
    '/authorize': (_, response, url) => {
      const asked = url.searchParams;
      provider.asked.push(asked);
      const redirect = asked.get('redirect_uri') ?? '';
      if (asked.get('client_id') !== provider.clientId || asked.get('response_type') !== 'code' || !redirect)
        return json(response, 400, { error: 'invalid_request', asked: Object.fromEntries(asked) });
      const code = randomBytes(24).toString('base64url');
      attempts.set(code, {
        state: asked.get('state') ?? '',
        nonce: asked.get('nonce') ?? '',
        challenge: asked.get('code_challenge') ?? '',
        redirect,
        scope: asked.get('scope') ?? '',
        account: provider.account,
      });
      const answer = new URL(redirect);
      answer.searchParams.set('code', code);
      answer.searchParams.set('state', asked.get('state') ?? '');
      answer.searchParams.set('iss', provider.issuer);
      provider.answers.push(answer.href);
      if (provider.isHeld) {
        response
          .writeHead(200, { 'content-type': 'text/html' })
          .end('<title>held</title>Signed in at the provider.');
        return;
      }
      response.writeHead(303, { location: answer.href }).end();
    },
    '/token': async (request, response) => {
      const form = new URLSearchParams(await bodyOf(request));
      const basic = Buffer.from(
        (request.headers.authorization ?? '').replace(/^Basic /i, ''),
        'base64',
      ).toString();
      const [id, secret] = basic
        ? basic.split(':').map(decodeURIComponent)
        : [form.get('client_id'), form.get('client_secret')];
      const refuse = (error: string, why: string) => {
        provider.refused.push(why);
        json(response, error === 'invalid_client' ? 401 : 400, { error, error_description: why });
      };
      if (id !== provider.clientId || secret !== provider.clientSecret)
        return refuse('invalid_client', 'client');
      const code = form.get('code') ?? '';
      const attempt = attempts.get(code);
      if (!attempt || used.has(code))
        return refuse('invalid_grant', attempt ? 'code used already' : 'unknown code');
      if (form.get('redirect_uri') !== attempt.redirect) return refuse('invalid_grant', 'redirect_uri');
      const challenge = createHash('sha256')
        .update(form.get('code_verifier') ?? '')
        .digest('base64url');
      if (challenge !== attempt.challenge) return refuse('invalid_grant', 'code_verifier');
      used.add(code);
      const now = Math.floor(Date.now() / 1_000);
      const token: Token = {
        header: { alg: 'RS256', kid, typ: 'JWT' },
        claims: {
          iss: provider.issuer,
          aud: provider.clientId,
          sub: attempt.account.sub,
          nonce: attempt.nonce,
          iat: now,
          auth_time: now,
          exp: now + 300,
          ...attempt.account.claims,
        },
        key: pair.privateKey,
      };
      provider.forge?.(token);
      const access = `${letters(12)}.${code}`;
      tokens.set(access, attempt.account);
      json(response, 200, {
        access_token: access,
        token_type: 'Bearer',
        expires_in: 300,
        scope: attempt.scope,
        id_token: sign(token),
      });
    },
    '/userinfo': (request, response) => {
      const account = tokens.get((request.headers.authorization ?? '').replace(/^Bearer /i, ''));
      if (!account) return json(response, 401, { error: 'invalid_token' });
      json(response, 200, { sub: account.sub, ...account.claims });
    },
  };
  const tokens = new Map<string, Account>();
  const server = createServer(
    { key: readFileSync(key), cert: readFileSync(certificate) },
    async (request, response) => {
      const url = new URL(request.url ?? '/', provider.issuer);
      const handler = handlers[url.pathname];
      if (handler) await handler(request, response, url);
      else json(response, 404, { error: 'not_found', path: url.pathname });
    },
  );
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));
  return provider;
}

function sign({ header, claims, key }: Token): string {
  const text = [header, claims]
    .map((part) => Buffer.from(JSON.stringify(part)).toString('base64url'))
    .join('.');
  if (header.alg === 'none') return `${text}.`;
  return `${text}.${createSign('RSA-SHA256').update(text).sign(key).toString('base64url')}`;
}

function json(response: ServerResponse, status: number, body: unknown): void {
  response
    .writeHead(status, { 'content-type': 'application/json', 'cache-control': 'no-store' })
    .end(JSON.stringify(body));
}

async function bodyOf(request: IncomingMessage): Promise<string> {
  let text = '';
  for await (const part of request) text += part;
  return text;
}
