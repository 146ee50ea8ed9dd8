/**
 * First path segments of screens; everything else is not a page. A test of the web client compares it with its paths.
 */
export const screenRoots: readonly string[] = [
  '',
  'account',
  'admin',
  'application-receiver',
  'auditor',
  'case-worker',
  'demo',
  'first-authenticator',
  'first-password',
  'printer',
  'sign-in',
  'status',
  'verify',
];

/** Placeholder in the built page for the nonce of its styles. */
export const noncePlaceholder = '{{style-nonce}}';
