import * as openid from 'openid-client';
import type { Services } from '#platform/server/context.ts';
import { type DomainError, domainError } from '#platform/server/domain-error.ts';
import type { Settings } from '#platform/server/settings.ts';
import { paths } from '#shared/paths.ts';
import { secretOf } from './sign-on-attempts.ts';

type Provider = NonNullable<Settings['provider']>;

/** The provider answers a person who waits, so it has so many seconds for each question. */
const secondsToAnswer = 3;
/** A confirmation that is older was given to somebody else's eyes; as long as a session counts as fresh. */
const confirmedWithinSeconds = 600;

/** Whom the provider vouches for. */
export type Identity = {
  email: string;
  /** By means that the settings trust like the portal's own code. */
  isCodeTrusted: boolean;
  /** When the person last proved who they are; long ago where the provider does not say. */
  provenAt: Date;
};

export function providerOf({ settings }: Services): Provider {
  if (!settings.provider) throw domainError('auth.no_provider');
  return settings.provider;
}

const found = new WeakMap<Provider, Promise<openid.Configuration>>();

/** What the provider says of itself, asked once. */
async function configurationOf(services: Services): Promise<openid.Configuration> {
  const provider = providerOf(services);
  const configuration = found.get(provider) ?? discover(provider);
  found.set(provider, configuration);
  try {
    return await configuration;
  } catch (error) {
    found.delete(provider);
    services.log.warn({ why: reasonOf(error) }, 'the OpenID provider does not say how to sign in');
    throw domainError('auth.provider_away');
  }
}

async function discover({ issuer, clientId, clientSecret }: Provider): Promise<openid.Configuration> {
  const isPlain = issuer.startsWith('http://');
  const configuration = await openid.discovery(new URL(issuer), clientId, clientSecret, undefined, {
    timeout: secondsToAnswer,
    // The settings allow it on this machine only.
    ...(isPlain && { execute: [openid.allowInsecureRequests] }),
  });
  configuration.timeout = secondsToAnswer;
  // Without it a token from the token endpoint is taken whoever signed it (OpenID Connect Core, section 3.1.3.7, 6).
  openid.enableNonRepudiationChecks(configuration);
  return configuration;
}

/** The page of the portal to which the provider sends the browser back. */
function backOf({ settings }: Services): URL {
  return new URL(`${settings.publicUrl}${paths.signInWithProvider}`);
}

/** Where the browser goes to sign in. */
export async function addressAtProvider(
  services: Services,
  token: string,
  isConfirmation: boolean,
): Promise<string> {
  const configuration = await configurationOf(services);
  const verifier = secretOf(services, token, 'verifier');
  return openid.buildAuthorizationUrl(configuration, {
    redirect_uri: backOf(services).href,
    scope: 'openid email',
    state: secretOf(services, token, 'state'),
    nonce: secretOf(services, token, 'nonce'),
    code_challenge: await openid.calculatePKCECodeChallenge(verifier),
    code_challenge_method: 'S256',
    ...(isConfirmation && { prompt: 'login', max_age: String(confirmedWithinSeconds) }),
  }).href;
}

/** Exchanges the code of an answer for the signed identity; refuses whatever is not an answer to this very attempt. */
export async function identityIn(
  services: Services,
  { answer, token, isConfirmation }: { answer: string; token: string; isConfirmation: boolean },
): Promise<Identity> {
  const configuration = await configurationOf(services);
  const address = backOf(services);
  address.search = answer;
  try {
    const tokens = await openid.authorizationCodeGrant(configuration, address, {
      expectedState: secretOf(services, token, 'state'),
      expectedNonce: secretOf(services, token, 'nonce'),
      pkceCodeVerifier: secretOf(services, token, 'verifier'),
      idTokenExpected: true,
      ...(isConfirmation && { maxAge: confirmedWithinSeconds }),
    });
    return toIdentity(tokens.claims()!, providerOf(services));
  } catch (error) {
    throw toDomainError(services, error);
  }
}

function toIdentity(claims: openid.IDToken, { trustedAmr }: Provider): Identity {
  const { email, email_verified: isVerified, amr, auth_time: seconds = 0 } = claims;
  if (typeof email !== 'string' || isVerified !== true) throw new UnverifiedEmail();
  return {
    email,
    isCodeTrusted: Array.isArray(amr) && trustedAmr.some((method) => amr.includes(method)),
    provenAt: new Date(seconds * 1_000),
  };
}

class UnverifiedEmail extends Error {}

/** The log says why, by the library's code; tokens, codes and claims stay out of it. */
function toDomainError({ log }: Services, error: unknown): DomainError {
  log.warn({ why: reasonOf(error) }, 'the answer of the OpenID provider was refused');
  if (error instanceof UnverifiedEmail) return domainError('auth.email_unverified');
  const { error: said } = error as { error?: string };
  if (said === 'access_denied') return domainError('auth.provider_cancelled');
  return domainError(isOutage(error) ? 'auth.provider_away' : 'auth.provider_refused');
}

/** Not reached, not in time, or not in a state to answer (RFC 6749, section 4.1.2.1). */
function isOutage(error: unknown): boolean {
  const {
    code,
    error: said,
    cause,
  } = error as { code?: string; error?: string; cause?: { status?: number } };
  const isServerError = code === 'OAUTH_RESPONSE_IS_NOT_CONFORM' && (cause?.status ?? 0) >= 500;
  return (
    error instanceof TypeError ||
    code === 'OAUTH_TIMEOUT' ||
    isServerError ||
    said === 'server_error' ||
    said === 'temporarily_unavailable'
  );
}

function reasonOf(error: unknown): string {
  const { name, code, message } = error as { name: string; code?: string; message: string };
  const { claim, code: deeper } = ((error as Error).cause ?? {}) as { claim?: string; code?: string };
  return [name, code ?? message, deeper, claim].filter(Boolean).join(' ');
}
