import { gzipSync } from 'node:zlib'
import { atMost, withoutLimit, type Measurement } from './measurement.ts'
import { withBrowser } from './withBrowser.ts'

/** Strings that occur in the code of one library only. */
const libraries: Record<string, RegExp> = {
  'hls.js': /hlsManifestParsed|hlsMediaAttached/,
  'payment code': /js\.stripe\.com|__REACT_PAYPAL|createPaymentMethod/,
  'carousel code': /emblaApi|embla__|pointerDown.*slidesInView/,
}

const kib = (bytes: number) => Math.round((bytes / 1024) * 10) / 10

/** Measures what a first visit to the sign-in page loads before its form is usable. */
export const measure = (): Promise<Measurement[]> =>
  withBrowser(async (browser, server) => {
    const page = await browser.newPage()
    const loaded: Promise<{ type: string; url: string; gzip: number; text: string }>[] = []
    page.on('response', (response) => {
      const type = response.request().resourceType()
      if (type !== 'script' && type !== 'stylesheet') return
      const url = new URL(response.url()).pathname
      const file = response.body().then((body) => ({
        type,
        url,
        gzip: gzipSync(body, { level: 9 }).byteLength,
        text: body.toString('utf8'),
      }))
      // Later requests are not counted and may still be in flight when the page closes.
      file.catch(() => undefined)
      loaded.push(file)
    })
    await page.addInitScript(() => {
      // The form of a prerendered page works when the script has taken it over. An observer would be called only after
      // the effects that follow.
      const remove = Element.prototype.removeAttribute
      Element.prototype.removeAttribute = function (this: Element, name: string) {
        remove.call(this, name)
        if (name === 'data-prerendered') performance.mark('form')
      }
    })
    await page.goto(`${server.url}/signin`)
    await page.locator('#root:not([data-prerendered]) input[name="login"]').fill('member@statecast.test')
    // What arrives later (the calls, the carousel) does not delay the form.
    const arrivedBefore = await page.evaluate(() => {
      const formAt = performance.getEntriesByName('form')[0]?.startTime ?? Infinity
      const files = performance.getEntriesByType('resource') as PerformanceResourceTiming[]
      return files.filter(({ responseEnd }) => responseEnd <= formAt).map(({ name }) => new URL(name).pathname)
    })
    const loadedBefore = (await Promise.all(loaded)).filter(({ url }) => arrivedBefore.includes(url))
    const sum = (type: string) =>
      kib(loadedBefore.filter((file) => file.type === type).reduce((bytes, file) => bytes + file.gzip, 0))
    // The page of the server has its style sheet inline.
    const inlineStyles = await page.evaluate(() =>
      [...document.querySelectorAll('style')].map(({ textContent }) => textContent).join(''),
    )
    const styles = sum('stylesheet') + kib(gzipSync(inlineStyles, { level: 9 }).byteLength)
    const scripts = loadedBefore.filter((file) => file.type === 'script')
    const otherLibraries = Object.entries(libraries).filter(([, pattern]) =>
      scripts.some((file) => pattern.test(file.text)),
    )
    return [
      atMost('Sign-in page, JavaScript before the form is usable (gzip)', sum('script'), 'KiB', 130),
      atMost('Sign-in page, CSS before the form is usable (gzip)', styles, 'KiB', 12),
      atMost(
        'Sign-in page, libraries of other pages (hls.js, payment, carousel)',
        otherLibraries.length,
        'libraries',
        0,
      ),
      withoutLimit(
        'Sign-in page, script files',
        scripts.length,
        'files',
        scripts.map(({ url, gzip }) => `${url.replace(/^.*\//, '')} ${kib(gzip)}`).join(', '),
      ),
    ]
  })
