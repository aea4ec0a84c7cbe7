import examples from 'libphonenumber-js/examples.mobile.json' with { type: 'json' }
import { getCountries, getExampleNumber, parsePhoneNumberFromString } from 'libphonenumber-js/max'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../../../platform/database/test-database.ts'

let database: TestDatabase
beforeAll(async () => {
  database = await createTestDatabase()
})
afterAll(() => database.drop())

async function keysOf(name: 'email_key' | 'phone_key', texts: readonly string[]): Promise<(string | null)[]> {
  const { rows } = await database.pool.query<{ key: string | null }>(
    `select ${name}(given) as key from unnest($1::text[]) with ordinality as t (given, place) order by place`,
    [texts],
  )
  return rows.map(({ key }) => key)
}

describe('the normal form of a phone (OQ-722)', () => {
  const one = '+919845012763'
  it.each([
    ['9845012763', one],
    ['09845012763', one],
    ['+91 98450 12763', one],
    ['+91-98450-12763', one],
    ['91 98450 12763', one],
    ['0091 98450 12763', one],
    ['+91 098450 12763', one],
    ['(+91) 98450.12763', one],
    ['tel:+919845012763', one],
    ['\u202a+91 98450 12763\u202c', one],
    ['＋９１ ９８４５０ １２７６３', one],
    ['९८४५० १२७६३', one],
    ['98450 12763 / 98450 12764', one],
    ['98450 12763 ext. 12', one],
    ['Max 98450 12763', one],
    ['080 2345 6789', '+918023456789'],
    ['+44 (0)20 7946 0958', '+442079460958'],
    ['00 44 20 7946 0958', '+442079460958'],
    ['+39 06 698 12345', '+390669812345'],
    ['', null],
    ['12763', null],
    ['+91 98450', null],
    ['+91 18450 12763', null],
    ['call me', null],
    ['1234567890123456789', null],
  ])('of %j is %j', async (given, key) => {
    expect(await keysOf('phone_key', [given])).toEqual([key])
  })

  it('is what a library of all countries’ numbers says', async () => {
    const numbers = getCountries().flatMap((country) => {
      const example = getExampleNumber(country, examples)
      if (!example) return []
      const { number, countryCallingCode: code } = example
      const national = example.formatNational()
      const spelled = [example.formatInternational(), number, `00${number.slice(1)}`]
      const trunk = `+${code} ${national}`
      const isZeroBefore = national.replace(/\D/g, '') === `0${example.nationalNumber}`
      if (isZeroBefore && parsePhoneNumberFromString(trunk)?.number === number) spelled.push(trunk)
      if (country === 'IN') spelled.push(national)
      return spelled.map((given) => ({ given, number }))
    })
    expect(numbers.length).toBeGreaterThan(700)
    const keys = await keysOf(
      'phone_key',
      numbers.map(({ given }) => given),
    )
    const wrong = numbers.flatMap((one, place) =>
      keys[place] === one.number ? [] : [{ ...one, key: keys[place] }],
    )
    expect(wrong).toEqual([])
  })
})

describe('the normal form of an e-mail address (OQ-722)', () => {
  const one = 'asha.rao@example.com'
  it.each([
    ['asha.rao@example.com', one],
    ['  Asha.Rao@Example.COM ', one],
    ['mailto:asha.rao@example.com', one],
    ['mailto:asha.rao@example.com?subject=Refund', one],
    ['Asha Rao <asha.rao@example.com>', one],
    ['<asha.rao@example.com>', one],
    ['asha.rao@example.com.', one],
    ['asha.rao@example.com,', one],
    ['"asha.rao@example.com"', one],
    ['asha.rao\u200b@example.com', one],
    ['\ufeffasha.rao@example.com\u00a0', one],
    ['ａｓｈａ.rao@example.com', one],
    ['asha+events@example.com', 'asha+events@example.com'],
    ['', null],
    ['@', null],
    ['asha', null],
  ])('of %j is %j', async (given, key) => {
    expect(await keysOf('email_key', [given])).toEqual([key])
  })
})
