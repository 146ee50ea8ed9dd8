/** What addresses of screens begin with; everything else is no page. A test of the web holds it to its paths. */
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

/** Stands in the built page where the server writes the nonce of its styles. */
export const noncePlaceholder = '{{style-nonce}}';
