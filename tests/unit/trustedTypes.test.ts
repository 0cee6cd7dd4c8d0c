import { describe, expect, it } from 'vitest'
import { defaults } from '../../src/app/configuration.ts'
import { installTrustedTypesPolicy } from '../../src/app/installTrustedTypesPolicy.ts'

const workerPath = '/assets/hls.worker-AbCd1234.js'
const serviceWorkerPath = '/service-worker.js'

/** The rules that the page at https://tv.example/video/a installs. */
function installedRules({ keys = {}, scripts = {} }: { keys?: object; scripts?: object } = {}) {
  const installed: Parameters<NonNullable<Window['trustedTypes']>['createPolicy']>[] = []
  installTrustedTypesPolicy(
    {
      location: Object.assign(document.createElement('a'), {
        href: 'https://tv.example/video/a',
      }) as unknown as Location,
      trustedTypes: { createPolicy: (...policy) => installed.push(policy) },
    },
    { keys: { ...defaults.keys, ...keys }, scripts: { ...defaults.scripts, ...scripts } },
    [workerPath, serviceWorkerPath],
  )
  expect(installed).toHaveLength(1)
  const [name, rules] = installed[0] ?? []
  expect(name).toBe('default')
  expect(Object.keys(rules ?? {})).toEqual(['createHTML', 'createScriptURL'])
  return {
    allowsMarkup: (text: string) => rules?.createHTML(text) === text,
    allowsScript: (url: string) => rules?.createScriptURL(url) === url,
  }
}

describe('the Trusted Types policy', () => {
  it('allows markup without tags', () => {
    const { allowsMarkup } = installedRules()
    expect(allowsMarkup('.a > .b{color:red}@media (min-width: 48em){.a{top:0}}')).toBe(true)
    expect(allowsMarkup('</style><script>alert(1)</script>')).toBe(false)
    expect(allowsMarkup('<')).toBe(false)
  })

  it('allows the workers and no other file', () => {
    const { allowsScript } = installedRules()
    expect(allowsScript(workerPath)).toBe(true)
    expect(allowsScript(serviceWorkerPath)).toBe(true)
    expect(allowsScript(`https://tv.example${workerPath}`)).toBe(true)
    for (const url of ['/assets/other.js', '', `https://evil.example${workerPath}`, 'data:text/javascript,1', 'blob:x'])
      expect(allowsScript(url), url).toBe(false)
  })

  it('allows the configured scripts with any query', () => {
    const { allowsScript } = installedRules({
      keys: { stripe: 'pk_test_1', paypal: 'client' },
      scripts: { stripe: '/sandbox/stripe/stripe.js', paypal: 'https://pay.example/sdk' },
    })
    expect(allowsScript('/sandbox/stripe/stripe.js')).toBe(true)
    expect(allowsScript('https://pay.example/sdk?client-id=client')).toBe(true)
    for (const url of ['/sandbox/stripe/other.js', 'https://pay.example/', 'https://js.stripe.com/v3'])
      expect(allowsScript(url), url).toBe(false)
  })

  it('allows the scripts of Stripe if its key is set', () => {
    const { allowsScript } = installedRules({ keys: { stripe: 'pk_live_1' } })
    expect(allowsScript('https://js.stripe.com/endive/stripe.js')).toBe(true)
    expect(allowsScript('https://m.js.stripe.com/part.js')).toBe(true)
    for (const url of ['http://js.stripe.com/', 'https://evil-js.stripe.com/', 'https://js.stripe.com.evil.example/'])
      expect(allowsScript(url), url).toBe(false)
    expect(installedRules().allowsScript('https://js.stripe.com/endive/stripe.js')).toBe(false)
  })
})
