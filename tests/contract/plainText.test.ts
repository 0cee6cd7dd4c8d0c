import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { longestText, plainParagraphs, plainText } from '../../src/api/plainText.ts'
import { adversarialMarkup } from './adversarialMarkup.ts'

const unpairedSurrogate = /\p{Cs}/u

const expectPlainText = (text: string) => {
  expect(text).not.toMatch(/<[a-z/!?]/i)
  expect(text).not.toMatch(/[\p{Cc}\u2028\u2029\u200b\u200e\u200f\u202a-\u202e\u2060-\u2069\ufeff]/u)
  expect(Array.from(text).length).toBeLessThanOrEqual(longestText)
  expect(text).toBe(text.trim())
  expect(text).not.toMatch(unpairedSurrogate)
}

describe('markup', () => {
  test('has 300 payloads', () => expect(adversarialMarkup.length).toBe(300))

  test.each(adversarialMarkup)('%s', (_name, payload) => {
    expectPlainText(plainText(payload))
    for (const paragraph of plainParagraphs(payload)) expect(paragraph).not.toMatch(/<[a-z/!?]/i)
    // A parser must create no element, even if the text were inserted as HTML.
    expect(plainText(plainText(payload))).not.toMatch(/<[a-z/!?]/i)
  })
})

test('any text is displayable', () => {
  const letters = fc.constantFrom(...Array.from('<>/!&#x;"\'a \n3'), 'script', 'lt', '--', '60', '\u202e', '\ud800')
  fc.assert(
    fc.property(
      fc.oneof(
        fc.string({ unit: 'binary' }),
        fc.array(letters, { maxLength: 60 }).map((all) => all.join('')),
      ),
      (text) => {
        // A lone surrogate in the server's text stays.
        if (!unpairedSurrogate.test(text)) expectPlainText(plainText(text))
        else expect(plainText(text)).not.toMatch(/<[a-z/!?]/i)
      },
    ),
    { numRuns: 5_000 },
  )
})

describe('the shown text', () => {
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

  test.each([[undefined], [null], [7], [true], [{}], [['text']]])('%s is not text', (value) => {
    expect(plainText(value)).toBe('')
    expect(plainParagraphs(value)).toEqual([])
  })

  test('a long text ends in an ellipsis without a split character', () => {
    const shown = plainText('👍'.repeat(400))
    expect(Array.from(shown).length).toBe(longestText)
    expect(shown).toBe(`${'👍'.repeat(longestText - 1)}…`)
    expect(plainText('a'.repeat(longestText))).toBe('a'.repeat(longestText))
  })

  test('paragraphs are separated', () => {
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
  ])('%s are read up to the limit only', (_name, text) => {
    const best = (of: string) =>
      Math.min(
        ...Array.from({ length: 5 }, () => {
          const start = performance.now()
          plainText(of)
          plainParagraphs(of)
          return performance.now() - start
        }),
      )
    // A hundred times the text takes less than twenty times as long, because the rest is not read.
    expect(best(text)).toBeLessThan(20 * Math.max(best(text.slice(0, 50_000)), 0.1))
  })
})
