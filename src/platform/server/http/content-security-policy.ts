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
