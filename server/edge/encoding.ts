export type Encoding = 'identity' | 'br' | 'gzip'

/** The best offered encoding that the client accepts: brotli, then gzip, then none. */
export function bestEncoding(accept: string, offered: readonly Encoding[]): Encoding {
  const qualities = new Map<string, number>()
  for (const part of accept.split(',')) {
    // A pattern of whitespace before the semicolon would take quadratic time.
    const [name = '', ...parameters] = part.split(';').map((text) => text.trim().toLowerCase())
    const quality = parameters.find((parameter) => parameter.startsWith('q='))
    if (name !== '') qualities.set(name, quality === undefined ? 1 : Number(quality.slice(2)) || 0)
  }
  const qualityOf = (encoding: Encoding) => qualities.get(encoding) ?? qualities.get('*') ?? 0
  const wanted = (['br', 'gzip'] as const).filter((encoding) => offered.includes(encoding) && qualityOf(encoding) > 0)
  return wanted.sort((a, b) => qualityOf(b) - qualityOf(a))[0] ?? 'identity'
}
