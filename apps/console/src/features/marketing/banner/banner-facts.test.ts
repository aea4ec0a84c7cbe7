import { describe, expect, it } from 'vitest'
import { bannerTarget } from './banner-facts.ts'

const external = (redirect_link: string) =>
  bannerTarget({ redirect: { type: 'external', redirect_link }, event_title: null })

describe('the title of a banner (OQ-078)', () => {
  it('is the event that it opens, or else its page', () => {
    const redirect = { type: 'internal', page: 'webinars' } as const
    expect(bannerTarget({ redirect, event_title: 'Term insurance' })).toBe('Term insurance')
    expect(bannerTarget({ redirect, event_title: null })).toBe('Webinars')
  })

  it('is a web address without scheme, www, query and last slash', () => {
    expect(external('https://www.example.com/tools/tax?utm_source=home')).toBe('example.com/tools/tax')
    expect(external(' https://example.com/ ')).toBe('example.com')
  })

  it('is another text as it is, and the type where there is none', () => {
    expect(external('offer page')).toBe('offer page')
    expect(external('')).toBe('External')
  })
})
