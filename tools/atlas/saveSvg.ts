/** Saves a chart as a standalone SVG with its style sheet, the values of its tokens and its font. */
import fontUrl from '@fontsource-variable/schibsted-grotesk/files/schibsted-grotesk-latin-wght-normal.woff2?url'
import sheet from './chart.css?raw'

const NAMESPACE = 'http://www.w3.org/2000/svg'

function tokensOf(element: Element): string {
  const style = getComputedStyle(element)
  const names = new Set([...sheet.matchAll(/var\((--[\w-]+)\)/g)].map(([, name = '']) => name))
  return [...names]
    .filter((name) => !new RegExp(`^\\s*${name}:`, 'm').test(sheet))
    .map((name) => `${name}:${style.getPropertyValue(name).trim()}`)
    .join(';')
}

async function fontFace(): Promise<string> {
  try {
    const bytes = new Uint8Array(await (await fetch(fontUrl)).arrayBuffer())
    let text = ''
    for (const byte of bytes) text += String.fromCharCode(byte)
    const font = `url(data:font/woff2;base64,${btoa(text)})`
    return `@font-face{font-family:'Schibsted Grotesk Variable';font-weight:400 900;src:${font} format('woff2')}`
  } catch {
    // Without the font, the file uses a fallback font.
    return ''
  }
}

const dataUrl = (blob: Blob): Promise<string> =>
  new Promise((resolve, reject) => {
    const reader = new FileReader()
    reader.onload = () => resolve(reader.result as string)
    reader.onerror = () => reject(reader.error ?? new Error('not readable'))
    reader.readAsDataURL(blob)
  })

/** Classes of the selection, which is not part of the file. */
const PAGE_ONLY_CLASSES = new Set(['is-selected', 'is-highlighted', 'is-dimmed', 'is-end'])

/** Returns a copy of the chart with embedded screenshots, because a standalone file cannot link to them. */
async function withEmbeddedImages(svg: SVGSVGElement): Promise<SVGSVGElement> {
  const copy = document.importNode(svg, true)
  const put = async (image: SVGImageElement): Promise<void> => {
    const address = image.dataset['address'] ?? ''
    image.removeAttribute('data-address')
    try {
      const response = await fetch(address)
      if (!response.ok) throw new Error(`${address}: ${response.status}`)
      image.setAttribute('href', await dataUrl(await response.blob()))
    } catch (error) {
      // The frame of the screenshot stays.
      console.warn(error)
      image.remove()
    }
  }
  await Promise.all([...copy.querySelectorAll('image')].map(put))
  return copy
}

/**
 * Returns the whole chart as SVG text, independent of the zoom. The SVG is built as text, because the content security
 * policy would block its styles in the page.
 */
async function svgText(svg: SVGSVGElement, title: string): Promise<string> {
  const { width, height } = svg.viewBox.baseVal
  const style = `${await fontFace()}.chart{${tokensOf(svg)}}${sheet}`
  const head = [
    `<svg xmlns="${NAMESPACE}" class="chart" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}">`,
    `<title>${title}</title>`,
    `<style>${style.replace(/&/g, '&amp;').replace(/</g, '&lt;')}</style>`,
    '<rect class="sheet" width="100%" height="100%"/>',
  ].join('')
  const copy = await withEmbeddedImages(svg)
  copy.querySelectorAll('.tooltip').forEach((label) => label.remove())
  return new XMLSerializer()
    .serializeToString(copy)
    .replace(/ class="([^"]*)"/g, (_, names: string) => {
      const kept = names.split(' ').filter((name) => !PAGE_ONLY_CLASSES.has(name))
      return ` class="${kept.join(' ')}"`
    })
    .replace(/^<svg\b[^>]*>\s*<g\b[^>]*>/, `${head}<g>`)
}

export async function saveSvg(svg: SVGSVGElement, name: string): Promise<void> {
  const blob = new Blob([await svgText(svg, name)], { type: 'image/svg+xml' })
  const link = document.createElement('a')
  link.href = URL.createObjectURL(blob)
  link.download = `${name}.svg`
  link.click()
  setTimeout(() => URL.revokeObjectURL(link.href), 10_000)
}
