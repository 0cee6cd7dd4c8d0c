/**
 * Returns whether a path, as in a URL, matches a pattern of the route table. It matches like React Router: in any case,
 * with or without slashes at the end, and `:name` is one segment. Throws URIError for a malformed path.
 */
export function createPageMatcher(patterns: readonly string[]): (path: string) => boolean {
  const sources = patterns.map((pattern) => pattern.replace(/\/$/, '').replace(/:\w+/g, '[^/]+'))
  const expression = new RegExp(`^(${sources.join('|')})/*$`, 'i')
  return (path) => {
    const segments = path.split('/').map((segment) => decodeURIComponent(segment).replaceAll('/', '%2F'))
    return expression.test(segments.join('/'))
  }
}
