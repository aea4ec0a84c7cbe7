import { expect, it } from 'vitest'
import { commonHost, shortAddress } from './shortlink-address.ts'

const to = (...urls: (string | null)[]) => urls.map((webUrl) => ({ webUrl }))

it('finds the host of most web URLs (OQ-706)', () => {
  expect(commonHost(to('https://a.example/x', 'http://a.example/', 'https://b.example', null))).toBe(
    'a.example',
  )
  expect(commonHost(to('https://a.example/x', 'https://b.example/x'))).toBeUndefined()
  expect(commonHost(to('https://a.example/x', null))).toBeUndefined()
  expect(commonHost(to('http://'))).toBeUndefined()
})

it('shortens a web URL to what differs (OQ-706)', () => {
  const short = (address: string) => shortAddress(address, 'a.example:81')
  expect(short('https://A.example:81/pay?x=1#y')).toBe('/pay?x=1#y')
  expect(short('https://a.example:81')).toBe('a.example:81')
  expect(short('https://a.example:8100/pay')).toBe('a.example:8100/pay')
  expect(short('http://b.example/pay')).toBe('b.example/pay')
  expect(shortAddress('https://b.example/pay', undefined)).toBe('b.example/pay')
})
