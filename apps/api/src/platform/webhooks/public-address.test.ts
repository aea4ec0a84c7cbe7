import type { LookupAddress } from 'node:dns'
import { describe, expect, test } from 'vitest'
import { postJson } from './post-json.ts'
import { PrivateAddress, publicLookup } from './public-address.ts'
import { startTestReceiver } from './test-receiver.ts'

/** Tells whether a host with this address may be connected to. */
const isPublic = (address: string) =>
  new Promise<boolean>((resolve) => {
    const lookup = publicLookup((_host, _options, callback) => callback(null, [{ address, family: 4 }]))
    lookup('hooks.example.com', {}, (error) => resolve(error === null))
  })

test.each([
  '127.0.0.1',
  '127.9.9.9',
  '0.0.0.0',
  '10.0.0.1',
  '100.64.0.1',
  '100.127.255.255',
  '169.254.169.254',
  '172.16.0.1',
  '172.31.255.255',
  '192.168.1.1',
  '192.0.2.1',
  '198.18.0.1',
  '224.0.0.1',
  '255.255.255.255',
  '::',
  '::1',
  '::ffff:127.0.0.1',
  '::ffff:8.8.8.8',
  '64:ff9b::7f00:1',
  '2002:7f00:1::',
  '2001::1',
  '2001:db8::1',
  'fc00::1',
  'fd00:ec2::254',
  'fe80::1',
  'ff02::1',
  'localhost',
  '',
])('refuses %s (OQ-413)', async (address) => {
  expect(await isPublic(address)).toBe(false)
})

test.each([
  '8.8.8.8',
  '100.63.255.255',
  '100.128.0.0',
  '172.32.0.1',
  '13.126.0.1',
  '2606:4700::1',
  '2404:6800::1',
])('accepts %s (OQ-413)', async (address) => {
  expect(await isPublic(address)).toBe(true)
})

describe('the lookup of a connection', () => {
  const looked = (answers: LookupAddress[][], all: boolean) => {
    const lookup = publicLookup((_host, _options, callback) => callback(null, answers.shift() ?? []))
    return () =>
      new Promise<unknown>((resolve) => {
        lookup('hooks.example.com', { all }, (error, address) => resolve(error ?? address))
      })
  }
  const open = { address: '8.8.8.8', family: 4 }
  const inside = { address: '10.0.0.5', family: 4 }

  test('refuses a host with any address that is not public (OQ-413)', async () => {
    for (const all of [true, false]) {
      expect(await looked([[open, inside]], all)()).toBeInstanceOf(PrivateAddress)
    }
  })

  test('checks every connection, so that a name that changes its address is refused (OQ-413)', async () => {
    const lookup = looked([[open], [inside]], true)
    expect(await lookup()).toEqual([open])
    expect(await lookup()).toBeInstanceOf(PrivateAddress)
  })

  test('returns the only address where one is asked for, and an error without any', async () => {
    expect(await looked([[open]], false)()).toBe('8.8.8.8')
    expect(await looked([[]], false)()).toBeInstanceOf(Error)
  })
})

test.each(['127.0.0.1', 'localhost', '[::ffff:127.0.0.1]'])(
  'sends nothing to %s unless the setting allows it (OQ-413)',
  async (host) => {
    const receiver = await startTestReceiver()
    const url = new URL(receiver.url)
    url.hostname = host
    const options = { headers: {}, body: '{}', timeoutSeconds: 600, signal: new AbortController().signal }
    const refused = await postJson(url, { ...options, allowPrivate: false })
    expect(refused).toEqual({ status: null, problem: expect.stringContaining('is not a public address') })
    expect(receiver.received).toEqual([])
    expect(await postJson(url, { ...options, allowPrivate: true })).toMatchObject({ status: 200 })
    expect(receiver.received).toHaveLength(1)
    await receiver.close()
  },
)
