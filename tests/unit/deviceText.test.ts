// @vitest-environment node
import { expect, it } from 'vitest'
import { describeDevice, deviceName, signedInText } from '../../src/features/device/deviceText.ts'

it.each([
  ['Roku/DVP-14.0 (Living room)', 'Roku', ''],
  [
    'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 Chrome/156.0 Safari/537.36 Edg/156.0',
    'Windows',
    'Edge',
  ],
  ['Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 Chrome/156.0 Safari/537.36', 'Windows', 'Chrome'],
  ['Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1 Version/26.0 Safari/605.1', 'Mac', 'Safari'],
  [
    'Mozilla/5.0 (iPhone; CPU iPhone OS 26_0 like Mac OS X) AppleWebKit/605.1 CriOS/156.0 Safari/604.1',
    'iPhone',
    'Chrome',
  ],
  ['Mozilla/5.0 (Linux; Android 16) Chrome/156.0 Mobile', 'Android phone', 'Chrome'],
  [
    'Mozilla/5.0 (Linux; Android 9; AFTKA) AppleWebKit/537.36 Silk/130.2 Chrome/130.0 Safari/537.36',
    'Amazon Fire TV',
    'Chrome',
  ],
  ['Mozilla/5.0 (X11; Linux x86_64; rv:146.0) Gecko/20100101 Firefox/146.0', 'Linux', 'Firefox'],
  ['Mozilla/5.0 (SMART-TV; Linux; Tizen 8.0) AppleWebKit/538.1 Version/8.0 TV Safari/538.1', 'Samsung TV', 'Safari'],
  ['Mozilla/5.0 (Web0S; Linux/SmartTV) AppleWebKit/537.36 Chrome/120.0 Safari/537.36 WebAppManager', 'LG TV', 'Chrome'],
  ['Mozilla/5.0 (Linux; Android 14; BRAVIA TV) AppleWebKit/537.36 Chrome/156.0 Safari/537.36', 'Android TV', 'Chrome'],
  ['Mozilla/5.0 (Windows NT 10.0; Win64; x64; Xbox; Xbox Series X) Edg/156.0', 'Xbox', 'Edge'],
  [
    'Mozilla/5.0 (PlayStation; PlayStation 5/9.00) AppleWebKit/605.1 Version/26.0 Safari/605.1',
    'PlayStation',
    'Safari',
  ],
  ['HbbTV/1.6.1 (+DRM; Vendor; Model)', 'Smart TV', ''],
  ['', 'Unknown device', ''],
  ['<img src=x onerror=alert(1)>', 'Unknown device', ''],
])('%s is described as %s, %s', (agent, device, browser) => {
  expect(describeDevice(agent)).toEqual({ device, browser })
})

it('names a browser on its device, or the device alone', () => {
  expect(deviceName('Mozilla/5.0 (X11; Linux x86_64; rv:146.0) Gecko/20100101 Firefox/146.0')).toBe('Firefox on Linux')
  expect(deviceName('Roku/DVP-14.0 (Living room)')).toBe('Roku')
})

it('shows a sign-in of the same day as today and an earlier one by its date', () => {
  const now = new Date(2026, 10, 22, 12)
  const secondsAt = (...time: [number, number, number, number]) => new Date(...time).getTime() / 1000
  expect(signedInText(secondsAt(2026, 10, 22, 6), 'en-US', now.getTime())).toMatch(/^today at 6:00\sAM$/)
  expect(signedInText(secondsAt(2026, 10, 21, 6), 'en-US', now.getTime())).toMatch(/^Nov 21, 2026, 6:00\sAM$/)
  expect(signedInText(undefined, 'en-US')).toBe('')
})
