import { html } from 'hono/html'

/** A page of the host that a link in an email opens: a heading and a sentence. */
export const renderMessagePage = (title: string, text: string) =>
  html`<!doctype html>
    <html lang="en">
      <meta charset="utf-8" />
      <meta name="viewport" content="width=device-width" />
      <title>${title}</title>
      <h1>${title}</h1>
      <p>${text}</p>
    </html>`

export const messagePageHeaders = {
  'cache-control': 'no-store',
  'content-security-policy': "default-src 'none'",
  'referrer-policy': 'no-referrer',
}
