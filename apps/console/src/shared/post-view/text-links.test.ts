import { describe, expect, it } from 'vitest'
import { textParts } from './text-links.ts'

const linksOf = (text: string) => textParts(text).filter(({ href }) => href !== undefined)

describe('addresses in a text', () => {
  it('leave the text as it was typed', () => {
    for (const text of [
      '',
      'no address',
      'See https://example.com/a?b=c#d, then (http://example.org/x_(y)).\n\n  Two blanks <b>bold</b>',
      'https://example.com',
      'https:// nothing and https://?',
      'हिंदी https://example.com/पथ।',
    ]) {
      expect(
        textParts(text)
          .map((part) => part.text)
          .join(''),
      ).toBe(text)
    }
  })

  it('end before the sign that ends the sentence or the bracket', () => {
    expect(
      linksOf('Look: https://example.com/a. And (see https://example.com/b_(c)), HTTPS://EXAMPLE.COM!'),
    ).toEqual([
      { text: 'https://example.com/a', href: 'https://example.com/a' },
      { text: 'https://example.com/b_(c)', href: 'https://example.com/b_(c)' },
      { text: 'HTTPS://EXAMPLE.COM', href: 'https://example.com/' },
    ])
  })

  it('are http and https alone', () => {
    expect(
      linksOf('javascript:alert(1) data:text/html,x ftp://example.com file:///etc mailto:a@b.c //x'),
    ).toEqual([])
    expect(linksOf('<a href="https://example.com/">x</a>')).toEqual([
      { text: 'https://example.com/', href: 'https://example.com/' },
    ])
  })

  it('that no browser reads stay words', () => {
    expect(linksOf('https://[broken and http://')).toEqual([])
  })
})
