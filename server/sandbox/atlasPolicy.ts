/** What the atlas may load: its own files and nothing else, its layout in a worker, no code out of text. */
export const ATLAS_POLICY = [
  `default-src 'none'`,
  `script-src 'self'`,
  `style-src 'self'`,
  `img-src 'self' data: blob:`,
  `font-src 'self'`,
  `connect-src 'self'`,
  `worker-src 'self'`,
  `base-uri 'none'`,
  `form-action 'none'`,
].join('; ')
