/**
 * What a page of ours may load: nothing from elsewhere. The few style elements that Mantine writes carry the nonce of
 * their page; values of single elements are set as properties, which needs no permission.
 */
export function contentSecurityPolicy(publicUrl: string, nonce?: string) {
  return {
    directives: {
      defaultSrc: ["'self'"],
      scriptSrc: ["'self'"],
      styleSrc: ["'self'", ...(nonce ? [`'nonce-${nonce}'`] : [])],
      styleSrcAttr: ["'none'"],
      fontSrc: ["'self'"],
      imgSrc: ["'self'", 'data:', 'blob:'],
      connectSrc: ["'self'"],
      objectSrc: ["'none'"],
      frameAncestors: ["'none'"],
      baseUri: ["'none'"],
      formAction: ["'self'"],
      upgradeInsecureRequests: publicUrl.startsWith('https://') ? [] : null,
    },
  };
}

/**
 * Of the worker that reads QR codes: WebAssembly runs there and nowhere else, beside no document, without a cookie that a script could
 * read. A worker has the policy that its own file comes with (https://www.w3.org/TR/CSP3/#initialize-global-object-csp).
 */
export const readerPolicy = "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; connect-src 'self'";
