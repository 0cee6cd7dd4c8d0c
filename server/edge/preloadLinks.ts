/** The value of an attribute; `''` for one without a value, undefined if the tag does not have it. */
const attributeOf = (tag: string, name: string) => new RegExp(`\\s${name}(?:="([^"]*)"|[\\s/>])`).exec(tag)

/**
 * The `Link` header of a page: its scripts, style sheets and fonts. A browser requests them before it parses the page, and
 * a proxy in front of the edge can send them ahead of the page (103 Early Hints).
 */
export function preloadLinks(page: string): string {
  const [head = ''] = page.split('</head>')
  const links = [...head.matchAll(/<(?:link|script)\s[^>]*>/g)].flatMap(([tag]) => {
    const value = (name: string) => attributeOf(tag, name)?.[1]
    const crossOrigin = attributeOf(tag, 'crossorigin') ? '; crossorigin' : ''
    const href = value('href')
    if (value('type') === 'module') return [`<${value('src')}>; rel=modulepreload${crossOrigin}`]
    switch (value('rel')) {
      case 'modulepreload':
        return [`<${href}>; rel=modulepreload${crossOrigin}`]
      case 'stylesheet':
        if (attributeOf(tag, 'disabled')) return []
        return [`<${href}>; rel=preload; as=style${crossOrigin}`]
      case 'preload':
        return [`<${href}>; rel=preload; as=${value('as')}; type="${value('type')}"${crossOrigin}`]
      default:
        return []
    }
  })
  return links.join(', ')
}
