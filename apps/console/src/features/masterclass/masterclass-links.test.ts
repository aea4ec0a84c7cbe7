import { describe, expect, it } from 'vitest'
import { linksOf, masterclassEditLink } from './masterclass-links.ts'
import { sampleMasterclass } from './masterclass-test-data.ts'

const template = 'https://www.example.com/payment/{creator_id}?from={creator_id}'
const community = (name: string, url: string, is_active = true) => ({ name, url, is_active })

describe('the links of a masterclass', () => {
  it('MC-11 begin with the payment page of the creator, whose id is written so that it stays one part of the address', () => {
    const creator_id = { ...sampleMasterclass.creator_id, _id: "a/b?c$&'" }
    const [payment] = linksOf({ creator_id, links: [] }, template)
    expect(payment).toMatchObject({
      name: 'Payment Page',
      kind: 'payment',
      address: "https://www.example.com/payment/a%2Fb%3Fc%24%26'?from=a%2Fb%3Fc%24%26'",
    })
    expect(payment?.text).toBe(payment?.address)
  })

  it('MC-11 name the payment page without an address until the settings are loaded', () => {
    expect(linksOf({ ...sampleMasterclass, links: [] }, undefined)).toEqual([
      { key: 'payment', name: 'Payment Page', kind: 'payment', text: undefined, address: undefined },
    ])
  })

  it('MC-11 go on with each community link by its name, unknown names included', () => {
    const links = [
      community('WhatsApp Group', 'https://chat.whatsapp.com/a'),
      community('WhatsApp Channel', 'https://whatsapp.com/channel/b'),
      community('Telegram', 'https://t.me/c'),
      community('Discord', 'https://discord.gg/d'),
      community('Newsletter', 'http://example.com/e'),
    ]
    const shown = linksOf({ ...sampleMasterclass, links }, template).slice(1)
    expect(shown.map(({ name, kind, address }) => [name, kind, address])).toEqual([
      ['WhatsApp Group', 'whatsapp', 'https://chat.whatsapp.com/a'],
      ['WhatsApp Channel', 'whatsapp', 'https://whatsapp.com/channel/b'],
      ['Telegram', 'telegram', 'https://t.me/c'],
      ['Discord', 'discord', 'https://discord.gg/d'],
      ['Newsletter', 'other', 'http://example.com/e'],
    ])
  })

  it('MC-04 leave out a community link that is switched off', () => {
    const links = [community('Telegram', 'https://t.me/on'), community('Telegram', 'https://t.me/off', false)]
    const shown = linksOf({ ...sampleMasterclass, links }, template).slice(1)
    expect(shown.map(({ address }) => address)).toEqual(['https://t.me/on'])
  })

  it('MC-11 never lead anywhere but to http and https', () => {
    const links = ['javascript:alert(1)', 'data:text/html,x', '//example.com', 'ftp://example.com', ''].map(
      (url) => community('Other', url),
    )
    const shown = linksOf({ ...sampleMasterclass, links }, 'javascript:pay({creator_id})')
    expect(shown).toHaveLength(6)
    expect(shown.map(({ address }) => address)).toEqual(Array(6).fill(undefined))
  })

  it('MC-04 have keys of their own even when name and address repeat', () => {
    const links = [community('Telegram', 'https://t.me/a'), community('Telegram', 'https://t.me/a')]
    const keys = linksOf({ ...sampleMasterclass, links }, template).map(({ key }) => key)
    expect(new Set(keys).size).toBe(3)
  })
})

describe('the way to the wizard', () => {
  it('MC-22 carries the masterclass', () => {
    expect(masterclassEditLink(sampleMasterclass)).toEqual({
      to: '/masterclass/edit/$id',
      params: { id: sampleMasterclass._id },
      state: { masterclass: sampleMasterclass },
    })
  })
})
