import { describe, expect, it } from 'vitest'
import { linksOf, masterclassEditLink } from './masterclass-links.ts'
import { sampleMasterclass } from './masterclass-test-data.ts'

const template = 'https://www.example.com/payment/{creator_id}?from={creator_id}'
const community = (name: string, url: string, is_active = true) => ({ name, url, is_active })

describe('the links of a masterclass', () => {
  it("begin with the creator's payment page, with an encoded id (MC-11)", () => {
    const creator_id = { ...sampleMasterclass.creator_id, _id: "a/b?c$&'" }
    const [payment] = linksOf({ creator_id, links: [] }, template)
    expect(payment).toMatchObject({
      name: 'Payment Page',
      address: "https://www.example.com/payment/a%2Fb%3Fc%24%26'?from=a%2Fb%3Fc%24%26'",
    })
    expect(payment?.text).toBe(payment?.address)
  })

  it('name the payment page without an address until the settings are loaded (MC-11)', () => {
    expect(linksOf({ ...sampleMasterclass, links: [] }, undefined)).toEqual([
      { key: 'payment', name: 'Payment Page', text: undefined, address: undefined },
    ])
  })

  it('include each community link by name, also unknown ones (MC-11)', () => {
    const links = [
      community('WhatsApp Group', 'https://chat.whatsapp.com/a'),
      community('WhatsApp Channel', 'https://whatsapp.com/channel/b'),
      community('Telegram', 'https://t.me/c'),
      community('Discord', 'https://discord.gg/d'),
      community('Newsletter', 'http://example.com/e'),
    ]
    const shown = linksOf({ ...sampleMasterclass, links }, template).slice(1)
    expect(shown.map(({ name, address }) => [name, address])).toEqual([
      ['WhatsApp Group', 'https://chat.whatsapp.com/a'],
      ['WhatsApp Channel', 'https://whatsapp.com/channel/b'],
      ['Telegram', 'https://t.me/c'],
      ['Discord', 'https://discord.gg/d'],
      ['Newsletter', 'http://example.com/e'],
    ])
  })

  it('leave out a community link that is switched off (MC-04)', () => {
    const links = [community('Telegram', 'https://t.me/on'), community('Telegram', 'https://t.me/off', false)]
    const shown = linksOf({ ...sampleMasterclass, links }, template).slice(1)
    expect(shown.map(({ address }) => address)).toEqual(['https://t.me/on'])
  })

  it('are only http and https addresses (MC-11)', () => {
    const links = ['javascript:alert(1)', 'data:text/html,x', '//example.com', 'ftp://example.com', ''].map(
      (url) => community('Other', url),
    )
    const shown = linksOf({ ...sampleMasterclass, links }, 'javascript:pay({creator_id})')
    expect(shown).toHaveLength(6)
    expect(shown.map(({ address }) => address)).toEqual(Array(6).fill(undefined))
  })

  it('have unique keys even if name and address repeat (MC-04)', () => {
    const links = [community('Telegram', 'https://t.me/a'), community('Telegram', 'https://t.me/a')]
    const keys = linksOf({ ...sampleMasterclass, links }, template).map(({ key }) => key)
    expect(new Set(keys).size).toBe(3)
  })
})

describe('the link to the wizard', () => {
  it('passes the masterclass along (MC-22)', () => {
    expect(masterclassEditLink(sampleMasterclass)).toEqual({
      to: '/masterclass/edit/$id',
      params: { id: sampleMasterclass._id },
      state: { masterclass: sampleMasterclass },
    })
  })
})
