/**
 * CSP of our pages: nothing from other origins. The few style elements that Mantine writes carry the page's nonce;
 * styles of single elements are set as properties, which CSP does not restrict.
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
 * CSP of the worker that reads QR codes: WebAssembly runs only there, without a document and without cookies readable
 * by script. A worker has the policy of its own file (https://www.w3.org/TR/CSP3/#initialize-global-object-csp).
 */
export const readerPolicy = "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; connect-src 'self'";
