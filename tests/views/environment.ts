/**
 * happy-dom with Node's `fetch` and its classes, so that the application and the sandbox exchange the same objects as in
 * production.
 */
import { builtinEnvironments, type Environment } from 'vitest/runtime'

/** Resolves a path against the URL of the page, as in a browser. */
class PageRequest extends Request {
  constructor(input: RequestInfo | URL, init?: RequestInit) {
    super(typeof input === 'string' ? new URL(input, location.href) : input, init)
  }
}

const { fetch, Response, Headers, FormData, Blob, File, AbortController, AbortSignal, URL, URLSearchParams } =
  globalThis
const { DOMException, ReadableStream, structuredClone } = globalThis

const environment: Environment = {
  name: 'views',
  viteEnvironment: 'ssr',
  async setup(global: typeof globalThis, options) {
    const happyDom = await builtinEnvironments['happy-dom'].setup(global, {
      ...options,
      happyDOM: { url: 'http://localhost:4173/' },
    })
    const { FormData: HtmlFormData } = global
    /** Reads the fields of a form, as in a browser. */
    class PageFormData extends FormData {
      constructor(form?: HTMLFormElement) {
        super()
        for (const [name, value] of form ? new HtmlFormData(form) : []) this.append(name, value as string)
      }
    }
    const classes = {
      Request: PageRequest,
      Response,
      Headers,
      FormData: PageFormData,
      Blob,
      File,
      URL,
      URLSearchParams,
    }
    Object.assign(global, {
      fetch,
      AbortController,
      AbortSignal,
      DOMException,
      ReadableStream,
      structuredClone,
      ...classes,
    })
    return happyDom
  },
}

export default environment
