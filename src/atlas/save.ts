/** A chart as a file of its own: the sheet, the values of its tokens and the font go with it. */
import fontUrl from '@fontsource-variable/schibsted-grotesk/files/schibsted-grotesk-latin-wght-normal.woff2?url'
import sheet from './chart.css?raw'

const NAMESPACE = 'http://www.w3.org/2000/svg'

/** The tokens that the sheet uses, with the values they have on this page. */
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
    // Without its font the picture is still a picture.
    return ''
  }
}

/** The chart as the text of an SVG file, of the size of the whole picture whatever is in view. */
export async function svgText(svg: SVGSVGElement, title: string): Promise<string> {
  const copy = svg.cloneNode(true)
  if (!(copy instanceof SVGSVGElement)) return ''
  const { width, height } = svg.viewBox.baseVal
  copy.setAttribute('xmlns', NAMESPACE)
  copy.setAttribute('class', 'chart')
  copy.setAttribute('width', String(width))
  copy.setAttribute('height', String(height))
  const layer = copy.querySelector('g')
  for (const name of ['style', 'class', 'data-gliding']) layer?.removeAttribute(name)
  for (const chosen of copy.querySelectorAll('.is-selected, .is-near, .is-far'))
    chosen.classList.remove('is-selected', 'is-near', 'is-far')

  const name = document.createElementNS(NAMESPACE, 'title')
  name.textContent = title
  const style = document.createElementNS(NAMESPACE, 'style')
  style.textContent = `${await fontFace()}.chart{${tokensOf(svg)}}${sheet}`
  const ground = document.createElementNS(NAMESPACE, 'rect')
  for (const [key, value] of Object.entries({ width: '100%', height: '100%', style: 'fill:var(--n-1)' }))
    ground.setAttribute(key, value)
  copy.prepend(name, style, ground)
  return new XMLSerializer().serializeToString(copy)
}

/** Gives the person the file. */
export async function saveSvg(svg: SVGSVGElement, name: string): Promise<void> {
  const blob = new Blob([await svgText(svg, name)], { type: 'image/svg+xml' })
  const link = document.createElement('a')
  link.href = URL.createObjectURL(blob)
  link.download = `${name}.svg`
  link.click()
  setTimeout(() => URL.revokeObjectURL(link.href), 10_000)
}
