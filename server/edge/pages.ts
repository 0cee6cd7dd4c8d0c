/**
 * Returns whether a path, as in a URL, matches a pattern of the route table. It matches like React Router: in any case,
 * with or without slashes at the end, and `:name` is one segment.
 */
export function createPageMatcher(patterns: readonly string[]): (path: string) => boolean {
  const expressions = patterns.map(
    (pattern) => new RegExp(`^${pattern.replace(/\/$/, '').replace(/:\w+/g, '[^/]+')}/*$`, 'i'),
  )
  return (path) => {
    const decoded = path
      .split('/')
      .map((segment) => decodeURIComponent(segment).replaceAll('/', '%2F'))
      .join('/')
    return expressions.some((expression) => expression.test(decoded))
  }
}
